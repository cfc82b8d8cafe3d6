import type { AmountPart } from '../../shared/money/format.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import { widthOf } from './amount-parts.ts';
import { useFormat } from './format.tsx';

export type AmountProps = {
  readonly amount: MoneyInteger;
  readonly currency: string;
};

/**
 * An amount whose currency is smaller than its figures. If its container is too narrow, the amount
 * is drawn smaller, so that no digit is cut.
 */
export function Amount({ amount, currency }: AmountProps) {
  const parts = useFormat().amountParts(amount, currency);
  const width = widthOf(parts);
  const ems: Record<`--${string}`, number> = {
    '--figures-ems': width.figures,
    '--currency-ems': width.currency,
  };
  return (
    <span className="amount" style={ems}>
      {parts.map((part) => (
        // Some locales have figures on both sides of the currency, so the kind alone is no unique
        // key.
        <span key={startOf(part, parts)} className={`amount-${part.kind}`}>
          {part.text}
        </span>
      ))}
    </span>
  );
}

function startOf(part: AmountPart, parts: readonly AmountPart[]): number {
  return parts.slice(0, parts.indexOf(part)).reduce((sum, { text }) => sum + text.length, 0);
}

/** Figures without the currency, for a column. */
export function Figures({ amount, currency }: AmountProps) {
  return <span className="figures">{useFormat().figures(amount, currency)}</span>;
}
