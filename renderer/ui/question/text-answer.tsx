import { useEffect, useRef, useState } from 'react';
import { directionOfTyped } from '../../../shared/catalogue/language.ts';
import { fits, type QuestionForm } from '../../../shared/device/questions/question.ts';
import { EMAIL_MAX } from '../../../shared/protocol/mailbox.ts';
import { Delete } from '../icons.ts';
import { Key } from '../key.tsx';
import { capitalOf, DIGITS, hasCapitals, LATIN, LETTERS } from '../letters.ts';
import { AnswerEnd } from './answer-end.tsx';
import { useQuestion } from './question-context.tsx';

/** Keys of an address besides letters and digits. */
const ADDRESS = '@._-';

type TextAnswerProps = {
  readonly kind: 'text' | 'email';
  /** Longest text in characters; null for an address. */
  readonly longest: number | null;
};

/** One line, typed on a keyboard or on the keys of the screen. */
export function TextAnswer({ kind, longest }: TextAnswerProps) {
  const { words, give } = useQuestion();
  const [value, setValue] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const form: QuestionForm = kind === 'text' ? { kind, longest: longest ?? 0 } : { kind };
  const answer = { kind, value: value.trim() };
  const ready = fits(form, answer);
  const label = kind === 'text' ? words.textLabel : words.emailLabel;
  const write = (text: string) => setValue(text.slice(0, longest ?? EMAIL_MAX));
  return (
    <form
      className="question-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) give(answer);
      }}
    >
      <input
        ref={field}
        className="question-line"
        // An address on the screen of a till is nobody's to remember.
        type="text"
        inputMode={kind === 'text' ? 'text' : 'email'}
        autoComplete="off"
        spellCheck={false}
        dir={kind === 'email' ? 'ltr' : directionOfTyped(value)}
        aria-label={label}
        placeholder={kind === 'email' ? words.emailHint : undefined}
        value={value}
        onChange={(event) => write(event.target.value)}
      />
      <LetterKeys kind={kind} text={value} onText={write} />
      <AnswerEnd ready={ready} onDone={() => give(answer)} />
    </form>
  );
}

type LetterKeysProps = {
  readonly kind: 'text' | 'email';
  readonly text: string;
  readonly onText: (text: string) => void;
};

function LetterKeys({ kind, text, onText }: LetterKeysProps) {
  const { words, language } = useQuestion();
  const [shift, setShift] = useState(false);
  const rows = [DIGITS, ...(kind === 'email' ? LATIN : LETTERS[language])];
  const keyOf = (sign: string) => {
    const letter = shift ? capitalOf(sign) : sign;
    const write = () => {
      setShift(false);
      onText(text + letter);
    };
    return (
      <Key key={sign} className="question-letter" onPress={write}>
        {letter}
      </Key>
    );
  };
  return (
    // The letters of every keyboard stand from left to right, also the Arabic ones.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="question-letters" role="group" dir="ltr" aria-label={words.letters}>
      {rows.map((row) => (
        <div key={row} className="question-row">
          {[...row].map(keyOf)}
        </div>
      ))}
      <div className="question-row">
        {kind === 'email' ? (
          [...ADDRESS].map(keyOf)
        ) : (
          <>
            {hasCapitals(language) && (
              <Key
                className="question-letter key-fn"
                label={words.shift}
                onPress={() => setShift(!shift)}
              >
                ⇧
              </Key>
            )}
            <Key className="question-letter question-space" onPress={() => onText(`${text} `)}>
              {words.space}
            </Key>
          </>
        )}
        <Key
          className="question-letter key-fn"
          label={words.deleteLetter}
          onPress={() => onText(text.slice(0, -1))}
        >
          <Delete size={26} aria-hidden="true" />
        </Key>
      </div>
    </div>
  );
}
