import type { FormEvent } from 'react';
import type { SetupView } from '../../shared/bridge/setup.ts';
import { Choice } from '../ui/choice.tsx';
import { Ghost, keepFocus } from '../ui/key.tsx';
import { useTools } from './context.tsx';
import { type SetupForm, stepOf } from './setup-form.ts';
import { SetupKeys } from './setup-keys.tsx';
import { SetupLines, SetupProblem } from './setup-lines.tsx';

export type SetupParts = {
  readonly setup: SetupView;
  readonly form: SetupForm;
  readonly setForm: (change: (form: SetupForm) => SetupForm) => void;
};

const LINES = {
  code: ['address', 'code'],
  hand: ['address'],
  who: ['merchant', 'user', 'pos', 'secret'],
} as const;

/** The question: an address and a code, or who the till is where there is no code. */
export function SetupAsking({ setup, form, setForm }: SetupParts) {
  const { words, till } = useTools();
  const { mode, proof } = form;
  const step = stepOf(form, setup);
  const goesOn = mode === 'hand' && proof === 'secret' && form.address.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (goesOn) setForm((now) => ({ ...now, mode: 'who', active: 'merchant' }));
    else if (step !== null) void till.setup(step);
  };
  const text = mode === 'code' ? words.setupText : words.setupHandText;
  const told = setup.why === 'first' ? text : words.setupWhy[setup.why];
  const yellow = {
    code: words.setupPair,
    hand: proof === 'key' ? words.setupMakeKey : words.setupGoOn,
    who: words.setupConnect,
  };
  return (
    <form className="setup-form" onSubmit={submit}>
      <header className="setup-head">
        <h1>{mode === 'code' ? words.setupHead : words.setupHandHead}</h1>
        {setup.problem === null ? <p>{told}</p> : <SetupProblem problem={setup.problem} />}
      </header>
      <SetupLines key={mode} form={form} setForm={setForm} lines={LINES[mode]} />
      {mode === 'hand' && (
        <Choice
          label={words.setupProof}
          name="proof"
          value={proof}
          options={[
            { value: 'secret', label: words.setupProofSecret },
            { value: 'key', label: words.setupProofKey },
          ]}
          onChange={(chosen) => setForm((now) => ({ ...now, proof: chosen }))}
        />
      )}
      {setup.secrets === 'ask' && mode !== 'who' && <FileConsent form={form} setForm={setForm} />}
      <SetupKeys form={form} setForm={setForm} />
      <div className="setup-foot">
        <button
          type="submit"
          className="key key-yellow"
          aria-disabled={step === null && !goesOn}
          onMouseDown={keepFocus}
        >
          {yellow[mode]}
        </button>
        <Ghost onPress={() => setForm(turned)}>
          {mode === 'code' ? words.setupByHand : words.setupByCode}
        </Ghost>
      </div>
    </form>
  );
}

function turned(form: SetupForm): SetupForm {
  const active = form.address === '' ? 'address' : null;
  return form.mode === 'code'
    ? { ...form, mode: 'hand', active: 'address' }
    : { ...form, mode: 'code', active: active ?? 'code' };
}

/** A file instead of the operating system's store is somebody's decision, and never ours. */
function FileConsent({ form, setForm }: Pick<SetupParts, 'form' | 'setForm'>) {
  const { words } = useTools();
  return (
    <label className="setup-consent">
      <input
        type="checkbox"
        checked={form.file === 'allowed'}
        onChange={(event) => {
          const file = event.target.checked ? 'allowed' : 'refused';
          setForm((now) => ({ ...now, file }));
        }}
      />
      <span>{words.setupFile}</span>
    </label>
  );
}
