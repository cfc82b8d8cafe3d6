import { type FormEvent, useState } from 'react';
import { readTypedNumber, showMsisdn } from '../state/phone.ts';
import { Check } from '../ui/icons.ts';
import { SubmitKey } from '../ui/key.tsx';
import { useWallet, useWalletState } from './context.tsx';
import { WalletInput } from './form.tsx';
import { WalletHead } from './wallet-head.tsx';
import { WalletProblem } from './wallet-problem.tsx';

type Terms = { readonly version: string; readonly uri: string };

/** Name and terms of a new customer, after the right code. */
function RegistrationForm(props: { readonly msisdn: string; readonly terms: Terms }) {
  const { msisdn, terms } = props;
  const { wallet, words } = useWallet();
  const busy = useWalletState((state) => state.act === 'sending');
  const [name, setName] = useState('');
  const [accepted, setAccepted] = useState(false);
  const [tried, setTried] = useState(false);
  const nameless = tried && name.trim() === '';
  const refused = tried && !accepted;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '' && accepted) await wallet.register(msisdn, name.trim());
  };
  return (
    <form className="wallet-form" noValidate onSubmit={(event) => void submit(event)}>
      <p>{words.registerText(showMsisdn(msisdn))}</p>
      <WalletInput
        label={words.yourName}
        autoComplete="name"
        maxLength={100}
        value={name}
        problem={nameless ? words.nameMissing : null}
        onType={setName}
      />
      <label className="consent-part">
        <span>
          <strong>{words.acceptTerms}</strong>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={accepted}
          checked={accepted}
          aria-invalid={refused}
          aria-describedby="terms-hint"
          onChange={(event) => setAccepted(event.target.checked)}
        />
        <span className="consent-switch" aria-hidden="true">
          <span>{accepted && <Check size={18} />}</span>
        </span>
      </label>
      <a
        className="link wallet-terms-link"
        href={terms.uri}
        target="_blank"
        rel="noreferrer noopener"
      >
        {words.readTerms(terms.version)}
      </a>
      <p id="terms-hint" className="wallet-hint" role={refused ? 'alert' : undefined}>
        {refused ? words.termsMissing : ''}
      </p>
      <SubmitKey label={words.register} busy={busy} />
    </form>
  );
}

type Sent = { readonly msisdn: string; readonly demoCode: string | null };

/** Sign-in with a phone number and the code that was sent to it. */
export function SignInPage() {
  const { words } = useWallet();
  const route = useWalletState((state) => state.route);
  const codes = useWalletState((state) => state.me?.codes);
  const registers = useWalletState((state) => state.me?.registers === true);
  const registering = useWalletState((state) => state.me?.registration !== undefined);
  return (
    <main className="wallet wallet-sign-in">
      <WalletHead />
      <div className="wallet-section">
        <h1>{registering ? words.registerHead : words.signIn}</h1>
        {codes === 'none' ? (
          <p className="wallet-problem" role="status">
            {words.noCodes}
          </p>
        ) : (
          <>
            {!registering && (
              <p className="wallet-empty">
                {route.kind === 'request' ? words.signInFirst : words.signInText}
              </p>
            )}
            {registers && !registering && <p className="wallet-empty">{words.newHere}</p>}
            <WalletProblem />
            <SignInForm />
          </>
        )}
      </div>
    </main>
  );
}

function SignInForm() {
  const [sent, setSent] = useState<Sent | null>(null);
  const registration = useWalletState((state) => state.me?.registration);
  if (sent === null) return <NumberForm onSent={setSent} />;
  if (registration !== undefined) {
    return <RegistrationForm msisdn={sent.msisdn} terms={registration.terms} />;
  }
  return <CodeForm sent={sent} onSent={setSent} onBack={() => setSent(null)} />;
}

function NumberForm({ onSent }: { readonly onSent: (sent: Sent) => void }) {
  const { wallet, words } = useWallet();
  const busy = useWalletState((state) => state.act === 'sending');
  const [number, setNumber] = useState('+47 ');
  const [bad, setBad] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const msisdn = readTypedNumber(number);
    setBad(msisdn === null);
    if (msisdn === null) return;
    const answer = await wallet.askForCode(msisdn);
    if (answer !== null) onSent({ msisdn, demoCode: answer.demoCode });
  };
  return (
    <form className="wallet-form" noValidate onSubmit={(event) => void submit(event)}>
      <WalletInput
        label={words.number}
        type="tel"
        autoComplete="tel"
        maxLength={24}
        value={number}
        hint={words.numberHint}
        problem={bad ? words.numberBad : null}
        onType={setNumber}
      />
      <SubmitKey label={words.sendCode} busy={busy} />
    </form>
  );
}

type CodeFormProps = {
  readonly sent: Sent;
  /** Another code was sent to the same number. */
  readonly onSent: (sent: Sent) => void;
  readonly onBack: () => void;
};

function CodeForm({ sent, onSent, onBack }: CodeFormProps) {
  const { wallet, words } = useWallet();
  const busy = useWalletState((state) => state.act === 'sending');
  const [code, setCode] = useState('');
  const [bad, setBad] = useState(false);
  const askAgain = async () => {
    const { msisdn } = sent;
    const answer = await wallet.askForCode(msisdn);
    if (answer === null) return;
    setCode('');
    setBad(false);
    onSent({ msisdn, demoCode: answer.demoCode });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBad(code.length !== 6);
    if (code.length === 6) await wallet.signIn(sent.msisdn, code);
  };
  return (
    <form className="wallet-form" noValidate onSubmit={(event) => void submit(event)}>
      <p>{words.codeSent(showMsisdn(sent.msisdn))}</p>
      {sent.demoCode !== null && <p className="wallet-code">{words.demoCode(sent.demoCode)}</p>}
      <WalletInput
        label={words.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        problem={bad ? words.codeBad : null}
        onType={(text) => setCode(text.replace(/\D/g, ''))}
      />
      <SubmitKey label={words.enter} busy={busy} />
      <button type="button" className="link" disabled={busy} onClick={() => void askAgain()}>
        {words.codeAgain}
      </button>
      <button type="button" className="link" onClick={onBack}>
        {words.otherNumber}
      </button>
    </form>
  );
}
