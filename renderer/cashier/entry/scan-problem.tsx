import { useFormat } from '../../ui/format.tsx';
import { ScanNotice } from '../../ui/scan-notice.tsx';
import { useCashier, useGoods, useTillState } from '../common/context.tsx';

/** Longest part of a scanned code that a sentence shows. */
const SHOWN = 32;

/** Text for a scan that changed nothing while a sale is prepared; empty when there is none. */
export function useScanProblem(): string {
  const { words, language } = useCashier();
  const format = useFormat();
  const problem = useTillState((state) => state.scanProblem);
  const sells = useGoods((state) => state.catalogue !== null);
  switch (problem?.kind) {
    case 'unknown': {
      const { code } = problem;
      const shown = code.length > SHOWN ? `${code.slice(0, SHOWN)}…` : code;
      return sells ? words.itemsUnknownCode(shown) : words.scanUnknown(shown);
    }
    case 'unreadable':
      return words.scanUnreadable;
    case 'label':
      return problem.why === 'too_old'
        ? words.scanTooOld(problem.name[language], format.dayName(problem.until, null))
        : words.scanLabelOf[problem.why](problem.name[language]);
    case 'no_amount':
      return words.scanNoAmount;
    default:
      return '';
  }
}

/** Says that the till has not taken a scan, and what to do. */
export function RefusedScan() {
  const { till, words } = useCashier();
  const problem = useTillState((state) => state.scanProblem);
  if (problem?.kind !== 'not_now') return null;
  return <ScanNotice text={words.scanClosed[problem.why]} onGone={till.forgetScan} />;
}
