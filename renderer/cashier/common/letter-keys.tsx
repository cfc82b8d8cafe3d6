import { useEffect, useRef, useState } from 'react';
import { Delete } from '../../ui/icons.ts';
import { Key } from '../../ui/key.tsx';
import { capitalOf, DIGITS, hasCapitals, LATIN, LETTERS, SIGNS } from '../../ui/letters.ts';
import { useCashier } from './context.tsx';
import type { LetterKeysProps } from './lazy-screens.tsx';

/** Signs of an address besides letters and digits. */
const ADDRESS = '@._-+';

/**
 * On-screen letters and digits for a till without a keyboard, as keyboards of the screen's language have them. They
 * append to one line of text.
 */
export function LetterKeys(props: LetterKeysProps) {
  const { text, onText, capitals = false, digits = !capitals, address = false } = props;
  const { words, language } = useCashier();
  const letters = address ? LATIN : LETTERS[language];
  const [shift, setShift] = useState(false);
  const upper = shift || (capitals && (text === '' || /[\s-]$/.test(text)));
  const write = (sign: string) => () => {
    setShift(false);
    onText(text + sign);
  };
  const keyOf = (sign: string) => {
    const letter = upper ? capitalOf(sign) : sign;
    return (
      <Key key={sign} className="letter-key" onPress={write(letter)}>
        {letter}
      </Key>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="letter-keys" role="group" aria-label={words.letterKeys}>
      {(digits ? [DIGITS, ...letters] : letters).map((row) => (
        <div key={row} className="letter-row">
          {[...row].map(keyOf)}
        </div>
      ))}
      <div className="letter-row">
        {capitals && hasCapitals(language) && (
          <Key
            className={upper ? 'letter-key letter-key-on' : 'letter-key key-fn'}
            label={words.setupShift}
            onPress={() => setShift(!shift)}
          >
            ⇧
          </Key>
        )}
        {[...(address ? ADDRESS : SIGNS[language])].map(keyOf)}
        {!address && (
          <Key className="letter-key letter-space" onPress={write(' ')}>
            {words.letterSpace}
          </Key>
        )}
        <Key
          className="letter-key key-fn letter-delete"
          label={words.setupDelete}
          onPress={() => onText(text.slice(0, -1))}
        >
          <Delete size={22} aria-hidden="true" />
        </Key>
      </div>
    </div>
  );
}

/** The line above the letter keys. It has the focus at once, so that the machine's keyboard types into it too. */
export function TypedLine(props: {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Of a text whose letters are always Latin. */
  readonly direction?: 'ltr';
}) {
  const { label, text, onText, direction } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <label className="setup-line">
      <span>{label}</span>
      <input
        ref={field}
        value={text}
        dir={direction}
        inputMode="none"
        autoComplete="off"
        spellCheck={false}
        data-active=""
        onChange={(event) => onText(event.target.value)}
      />
    </label>
  );
}
