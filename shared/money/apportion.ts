import { type MoneyInteger, money, ZERO } from './money.ts';

/**
 * `amount` times `part` by `whole`, rounded to a minor unit, half away from zero. `part` and `whole` have the same sign.
 */
export function proportionOf(
  amount: number,
  part: number | bigint,
  whole: number | bigint,
): MoneyInteger {
  if (Number(whole) === 0) return ZERO;
  const [doubled, of] = [2n * BigInt(amount) * BigInt(part), BigInt(whole)];
  const [size, by] = [absolute(doubled), absolute(of)];
  const rounded = Number((size + by) / (2n * by));
  return money(doubled < 0n === of < 0n ? rounded : -rounded);
}

const absolute = (value: bigint) => (value < 0n ? -value : value);

/**
 * Splits `amount` over amounts of any sign: `apportion` for those that add to their sum and for those that reduce it, each
 * with its proportion. `amount` is between nothing and the sum. Each share is between nothing and its own amount, and grows
 * with `amount`.
 */
export function spread(
  amount: MoneyInteger,
  over: readonly MoneyInteger[],
): readonly MoneyInteger[] {
  const sum = over.reduce((all, one) => all + one, 0);
  const sign = sum < 0 ? -1 : 1;
  const adding = over.map((one) => money(Math.max(0, sign * one)));
  const reducing = over.map((one) => money(Math.max(0, -sign * one)));
  const off = proportionOf(
    reducing.reduce((all, one) => all + one, 0),
    amount,
    sum,
  );
  const added = apportion(money(sign * amount + off), adding);
  const reduced = apportion(off, reducing);
  return over.map((_, place) => money(sign * ((added[place] ?? 0) - (reduced[place] ?? 0))));
}

/**
 * Splits `amount` in the proportion of `weights` (none negative), so that the shares add up to it exactly.
 * Each part in turn gets its rounded proportion of what is left.
 *
 * No share of a larger amount is smaller than the same share of a smaller one, and no share is larger than
 * its weight while `amount` is at most their sum. So the share of a later capture is never negative, and it
 * does not matter in how many captures an amount was taken. The method of the largest remainder does not
 * have this property (D-213). Without any weight nothing is split.
 */
export function apportion(
  amount: MoneyInteger,
  weights: readonly MoneyInteger[],
): readonly MoneyInteger[] {
  let left: number = amount;
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => {
    const share = proportionOf(left, weight, weightLeft);
    left -= share;
    weightLeft -= weight;
    return share;
  });
}
