import { useEffect, useState } from 'react';
import { Copy } from '../ui/icons.ts';
import { Ghost, Key } from '../ui/key.tsx';
import { useTools } from './context.tsx';
import type { SetupParts } from './setup-asking.tsx';
import { stepOf } from './setup-form.ts';
import { SetupKeys } from './setup-keys.tsx';
import { SetupLines, SetupProblem } from './setup-lines.tsx';

const WHO = ['merchant', 'user', 'pos'] as const;

/** The public half of a key that was made here, for whoever looks after the shop's API users. */
export function SetupKey(props: SetupParts & { readonly publicKey: string }) {
  const { setup, form, setForm, publicKey } = props;
  const { words, till } = useTools();
  const [copied, setCopied] = useState(false);
  const step = stepOf({ ...form, mode: 'who' }, setup);
  useEffect(() => setForm((now) => ({ ...now, active: 'merchant' })), [setForm]);
  const copy = () => {
    // Where a page may not copy, the key can still be marked by hand.
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
      <SetupLines form={form} setForm={setForm} lines={WHO} />
      <SetupKeys form={form} setForm={setForm} />
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
