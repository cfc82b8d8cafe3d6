import { type MoneyInteger, money, ZERO } from './money.ts';

/** `amount` times `part` by `whole`, rounded half up to a minor unit; none of them is negative. */
export function proportionOf(
  amount: number,
  part: number | bigint,
  whole: number | bigint,
): MoneyInteger {
  if (Number(whole) === 0) return ZERO;
  const [doubled, of] = [2n * BigInt(amount) * BigInt(part), BigInt(whole)];
  return money(Number((doubled + of) / (2n * of)));
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
