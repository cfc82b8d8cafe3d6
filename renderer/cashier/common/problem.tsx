import { X } from '../../ui/icons.ts';
import { usePayment, useTillState } from './context.tsx';
import { refusalText } from './refusal-text.ts';

/** Shows why the host refused the last command. */
export function ProblemNotice() {
  const { till, words } = usePayment();
  const problem = useTillState((state) => state.problem);
  if (problem === null) return null;
  return (
    <div className="problem" role="alert">
      <p>{refusalText(problem.refusal, words)}</p>
      <button type="button" aria-label={words.problemDismiss} onClick={till.forgetProblem}>
        <X size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
