import type { EntryKey } from '../state/entry.ts';
import { Delete } from '../ui/icons.ts';
import { Key } from '../ui/key.tsx';
import { useGoods, useTables, useTillState, useTools } from './context.tsx';
import { GoodsKeys } from './goods/goods-keys.tsx';

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The deck's digits, 1-2-3 on top. They act on release, and say their digit and nothing else. */
export function Keypad() {
  const { till, words } = useTools();
  const press = (key: EntryKey) => () => till.press(key);
  const sells = useGoods(({ catalogue, step }) => catalogue !== null && step === null);
  const typesAmount = useTillState((state) => state.entry.stage === 'amount');
  const naming = useTables((state) => state.naming !== null);
  const withGoods = sells && typesAmount && !naming;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, this is a keypad
    <div
      className={withGoods ? 'keypad keypad-goods' : 'keypad'}
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
      {withGoods && <GoodsKeys />}
    </div>
  );
}
