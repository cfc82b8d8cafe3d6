import { exponentOf } from '../../shared/money/currency.ts';
import { readAmount } from '../../shared/money/read-amount.ts';

/** Whole units of the currency that may always be added, however little is asked for. */
const UNITS_ALWAYS = 10;
/** The first quick choice is the round sum at or above this part of the amount, in per cent. */
const FIRST_PERCENT = 8;

/** What the wallet lets its customer add at most, in minor units: as much again, or what the shop
 * itself proposed. More is taken for a slip of the finger. */
export function additionalMax(amount: number, proposed: number, currency: string): number {
  return Math.max(amount, proposed, UNITS_ALWAYS * 10 ** exponentOf(currency));
}

/** Two round sums to offer for an amount, in minor units: about a tenth and a fifth of it. */
export function quickChoices(amount: number): readonly [number, number] {
  const first = roundSum((amount * FIRST_PERCENT) / 100);
  return [first, roundSum(Math.max(first + 1, (amount * 2 * FIRST_PERCENT) / 100))];
}

/** The smallest of 1, 2, 5, 10, 20, 50 and so on that is not below. */
function roundSum(least: number): number {
  for (let power = 1; ; power *= 10) {
    const fits = [power, 2 * power, 5 * power].find((sum) => sum >= least);
    if (fits !== undefined) return fits;
  }
}

/** What a customer typed as the extra amount: minor units, or why it is none. */
export type Typed =
  | { readonly kind: 'sum'; readonly value: number }
  | { readonly kind: 'unreadable' | 'too_much' };

export function readAdditional(text: string, currency: string, max: number): Typed {
  if (text.trim() === '') return { kind: 'sum', value: 0 };
  const value = readAmount(text, currency);
  if (value === null) return { kind: 'unreadable' };
  return value > max ? { kind: 'too_much' } : { kind: 'sum', value };
}
