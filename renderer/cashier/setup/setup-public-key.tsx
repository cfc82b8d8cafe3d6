import { useEffect, useState } from 'react';
import { Copy } from '../../ui/icons.ts';
import { Ghost, Key } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import { SetupFields, SetupProblem } from './setup-fields.tsx';
import { stepOf } from './setup-form.ts';
import { SetupKeyboard } from './setup-keyboard.tsx';
import type { SetupProps } from './setup-questions.tsx';

const WHO = ['merchant', 'user', 'pos'] as const;

/** Shows the public key that the till generated, for the person who registers it in the portal. */
export function SetupPublicKey(props: SetupProps & { readonly publicKey: string }) {
  const { setup, form, setForm, publicKey } = props;
  const { words, till } = useCashier();
  const [copied, setCopied] = useState(false);
  const step = stepOf({ ...form, mode: 'who' }, setup);
  useEffect(() => setForm((now) => ({ ...now, active: 'merchant' })), [setForm]);
  const copy = () => {
    // If the browser refuses to copy, the operator can still select the key.
    navigator.clipboard?.writeText(publicKey).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className="setup-form">
      <header className="setup-head">
        <h1>{words.setupKeyHead}</h1>
        {setup.problem === null ? (
          <p>{words.setupKeyText}</p>
        ) : (
          <SetupProblem problem={setup.problem} />
        )}
      </header>
      <textarea
        className="setup-pem mono"
        readOnly
        rows={4}
        aria-label={words.setupKeyLabel}
        value={publicKey}
      />
      <SetupFields form={form} setForm={setForm} lines={WHO} />
      <SetupKeyboard form={form} setForm={setForm} />
      <div className="setup-foot setup-foot-three">
        <Key
          className="key-yellow"
          disabled={step === null}
          onPress={() => {
            if (step !== null) void till.setup(step);
          }}
        >
          {words.setupKeyDone}
        </Key>
        <Ghost onPress={copy}>
          <Copy size={20} aria-hidden="true" />
          {copied ? words.setupCopied : words.setupCopy}
        </Ghost>
        <Ghost onPress={() => void till.setup({ kind: 'again' })}>{words.setupAgain}</Ghost>
      </div>
    </div>
  );
}
