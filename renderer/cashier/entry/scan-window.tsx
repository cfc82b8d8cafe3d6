import { ScanQrCode } from '../../ui/icons.ts';
import { useCashier, useGoods, useTillState } from '../common/context.tsx';

/** The deck's window while the till waits for a scan of the customer's code. */
export function ScanWindow() {
  const { words } = useCashier();
  const problem = useScanProblem();
  return (
    <div className="deck-window deck-scan">
      <ScanQrCode size={64} aria-hidden="true" />
      <div>
        <h1 className="deck-label">{words.scanLabel}</h1>
        <p className="deck-scan-text">{words.scanHint}</p>
        <p className="deck-problem" role="alert">
          {problem}
        </p>
      </div>
    </div>
  );
}

/** Text for a scanned code that started no sale; empty when there is none. */
export function useScanProblem(): string {
  const { words } = useCashier();
  const problem = useTillState((state) => state.scanProblem);
  const sells = useGoods((state) => state.catalogue !== null);
  if (problem === null) return '';
  if (problem === 'unknown' && sells) return words.itemsUnknownCode;
  return problem === 'unknown' ? words.scanUnknown : words.scanNoAmount;
}
