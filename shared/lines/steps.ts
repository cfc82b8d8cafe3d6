import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { millionths } from '../money/units.ts';
import { byRate, isSomething, less, type RatedAmount, sumOf, taken, unrated } from './divide.ts';
import { partOfUnits } from './units.ts';

/* What the steps of a payment have taken of its lines: captures, or refunds by line and by amount (D-213, D-250). */

/** A line that was sold, with its quantity as decimal text. */
export type SoldLine = RatedAmount & { readonly quantity: string };

/** A capture or a refund, without additional amounts. `lines` are the units that it names. */
export type Step = {
  readonly amount: MoneyInteger;
  readonly lines?: readonly { readonly index: number; readonly quantity: string }[];
};

/**
 * What steps of one kind have taken of each line together. The named units have their own total and VAT. All other
 * amounts are divided over what is left of the lines. The order of the steps does not matter.
 */
export function takenBy(sold: readonly SoldLine[], steps: readonly Step[]): readonly RatedAmount[] {
  const units = new Map<number, bigint>();
  for (const { index, quantity } of steps.flatMap(({ lines = [] }) => lines)) {
    units.set(index, (units.get(index) ?? 0n) + millionths(quantity));
  }
  const named = sold.map((line, place) => {
    const [wanted, all] = [units.get(place) ?? 0n, millionths(line.quantity)];
    return partOfUnits(line, [0n, wanted < all ? wanted : all], all);
  });
  const amount = add(ZERO, ...steps.map((step) => step.amount));
  const others = money(Math.max(0, amount - sumOf(named).total));
  const rest = taken(less(sold, named), others);
  return named.map((own, place) => ({ ...own, ...sumOf([own, rest[place] ?? unrated(ZERO)]) }));
}

/** What the last one of these steps has taken of each line: what all took, less what the others took. */
export function partsOfLast(
  sold: readonly SoldLine[],
  steps: readonly Step[],
): readonly RatedAmount[] {
  return less(takenBy(sold, steps), takenBy(sold, steps.slice(0, -1)));
}

/**
 * The same by rate, without rates of nothing. It adds up to the amount of the last step; what the lines do not have, because
 * the steps took more than all of them, has no known rate.
 */
export function ratesOfLast(sold: readonly SoldLine[], steps: readonly Step[]): RatedAmount[] {
  const parts = partsOfLast(sold, steps);
  const more = subtract(steps.at(-1)?.amount ?? ZERO, sumOf(parts).total);
  return byRate([...parts, unrated(more)]).filter(isSomething);
}
