import { formatFor } from '../../shared/format/format.ts';
import { Announcer } from '../ui/announcer.tsx';
import { FormatProvider } from '../ui/format.tsx';
import { ApproveView } from './approve-view.tsx';
import { useWallet, useWalletState } from './context.tsx';
import { NoticePage } from './notice-page.tsx';
import { OutcomeView } from './outcome-view.tsx';
import { PermissionPage } from './permission-page.tsx';
import { requestState, stateText } from './request-state.ts';
import { ScanPage } from './scan-page.tsx';

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
