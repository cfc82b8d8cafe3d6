import { useState } from 'react';
import type { QuestionForm } from '../../../shared/device/questions/question.ts';
import { money } from '../../../shared/money/money.ts';
import { AMOUNT_MAX, amountAfter, type KeypadKey, usePadKeyboard } from '../../state/keypad.ts';
import { Amount } from '../amount.tsx';
import { useFormat } from '../format.tsx';
import { Delete } from '../icons.ts';
import { Key } from '../key.tsx';
import { AnswerEnd } from './answer-end.tsx';
import { useQuestion } from './question-context.tsx';

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** A whole number or an amount, on a pad of digits; the digits of a keyboard press its keys. */
export function NumberAnswer({ least, most, unit }: Extract<QuestionForm, { kind: 'number' }>) {
  const { words, currency, give } = useQuestion();
  const format = useFormat();
  const [typed, setTyped] = useState<number | null>(null);
  const onKey = (key: KeypadKey) => {
    const next = amountAfter(typed ?? 0, key);
    if (key.kind === 'clear' || (key.kind === 'backspace' && next === 0)) setTyped(null);
    else if (next <= Math.min(most, AMOUNT_MAX)) setTyped(next);
  };
  usePadKeyboard(onKey);
  const said = (value: number) =>
    unit === 'money' ? format.amount(money(value), currency) : String(value);
  const press = (key: KeypadKey) => () => onKey(key);
  return (
    <div className="question-work">
      <p className="question-typed" role="status" aria-label={words.numberLabel}>
        {unit === 'money' ? <Amount amount={money(typed ?? 0)} currency={currency} /> : typed}
      </p>
      <p className="question-hint">{words.between(said(least), said(most))}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, this is a keypad */}
      <div className="question-pad" role="group" dir="ltr" aria-label={words.keypad}>
        {DIGITS.map((digit) => (
          <Key key={digit} className="key-digit" onPress={press({ kind: 'digit', digit })}>
            {digit}
          </Key>
        ))}
        <Key className="key-fn key-digit" label={words.keyClear} onPress={press({ kind: 'clear' })}>
          C
        </Key>
        <Key className="key-digit" onPress={press({ kind: 'digit', digit: 0 })}>
          0
        </Key>
        <Key className="key-fn" label={words.keyBackspace} onPress={press({ kind: 'backspace' })}>
          <Delete size={30} aria-hidden="true" />
        </Key>
      </div>
      <AnswerEnd
        ready={typed !== null && typed >= least}
        onDone={() => give({ kind: 'number', value: typed ?? 0 })}
      />
    </div>
  );
}
