import { X } from '../../ui/icons.ts';
import { useTables, useTools } from '../context.tsx';

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
