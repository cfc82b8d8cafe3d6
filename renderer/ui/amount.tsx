import type { AmountPart } from '../../shared/money/format.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import { useFormat } from './format.tsx';

/** Upper bound for the width of an amount, in ems of its figures and in ems of its currency. */
export type AmountWidth = { readonly figures: number; readonly currency: number };

/**
 * The width of these parts in ems, slightly more than the fonts need. The style sheet divides the
 * available width by it, so that an amount of any length fits.
 */
export function widthOf(parts: readonly AmountPart[]): AmountWidth {
  const width = { figures: 0, currency: 0 };
  for (const { kind, text } of parts) {
    if (kind === 'space') width.figures += GAP_EMS;
    else for (const character of text) width[kind] += emsOf(character);
  }
  return width;
}

/** The widest gap between figures and currency in the style sheet. */
const GAP_EMS = 0.26;

/**
 * Width of a character in ems: digits of the product's font have 0.632, separators at most 0.32.
 * Other scripts use other fonts.
 */
function emsOf(character: string): number {
  if (/[0-9]/.test(character)) return 0.635;
  if (/[\s.,’'-]/.test(character)) return 0.33;
  if (/[a-z]/.test(character)) return 0.6;
  return /\p{Cf}/u.test(character) ? 0 : 0.76;
}

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
