import type { MoneyInteger } from '../../shared/money/money.ts';
import { figuresOf, houseParts } from './amount-parts.ts';

export type AmountProps = {
  readonly amount: MoneyInteger;
  readonly currency: string;
  /** BCP 47 locale of the shop: amounts look alike on every screen and in every language. */
  readonly locale: string;
};

/** An amount with its currency drawn smaller than the figures. */
export function Amount({ amount, currency, locale }: AmountProps) {
  return (
    <span className="amount">
      {houseParts(amount, currency, locale).map((part) => (
        <span key={part.kind} className={`amount-${part.kind}`}>
          {part.text}
        </span>
      ))}
    </span>
  );
}

/** Figures without the currency, for a column. */
export function Figures({ amount, currency, locale }: AmountProps) {
  return <span className="figures">{figuresOf(amount, currency, locale)}</span>;
}
