import { type MoneyInteger, money } from '../money/money.ts';

/**
 * Splits `amount` by `weights` (all in minor units, none negative) so that the parts add up to it
 * exactly. What rounding leaves over goes to the largest remainders, the first of equals. No part is
 * larger than its weight when `amount` is at most their sum; without any weight nothing is split.
 */
export function spread(
  amount: MoneyInteger,
  weights: readonly MoneyInteger[],
): readonly MoneyInteger[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all === 0n) return weights.map(() => money(0));
  // The products are larger than what a number holds exactly.
  const shares = weights.map((weight, place) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { place, floor: Number(exact / all), remainder: exact % all };
  });
  const left = amount - shares.reduce((sum, { floor }) => sum + floor, 0);
  const more = new Set(
    shares
      .toSorted((a, b) => compare(b.remainder, a.remainder) || a.place - b.place)
      .slice(0, left)
      .map(({ place }) => place),
  );
  return shares.map(({ place, floor }) => money(floor + (more.has(place) ? 1 : 0)));
}

function compare(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
