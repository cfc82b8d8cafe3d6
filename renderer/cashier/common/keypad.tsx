import type { ReactNode } from 'react';
import type { KeypadKey } from '../../state/keypad.ts';
import { Delete } from '../../ui/icons.ts';
import { Key } from '../../ui/key.tsx';
import { useCashier } from './context.tsx';

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/**
 * The deck's digits, 1-2-3 on top. They act on release. `goodsKeys` are the keys for goods; null
 * while the keypad types something else.
 */
export function Keypad({ goodsKeys = null }: { readonly goodsKeys?: ReactNode }) {
  const { till, words } = useCashier();
  const press = (key: KeypadKey) => () => till.press(key);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, this is a keypad
    <div
      className={goodsKeys === null ? 'keypad' : 'keypad keypad-goods'}
      role="group"
      aria-label={words.keypad}
    >
      {DIGITS.map((digit) => (
        <Key
          key={digit}
          className={`key-digit key-at-${digit}`}
          onPress={press({ kind: 'digit', digit })}
        >
          {digit}
        </Key>
      ))}
      <Key className="key-digit key-at-0" onPress={press({ kind: 'digit', digit: 0 })}>
        0
      </Key>
      <Key
        className="key-digit key-at-00"
        label={words.keyDoubleZero}
        onPress={press({ kind: 'double_zero' })}
      >
        00
      </Key>
      <Key
        className="key-fn key-at-back"
        label={words.keyBackspace}
        onPress={press({ kind: 'backspace' })}
      >
        <Delete size={34} aria-hidden="true" />
      </Key>
      <Key
        className="key-fn key-digit key-at-clear"
        label={words.keyClear}
        onPress={press({ kind: 'clear' })}
      >
        C
      </Key>
      {goodsKeys}
    </div>
  );
}
