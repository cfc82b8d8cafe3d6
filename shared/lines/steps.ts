import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { millionths } from '../money/units.ts';
import { isSameRate, roundedRateOf } from '../money/vat.ts';
import { byRate, isSomething, less, type RatedAmount, sumOf, taken, unrated } from './divide.ts';
import { partOfUnits } from './units.ts';

/* What the steps of a payment have taken of its lines: captures, or refunds by line and by amount (D-213, D-250). */

/** A line that was sold, with its quantity as decimal text. */
export type SoldLine = RatedAmount & { readonly quantity: string };

/** An amount of one tax rate that a step names, in minor units; negative for a returned deposit. */
export type NamedRate = Omit<RatedAmount, 'vat'>;

/**
 * A capture or a refund, without additional amounts. `lines` are the units that it names. `rates` are the amounts that it
 * names by tax rate: a product of a bill that was paid in shares is a part of a rate of each payment (D-572).
 */
export type Step = {
  readonly amount: MoneyInteger;
  readonly lines?: readonly { readonly index: number; readonly quantity: string }[];
  readonly rates?: readonly NamedRate[];
};

/**
 * What steps of one kind have taken of each line together. The named units have their own total and VAT. The amounts that
 * are named by tax rate are divided over what is left of the lines of their rate, and all other amounts over what is left
 * of all lines. The order of the steps does not matter.
 */
export function takenBy(sold: readonly SoldLine[], steps: readonly Step[]): readonly RatedAmount[] {
  const named = namedBy(sold, steps);
  const amount = add(ZERO, ...steps.map((step) => step.amount));
  const others = money(Math.max(0, amount - sumOf(named).total));
  return plus(named, taken(less(sold, named), others));
}

/**
 * What is left of each tax rate after the steps that named lines or rates: the most that a further step can name of it.
 * The highest rate first. It can be more than what the payment has left, because an amount without a name has no rate.
 */
export function unnamedRates(
  sold: readonly SoldLine[],
  steps: readonly Step[],
): readonly NamedRate[] {
  return byRate(less(sold, namedBy(sold, steps))).map(({ vatRate, total }) => ({ vatRate, total }));
}

/** The sum of what is named of each tax rate, the highest first, in whatever ways the rates are written (`isSameRate`). */
export function namedRates(all: readonly NamedRate[]): readonly NamedRate[] {
  const rates = new Map<number, NamedRate>();
  for (const { vatRate, total } of all) {
    const rate = roundedRateOf(vatRate);
    const before = rates.get(rate) ?? { vatRate, total: ZERO };
    rates.set(rate, { ...before, total: add(before.total, total) });
  }
  return [...rates.values()]
    .filter(({ total }) => total !== 0)
    .sort((one, other) => roundedRateOf(other.vatRate) - roundedRateOf(one.vatRate));
}

/** What is left of a tax rate, in whatever way it is written. */
export const leftOfRate = (left: readonly NamedRate[], vatRate: string | null): MoneyInteger =>
  add(ZERO, ...left.filter((one) => isSameRate(one.vatRate, vatRate)).map(({ total }) => total));

/** What steps have named of each line: its units, and its part of the amounts of its rate. */
function namedBy(sold: readonly SoldLine[], steps: readonly Step[]): readonly RatedAmount[] {
  const units = new Map<number, bigint>();
  for (const { index, quantity } of steps.flatMap(({ lines = [] }) => lines)) {
    units.set(index, (units.get(index) ?? 0n) + millionths(quantity));
  }
  const named = sold.map((line, place) => {
    const [wanted, all] = [units.get(place) ?? 0n, millionths(line.quantity)];
    return partOfUnits(line, [0n, wanted < all ? wanted : all], all);
  });
  const left = less(sold, named);
  const parts = left.map(({ vatRate }) => ({ vatRate, total: ZERO, vat: ZERO }));
  for (const { vatRate, total } of namedRates(steps.flatMap(({ rates = [] }) => rates))) {
    const places = [...left.keys()].filter((at) => isSameRate(left[at]?.vatRate ?? null, vatRate));
    const own = taken(
      places.flatMap((at) => left[at] ?? []),
      total,
    );
    for (const [at, part] of own.entries()) parts[places[at] ?? -1] = part;
  }
  return plus(named, parts);
}

/** Each amount of `all` and the amount at the same place of `others`. */
const plus = (all: readonly RatedAmount[], others: readonly RatedAmount[]) =>
  all.map((own, place) => ({ ...own, ...sumOf([own, others[place] ?? unrated(ZERO)]) }));

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
