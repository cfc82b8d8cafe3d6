import type { WalletScan } from '../../shared/wallet/contract.ts';
import { Announcer } from '../ui/announcer.tsx';
import { Field } from '../ui/field.tsx';
import { Seal } from '../ui/seal.tsx';
import { useWallet } from './context.tsx';
import { DoneKey, WalletHead } from './wallet-head.tsx';
import { WalletProblem } from './wallet-problem.tsx';

/** A scanned code: the shop, its answer, and that the till asks next. */
export function ScanPage({ scan }: { readonly scan: WalletScan }) {
  const { words } = useWallet();
  const text = scan.text ?? words.scannedText;
  return (
    <main className="wallet">
      <Field tone="waiting" className="wallet-notice" label={scan.merchant}>
        <WalletHead />
        <div className="wallet-notice-body">
          <Seal tone="waiting" size={132} busy={scan.text === null} />
          <h1>{scan.merchant}</h1>
          {scan.label !== null && <p>{scan.label}</p>}
          <p className="scan-answer">{text}</p>
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
