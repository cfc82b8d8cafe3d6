import type { BridgeAnswer } from '../../shared/bridge/contract.ts';
import type { CashierWords } from '../i18n/cashier.ts';
import { reasonOf } from '../state/desk.ts';
import { X } from '../ui/icons.ts';
import { useTables, useTillState, useTools } from './context.tsx';

/** A command that was refused: what was said about it, in the place where it was given. */
export function ProblemNotice() {
  const { till, words } = useTools();
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

/** Why the host did not do what was asked of it about tables. */
export function TablesProblem() {
  const { till, words } = useTools();
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

/** A refusal of the desk in the cashier's language; the host's own sentence where there is no word. */
export function sayProblem(answer: BridgeAnswer | null, words: CashierWords): string {
  const reason = reasonOf(answer) ?? '';
  const known = Object.entries(words.deskProblems).find(([key]) => key === reason);
  if (known !== undefined) return known[1];
  return answer?.ok === false ? answer.refusal.description : words.problemNoHost;
}
