import { ScanQrCode } from '../ui/icons.ts';
import { useGoods, useTillState, useTools } from './context.tsx';

/** The deck's window while the customer's own code is waited for. */
export function ScanWindow() {
  const { words } = useTools();
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

/** A plain sentence for a code that asked nobody; empty when there is none. */
export function useScanProblem(): string {
  const { words } = useTools();
  const problem = useTillState((state) => state.scanProblem);
  const sells = useGoods((state) => state.catalogue !== null);
  if (problem === null) return '';
  if (problem === 'unknown' && sells) return words.itemsUnknownCode;
  return problem === 'unknown' ? words.scanUnknown : words.scanNoAmount;
}
