import { useEffect, useRef } from 'react';
import { type KeypadKey, usePadKeyboard } from '../../state/keypad.ts';
import { Delete } from '../../ui/icons.ts';
import { Key } from '../../ui/key.tsx';
import { useCashier } from './context.tsx';

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

type DigitPadProps = {
  readonly onKey: (key: KeypadKey) => void;
  readonly disabled?: boolean;
};

/**
 * A pad of digits for PINs and refund amounts. The digits of the hardware keyboard press its keys.
 */
export function DigitPad({ onKey, disabled = false }: DigitPadProps) {
  const { words } = useCashier();
  usePadKeyboard(onKey, !disabled);
  const press = (key: KeypadKey) => () => onKey(key);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, this is a keypad
    <div className="pad" role="group" aria-label={words.keypad}>
      {DIGITS.map((digit) => (
        <Key
          key={digit}
          className="key-digit"
          disabled={disabled}
          onPress={press({ kind: 'digit', digit })}
        >
          {digit}
        </Key>
      ))}
      <Key
        className="key-fn key-digit"
        label={words.keyClear}
        disabled={disabled}
        onPress={press({ kind: 'clear' })}
      >
        C
      </Key>
      <Key className="key-digit" disabled={disabled} onPress={press({ kind: 'digit', digit: 0 })}>
        0
      </Key>
      <Key
        className="key-fn"
        label={words.keyBackspace}
        disabled={disabled}
        onPress={press({ kind: 'backspace' })}
      >
        <Delete size={30} aria-hidden="true" />
      </Key>
    </div>
  );
}

/**
 * The element of a step that takes digits. A new step starts with the focus on it, so that digits and
 * Enter are the step's, and with its head in sight.
 */
export function useStep() {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    step.current?.focus({ preventScroll: true });
    const deck = step.current?.closest('.deck');
    deck?.scrollTo(0, 0);
    deck?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, []);
  return step;
}
