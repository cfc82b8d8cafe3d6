import { X } from '../ui/icons.ts';
import { useTillState, useTools } from './context.tsx';

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
