import { exponentOf } from './currency.ts';
import { MONEY_MAX, type MoneyInteger, money } from './money.ts';

/** Whole units, in groups or not, and what was typed after a point or a comma. */
const TYPED = /^(\d{1,12}|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:[.,](\d{0,3}))?$/;

/**
 * Reads an amount as people type it (`125`, `125,00`, `1 250.5`), in minor units; null if the text is not
 * an amount. A separator before more digits than the currency has decimals may have been a thousands
 * separator, so `1,250` is not an amount in kroner: the till must not guess a factor of a thousand.
 */
export function readAmount(typed: string, currency: string): MoneyInteger | null {
  const match = TYPED.exec(typed.trim());
  if (match === null) return null;
  const exponent = exponentOf(currency);
  const decimals = match[2] ?? '';
  if (decimals.length > exponent) return null;
  const digits = (match[1] ?? '').replace(/\D/g, '') + decimals.padEnd(exponent, '0');
  const minor = Number(digits);
  return minor <= MONEY_MAX ? money(minor) : null;
}

/** How a country writes amounts of its currency. */
export type Writing = {
  readonly symbol: string;
  readonly place: 'before' | 'after';
  /** Between symbol and figures; none where it is empty. */
  readonly gap: string;
  readonly group: string;
  readonly point: string;
};

const NBSP = '\u00a0';

const NORDIC = { symbol: 'kr', place: 'after', gap: NBSP, group: NBSP, point: ',' } as const;
const ENGLISH = { place: 'before', gap: '', group: ',', point: '.' } as const;

/**
 * The writings that most of our shops have. The platform knows them all, but its first formatter of
 * a page costs about a fifth of the time until a till can be used, and an amount stands on its first
 * picture. A test compares each of these with the platform's own.
 */
export const WRITINGS: ReadonlyMap<string, Writing> = new Map([
  ['nb-NO NOK', NORDIC],
  ['nn-NO NOK', NORDIC],
  ['sv-SE SEK', NORDIC],
  ['da-DK DKK', { ...NORDIC, symbol: 'kr.', group: '.' }],
  ['fi-FI EUR', { ...NORDIC, symbol: '€' }],
  ['de-DE EUR', { ...NORDIC, symbol: '€', group: '.' }],
  ['en-GB GBP', { ...ENGLISH, symbol: '£' }],
  ['en-GB NOK', { ...ENGLISH, symbol: 'kr', gap: NBSP }],
  ['en-GB EUR', { ...ENGLISH, symbol: '€' }],
  ['en-IE EUR', { ...ENGLISH, symbol: '€' }],
  ['en-US USD', { ...ENGLISH, symbol: '$' }],
]);
