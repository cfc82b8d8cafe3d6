import { readAmount } from '../../shared/money/amount-text.ts';
import { exponentOf } from '../../shared/money/currency.ts';

/** An additional amount of this many whole units is always allowed. */
const UNITS_ALWAYS = 10;
/** The first suggestion is the round amount at or above this share of the total, in per cent. */
const FIRST_PERCENT = 8;

/**
 * The largest additional amount in minor units: as much as the total, or what the shop proposed. A
 * larger amount is taken for a typing error.
 */
export function additionalMax(amount: number, proposed: number, currency: string): number {
  return Math.max(amount, proposed, UNITS_ALWAYS * 10 ** exponentOf(currency));
}

/** Two round amounts to suggest, in minor units: about a tenth and a fifth of the total. */
export function quickChoices(amount: number): readonly [number, number] {
  const first = roundSum((amount * FIRST_PERCENT) / 100);
  return [first, roundSum(Math.max(first + 1, (amount * 2 * FIRST_PERCENT) / 100))];
}

/** The smallest of 1, 2, 5, 10, 20, 50 and so on that is not below `least`. */
function roundSum(least: number): number {
  for (let power = 1; ; power *= 10) {
    const fits = [power, 2 * power, 5 * power].find((sum) => sum >= least);
    if (fits !== undefined) return fits;
  }
}

/** The typed additional amount in minor units, or why it is not valid. */
export type Typed =
  | { readonly kind: 'sum'; readonly value: number }
  | { readonly kind: 'unreadable' | 'too_much' };

export function readAdditional(text: string, currency: string, max: number): Typed {
  if (text.trim() === '') return { kind: 'sum', value: 0 };
  const value = readAmount(text, currency);
  if (value === null) return { kind: 'unreadable' };
  return value > max ? { kind: 'too_much' } : { kind: 'sum', value };
}
