import { useState } from 'react';
import type { Format } from '../../shared/format/format.ts';
import { exponentOf } from '../../shared/money/currency.ts';
import { money } from '../../shared/money/money.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import { Figures } from '../ui/amount.tsx';
import { Choice } from '../ui/choice.tsx';
import { useFormat } from '../ui/format.tsx';
import { additionalMax, quickChoices, readAdditional, type Typed } from './additional.ts';
import { useWallet } from './context.tsx';
import { WalletInput } from './form.tsx';

const TYPED_MAX = 16;

type AdditionalChoiceProps = {
  readonly request: WalletRequest;
  /** Minor units; null if the typed text is not a valid amount. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
};

/** The additional amount of the customer, if the shop allows one. */
export function AdditionalChoice({ request, value, onChange }: AdditionalChoiceProps) {
  const { words } = useWallet();
  const format = useFormat();
  const { currency, amount, additional_amount: proposed } = request;
  const offered = [0, ...quickChoices(amount)];
  const [picked, setPicked] = useState(offered.includes(proposed) ? String(proposed) : 'own');
  const pick = (next: string) => {
    setPicked(next);
    onChange(next === 'own' ? (value ?? 0) : Number(next));
  };
  return (
    <div className="additional">
      <p className="additional-head">
        <span>{words.additional}</span>
        {value !== null && <Figures amount={money(value)} currency={currency} />}
      </p>
      <Choice
        label={words.additional}
        name="additional"
        value={picked}
        options={[
          ...offered.map((sum) => ({
            value: String(sum),
            label: sum === 0 ? words.additionalNone : shortSum(sum, currency, format),
          })),
          { value: 'own', label: words.additionalOther },
        ]}
        onChange={pick}
      />
      {picked === 'own' && <OwnSum request={request} first={value ?? 0} onChange={onChange} />}
    </div>
  );
}

type OwnSumProps = {
  readonly request: WalletRequest;
  readonly first: number;
  readonly onChange: (value: number | null) => void;
};

/**
 * The field for another amount. Invalid text stays as typed, and the payment is blocked until it is
 * valid.
 */
function OwnSum({ request, first, onChange }: OwnSumProps) {
  const { words } = useWallet();
  const format = useFormat();
  const { currency, amount, additional_amount: proposed } = request;
  const max = additionalMax(amount, proposed, currency);
  const [text, setText] = useState(first === 0 ? '' : format.typed(money(first), currency));
  const most = format.amount(money(max), currency);
  const typed = readAdditional(text, currency, max);
  const type = (next: string) => {
    setText(next);
    const read = readAdditional(next, currency, max);
    onChange(read.kind === 'sum' ? read.value : null);
  };
  const notes: Readonly<Record<Typed['kind'], string>> = {
    sum: words.additionalMost(most),
    too_much: words.additionalMost(most),
    unreadable: words.additionalBad,
  };
  return (
    <WalletInput
      label={words.additionalOwn}
      inputMode="decimal"
      autoComplete="off"
      maxLength={TYPED_MAX}
      value={text}
      hint={notes.sum}
      problem={typed.kind === 'sum' ? null : notes[typed.kind]}
      onType={type}
    />
  );
}

/** `20` for whole units, `7,50` otherwise, for the label of a key. */
function shortSum(sum: number, currency: string, format: Format): string {
  const whole = sum % 10 ** exponentOf(currency) === 0;
  return whole ? format.wholeUnits(sum, currency) : format.figures(money(sum), currency);
}
