import type { SetupView } from '../../../shared/device/bridge/setup.ts';
import { useCashier } from '../common/context.tsx';
import { type SetupField, type SetupForm, withText } from './setup-form.ts';

type LinesProps = {
  readonly form: SetupForm;
  readonly setForm: (change: (form: SetupForm) => SetupForm) => void;
  readonly lines: readonly SetupField[];
};

/**
 * Text fields for the machine's keyboard or the keys on the deck. The system's on-screen keyboard
 * stays closed, because it would cover half of the screen.
 */
export function SetupFields({ form, setForm, lines }: LinesProps) {
  const { words } = useCashier();
  const labels: Readonly<Record<SetupField, string>> = {
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
              setForm((now) => withText(now, line, text));
            }}
          />
        </label>
      ))}
    </div>
  );
}

type ProblemProps = { readonly problem: NonNullable<SetupView['problem']> };

/** Shows why the last setup step failed. The typed values stay. */
export function SetupProblem({ problem }: ProblemProps) {
  const { words } = useCashier();
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
