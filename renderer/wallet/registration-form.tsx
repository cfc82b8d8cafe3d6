import { type FormEvent, useState } from 'react';
import { showMsisdn } from '../state/phone.ts';
import { Check } from '../ui/icons.ts';
import { useWallet, useWalletState } from './context.tsx';

type Terms = { readonly version: string; readonly uri: string };

/** Name and terms of a new customer, after the right code. */
export function RegistrationForm(props: { readonly msisdn: string; readonly terms: Terms }) {
  const { msisdn, terms } = props;
  const { wallet, words } = useWallet();
  const busy = useWalletState((state) => state.busy);
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
      <label className="wallet-input">
        <span>{words.yourName}</span>
        <input
          autoComplete="name"
          maxLength={100}
          value={name}
          aria-invalid={nameless}
          aria-describedby="name-hint"
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <p id="name-hint" className="wallet-hint" role={nameless ? 'alert' : undefined}>
        {nameless ? words.nameMissing : ''}
      </p>
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
      <Submit label={words.register} busy={busy} />
    </form>
  );
}

/** The key that sends a form. */
export function Submit({ label, busy }: { readonly label: string; readonly busy: boolean }) {
  return (
    <div className="bed">
      <button type="submit" className="key key-yellow" aria-disabled={busy}>
        {label}
      </button>
    </div>
  );
}
