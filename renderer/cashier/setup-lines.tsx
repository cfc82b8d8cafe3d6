import type { SetupView } from '../../shared/bridge/setup.ts';
import { useTools } from './context.tsx';
import { type SetupForm, type SetupLine, typed } from './setup-form.ts';

type LinesProps = {
  readonly form: SetupForm;
  readonly setForm: (change: (form: SetupForm) => SetupForm) => void;
  readonly lines: readonly SetupLine[];
};

/**
 * Lines to type into, by the machine's keyboard or by the keys below. The system's own keyboard is
 * kept away: it would cover half of a till's screen.
 */
export function SetupLines({ form, setForm, lines }: LinesProps) {
  const { words } = useTools();
  const labels: Readonly<Record<SetupLine, string>> = {
    address: words.setupAddress,
    code: words.setupCode,
    merchant: words.setupMerchant,
    user: words.setupUser,
    pos: words.setupPos,
    secret: words.setupSecret,
  };
  return (
    <div className={`setup-lines setup-lines-${lines.length}`}>
      {lines.map((line) => (
        <label key={line} className={`setup-line setup-line-${line}`}>
          <span>{labels[line]}</span>
          <input
            name={line}
            type={line === 'secret' ? 'password' : 'text'}
            value={form[line]}
            inputMode="none"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-first={line === form.active ? '' : undefined}
            data-active={line === form.active ? '' : undefined}
            onFocus={() => setForm((now) => ({ ...now, active: line }))}
            onChange={(event) => {
              const text = event.target.value;
              setForm((now) => typed(now, line, text));
            }}
          />
        </label>
      ))}
    </div>
  );
}

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
