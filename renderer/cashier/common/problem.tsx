import type { BridgeAnswer } from '../../../shared/bridge/contract.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { reasonOf } from '../../state/history.ts';
import { X } from '../../ui/icons.ts';
import { useCashier, useTables, useTillState } from './context.tsx';

/** Shows why the host refused the last command. */
export function ProblemNotice() {
  const { till, words } = useCashier();
  const problem = useTillState((state) => state.problem);
  if (problem === null) return null;
  return (
    <div className="problem" role="alert">
      <p>
        <strong>{words.problemHead}.</strong>{' '}
        {problem.refusal === null ? words.problemNoHost : problem.refusal.description}
      </p>
      <button type="button" aria-label={words.problemDismiss} onClick={till.forgetProblem}>
        <X size={20} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Shows why the host refused the last command about tables. */
export function TablesProblem() {
  const { till, words } = useCashier();
  const problem = useTables((state) => state.problem);
  if (problem === null) return null;
  return (
    <div className="problem" role="alert">
      <p>
        <strong>{words.problemHead}.</strong> {problem.refusal?.description ?? words.problemNoHost}
      </p>
      <button
        type="button"
        aria-label={words.problemDismiss}
        onClick={() => till.tables.store.setState({ problem: null })}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </div>
  );
}

/**
 * Text of a refused command about staff, history or refunds, in the cashier's language. Falls back
 * to the host's own sentence.
 */
export function problemText(answer: BridgeAnswer | null, words: CashierWords): string {
  const reason = reasonOf(answer) ?? '';
  const known = Object.entries(words.backOfficeProblems).find(([key]) => key === reason);
  if (known !== undefined) return known[1];
  return answer?.ok === false ? answer.refusal.description : words.problemNoHost;
}
