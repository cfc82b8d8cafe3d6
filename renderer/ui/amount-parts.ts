import { type AmountPart, amountParts } from '../../shared/money/format.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';

const NBSP = '\u00a0';

/**
 * The parts of an amount in the order in which the product shows them: the locale's order, except
 * that Norwegian amounts put the currency first (`kr 125,00`), as Norwegian tills do.
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

/** The figures without the currency, for columns whose header or total has the currency. */
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

function withTrueMinus(part: AmountPart): AmountPart {
  return { ...part, text: part.text.replace('-', '\u2212') };
}
