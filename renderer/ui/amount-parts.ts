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

/** How wide an amount is drawn at most, in ems of its figures and in ems of its currency. */
export type AmountWidth = { readonly figures: number; readonly currency: number };

/**
 * The width of these parts in ems, a little more than the fonts need. The style sheet divides the
 * room by it, so that an amount of any length is drawn completely.
 */
export function widthOf(parts: readonly AmountPart[]): AmountWidth {
  const width = { figures: 0, currency: 0 };
  for (const { kind, text } of parts) {
    if (kind === 'space') width.figures += GAP_EMS;
    else for (const character of text) width[kind] += emsOf(character);
  }
  return width;
}

/** The widest gap that the style sheet draws between figures and currency. */
const GAP_EMS = 0.26;

/** Digits of our font have 0.632 em, its separators at most 0.32; other scripts have other fonts. */
function emsOf(character: string): number {
  if (/[0-9]/.test(character)) return 0.635;
  if (/[\s.,’'-]/.test(character)) return 0.33;
  if (/[a-z]/.test(character)) return 0.6;
  return /\p{Cf}/u.test(character) ? 0 : 0.76;
}

function withTrueMinus(part: AmountPart): AmountPart {
  return { ...part, text: part.text.replace('-', '\u2212') };
}
