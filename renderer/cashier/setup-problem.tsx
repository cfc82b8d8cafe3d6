import type { SetupView } from '../../shared/bridge/setup.ts';
import { useTools } from './context.tsx';

type ProblemProps = { readonly problem: NonNullable<SetupView['problem']> };

/** Why the last step did not work, in the place of what was asked; what was typed stays. */
export function SetupProblem({ problem }: ProblemProps) {
  const { words } = useTools();
  const wait = problem.retryAfter === null ? '' : ` ${words.setupWait(problem.retryAfter)}`;
  return (
    <div className="problem setup-problem" role="alert">
      <p>
        {words.setupProblems[problem.kind]}
        {wait}
      </p>
    </div>
  );
}
