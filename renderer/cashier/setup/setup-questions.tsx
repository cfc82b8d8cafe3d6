import type { FormEvent } from 'react';
import type { SetupView } from '../../../shared/device/bridge/setup.ts';
import { Choice } from '../../ui/choice.tsx';
import { Ghost, keepFocus } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import { SetupFields, SetupProblem } from './setup-fields.tsx';
import { type SetupForm, stepOf } from './setup-form.ts';
import { SetupKeyboard } from './setup-keyboard.tsx';

export type SetupProps = {
  readonly setup: SetupView;
  readonly form: SetupForm;
  readonly setForm: (change: (form: SetupForm) => SetupForm) => void;
};

const LINES = {
  code: ['address', 'code'],
  hand: ['address'],
  who: ['merchant', 'user', 'pos', 'secret'],
} as const;

/** Asks for address and pairing code, or for merchant, user, POS and secret. */
export function SetupQuestions({ setup, form, setForm }: SetupProps) {
  const { words, till } = useCashier();
  const { mode, proof } = form;
  const step = stepOf(form, setup);
  const goesOn = mode === 'hand' && proof === 'secret' && form.address.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (goesOn) setForm((now) => ({ ...now, mode: 'who', active: 'merchant' }));
    else if (step !== null) void till.setup(step);
  };
  const text = mode === 'code' ? words.setupText : words.setupHandText;
  const introduction = setup.why === 'first' ? text : words.setupWhy[setup.why];
  const yellow = {
    code: words.setupPair,
    hand: proof === 'key' ? words.setupMakeKey : words.setupGoOn,
    who: words.setupConnect,
  };
  return (
    <form className="setup-form" onSubmit={submit}>
      <header className="setup-head">
        <h1>{mode === 'code' ? words.setupHead : words.setupHandHead}</h1>
        {setup.problem === null ? <p>{introduction}</p> : <SetupProblem problem={setup.problem} />}
      </header>
      <SetupFields key={mode} form={form} setForm={setForm} lines={LINES[mode]} />
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
      <SetupKeyboard form={form} setForm={setForm} />
      <div className="deck-foot setup-foot">
        <button
          type="submit"
          className="key key-yellow"
          aria-disabled={step === null && !goesOn}
          onMouseDown={keepFocus}
        >
          {yellow[mode]}
        </button>
        <Ghost onPress={() => setForm(otherMode)}>
          {mode === 'code' ? words.setupByHand : words.setupByCode}
        </Ghost>
      </div>
    </form>
  );
}

function otherMode(form: SetupForm): SetupForm {
  const active = form.address === '' ? 'address' : null;
  return form.mode === 'code'
    ? { ...form, mode: 'hand', active: 'address' }
    : { ...form, mode: 'code', active: active ?? 'code' };
}

/**
 * Storing secrets in a file instead of the operating system's key store needs the operator's
 * consent.
 */
function FileConsent({ form, setForm }: Pick<SetupProps, 'form' | 'setForm'>) {
  const { words } = useCashier();
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
