import { useState } from 'react';
import { exponentOf } from '../../shared/money/currency.ts';
import { money } from '../../shared/money/money.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import { Figures } from '../ui/amount.tsx';
import { Choice } from '../ui/choice.tsx';
import { useWallet } from './context.tsx';

const OFFERED = [10, 20] as const;
const OWN_DIGITS_MAX = 6;

type AdditionalChoiceProps = {
  readonly request: WalletRequest;
  /** Minor units. */
  readonly value: number;
  readonly onChange: (value: number) => void;
};

/** The customer's own extra amount, where the shop lets it be chosen. */
export function AdditionalChoice({ request, value, onChange }: AdditionalChoiceProps) {
  const { words, locale } = useWallet();
  const unit = 10 ** exponentOf(request.currency);
  const [picked, setPicked] = useState(pickedAtFirst(value, unit));
  const pick = (next: string) => {
    setPicked(next);
    if (next !== 'own') onChange(wholeUnits(next) * unit);
  };
  return (
    <div className="additional">
      <p className="additional-head">
        <span>{words.additional}</span>
        <Figures amount={money(value)} currency={request.currency} locale={locale} />
      </p>
      <Choice
        label={words.additional}
        name="additional"
        value={picked}
        options={[
          { value: '0', label: words.additionalNone },
          ...OFFERED.map((whole) => ({ value: String(whole), label: String(whole) })),
          { value: 'own', label: words.additionalOther },
        ]}
        onChange={pick}
      />
      {picked === 'own' && (
        <label className="wallet-input">
          <span>{words.additionalOwn}</span>
          <input
            inputMode="numeric"
            autoComplete="off"
            maxLength={OWN_DIGITS_MAX}
            defaultValue={value === 0 ? '' : String(Math.trunc(value / unit))}
            onChange={(event) => onChange(wholeUnits(event.target.value) * unit)}
          />
        </label>
      )}
    </div>
  );
}

function pickedAtFirst(value: number, unit: number): string {
  const whole = String(value / unit);
  if (value === 0 || OFFERED.some((one) => String(one) === whole)) return whole;
  return 'own';
}

/** Whole units of what was typed; everything but digits is left out. */
function wholeUnits(text: string): number {
  const digits = text.replace(/\D/g, '').slice(0, OWN_DIGITS_MAX);
  return digits === '' ? 0 : Number(digits);
}
