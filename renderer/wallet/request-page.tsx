import { formatFor } from '../../shared/format/format.ts';
import type { WalletScan } from '../../shared/wallet/contract.ts';
import { Announcer } from '../ui/announcer.tsx';
import { Field } from '../ui/field.tsx';
import { FormatProvider } from '../ui/format.tsx';
import { Seal } from '../ui/seal.tsx';
import { ApproveView } from './approve-view.tsx';
import { useWallet, useWalletState } from './context.tsx';
import { NoticePage } from './notice-page.tsx';
import { OutcomeView } from './outcome-view.tsx';
import { PermissionPage } from './permission-page.tsx';
import { requestState, stateText } from './request-state.ts';
import { DoneKey, WalletHead } from './wallet-head.tsx';
import { WalletProblem } from './wallet-problem.tsx';

/** A scanned code: the shop, its answer, and that the till asks next. */
function ScanPage({ scan }: { readonly scan: WalletScan }) {
  const { words } = useWallet();
  const text = scan.text ?? words.scannedText;
  return (
    <main className="wallet">
      <Field tone="waiting" className="wallet-notice" label={scan.merchant}>
        <WalletHead />
        <div className="wallet-notice-body">
          <Seal tone="waiting" size={132} busy={scan.text === null} />
          <h1>
            <bdi>{scan.merchant}</bdi>
          </h1>
          {scan.label !== null && (
            <p>
              <bdi>{scan.label}</bdi>
            </p>
          )}
          <p className="scan-answer">
            <bdi>{text}</bdi>
          </p>
          <WalletProblem />
        </div>
        <div className="wallet-foot">
          <DoneKey />
        </div>
      </Field>
      <Announcer polite={`${scan.merchant}. ${text}`} assertive="" />
    </main>
  );
}

/** The page of a scanned or selected route: a request, a scan, or a permission. */
export function RequestPage() {
  const { words, language } = useWallet();
  const opened = useWalletState((state) => state.opened);
  if (opened.kind === 'loading') return <NoticePage what="starting" />;
  if (opened.kind === 'scan') return <ScanPage scan={opened.scan} />;
  if (opened.kind === 'permission') return <PermissionPage permission={opened.permission} />;
  if (opened.kind !== 'shown') return <NoticePage what={opened.kind} />;
  const { request } = opened;
  const state = requestState(request);
  const stateWords = stateText(state, request, words);
  // The receipt has the shop's time.
  const format = formatFor({ language, timeZone: request.time_zone });
  const announcement = `${stateWords.head}. ${stateWords.text}`;
  return (
    <FormatProvider value={format}>
      {state === 'open' ? (
        <ApproveView key={request.tid} request={request} />
      ) : (
        <OutcomeView request={request} state={state} />
      )}
      <Announcer
        polite={state === 'approved' || state === 'open' ? announcement : ''}
        assertive={state === 'approved' || state === 'open' ? '' : announcement}
      />
    </FormatProvider>
  );
}
