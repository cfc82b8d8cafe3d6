import { type FormEvent, useState } from 'react';
import { showMsisdn } from '../state/phone.ts';
import { Check } from '../ui/icons.ts';
import { SubmitKey } from '../ui/key.tsx';
import { useWallet, useWalletState } from './context.tsx';
import { WalletInput } from './form.tsx';

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
