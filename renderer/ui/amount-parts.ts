import { type AmountPart, amountParts } from '../../shared/money/format.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';

const NBSP = '\u00a0';

/**
 * The amount's parts in the order in which the house shows them: the locale's own, but Norwegian
 * amounts put the currency first (`kr 125,00`), as tills and bills there do.
 */
export function houseParts(
  amount: MoneyInteger,
  currency: string,
  locale: string,
): readonly AmountPart[] {
  const parts = amountParts(amount, currency, locale).map(withTrueMinus);
  const last = parts.at(-1);
  if (!/^(nb|nn|no)\b/.test(locale) || last?.kind !== 'currency') return parts;
  const figures = parts.filter((part) => part.kind === 'figures');
  return [last, { kind: 'space', text: NBSP }, ...figures];
}

/** The figures alone, for columns whose header or total carries the currency. */
export function figuresOf(amount: MoneyInteger, currency: string, locale: string): string {
  return houseParts(amount, currency, locale)
    .filter((part) => part.kind === 'figures')
    .map((part) => part.text)
    .join('');
}

/** The amount as one string, for labels, logs and announcements. */
export function amountText(amount: MoneyInteger, currency: string, locale: string): string {
  return houseParts(amount, currency, locale)
    .map((part) => part.text)
    .join('');
}

function withTrueMinus(part: AmountPart): AmountPart {
  return { ...part, text: part.text.replace('-', '\u2212') };
}
