import { useState } from 'react';
import { Delete } from '../../ui/icons.ts';
import { Key } from '../../ui/key.tsx';
import { useCashier } from './context.tsx';

const LETTERS = ['qwertyuiopå', 'asdfghjkløæ', 'zxcvbnm.,-'] as const;
const DIGITS = '1234567890';

type LetterKeysProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Names: the first letter of each word is a capital, and there are no digits. */
  readonly capitals?: boolean;
};

/** On-screen letters and digits for a till without a keyboard. They append to one line of text. */
export function LetterKeys({ text, onText, capitals = false }: LetterKeysProps) {
  const { words } = useCashier();
  const [shift, setShift] = useState(false);
  const upper = shift || (capitals && (text === '' || /[\s-]$/.test(text)));
  const write = (sign: string) => () => {
    setShift(false);
    onText(text + sign);
  };
  const keyOf = (sign: string) => {
    const letter = upper ? sign.toUpperCase() : sign;
    return (
      <Key key={sign} className="letter-key" onPress={write(letter)}>
        {letter}
      </Key>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="letter-keys" role="group" aria-label={words.letterKeys}>
      {(capitals ? LETTERS : [DIGITS, ...LETTERS]).map((row) => (
        <div key={row} className="letter-row">
          {[...row].map(keyOf)}
        </div>
      ))}
      <div className="letter-row">
        {capitals && (
          <Key
            className={upper ? 'letter-key letter-key-on' : 'letter-key key-fn'}
            label={words.setupShift}
            onPress={() => setShift(!shift)}
          >
            ⇧
          </Key>
        )}
        <Key className="letter-key letter-space" onPress={write(' ')}>
          {words.letterSpace}
        </Key>
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
