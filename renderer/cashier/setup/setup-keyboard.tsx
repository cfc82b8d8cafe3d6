import { useState } from 'react';
import { Delete } from '../../ui/icons.ts';
import { Key } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import { type SetupForm, withText } from './setup-form.ts';

const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl-', 'zxcvbnm.'] as const;
const SIGNS = [':', '/', '_'] as const;

type KeysProps = {
  readonly form: SetupForm;
  readonly setForm: (change: (form: SetupForm) => SetupForm) => void;
};

/** On-screen letters and digits for a till without a keyboard. They write into the active field. */
export function SetupKeyboard({ form, setForm }: KeysProps) {
  const { words } = useCashier();
  const [capital, setCapital] = useState(false);
  const upper = capital || form.active === 'code';
  const write = (sign: string) => () =>
    setForm((now) => withText(now, now.active, now[now.active] + sign));
  const shorten = () =>
    setForm((now) => {
      const text = now[now.active];
      const plain = now.active === 'code' ? text.replace('-', '') : text;
      return withText(now, now.active, plain.slice(0, -1));
    });
  const signs = [...ROWS[0], ...ROWS[1], ...ROWS[2]];
  const keyOf = (sign: string) => {
    const letter = upper ? sign.toUpperCase() : sign;
    return (
      <Key key={sign} className="setup-key" onPress={write(letter)}>
        {letter}
      </Key>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="setup-keys" role="group" aria-label={words.setupKeys}>
      {signs.map(keyOf)}
      <Key
        className={upper ? 'setup-key setup-key-on' : 'setup-key key-fn'}
        label={words.setupShift}
        onPress={() => setCapital(!capital)}
      >
        ⇧
      </Key>
      {[...ROWS[3]].map(keyOf)}
      <Key className="setup-key key-fn" label={words.setupDelete} onPress={shorten}>
        <Delete size={22} aria-hidden="true" />
      </Key>
      {form.active !== 'code' && (
        <>
          {SIGNS.map((sign) => (
            <Key key={sign} className="setup-key setup-key-wide" onPress={write(sign)}>
              {sign}
            </Key>
          ))}
          <Key
            className="setup-key setup-key-clear key-fn"
            onPress={() => setForm((now) => withText(now, now.active, ''))}
          >
            {words.setupClear}
          </Key>
        </>
      )}
    </div>
  );
}
