import { proportionOf } from '../money/apportion.ts';
import { type MoneyInteger, subtract } from '../money/money.ts';
import { THOUSANDTH, UNIT } from '../money/units.ts';
import type { RatedAmount } from './divide.ts';

/* What a number of units of a line has of its money. */

/**
 * The money of the units `from` to `to` of a line of `all` units: the difference of two rounded totals. So the parts of a
 * line add up to it in every minor unit, with its VAT.
 */
export function partOfUnits(
  { vatRate, total, vat }: RatedAmount,
  [from, to]: readonly [from: bigint, to: bigint],
  all: bigint,
): RatedAmount {
  return {
    vatRate,
    total: subtract(proportionOf(total, to, all), proportionOf(total, from, all)),
    vat: subtract(proportionOf(vat, to, all), proportionOf(vat, from, all)),
  };
}

/** Units of a line, in millionths: all that were sold, and those that can still come back. */
type Units = { readonly all: bigint; readonly rest: bigint };

/**
 * The most units of a line that fit: all that are left, else whole pieces of a line of pieces and thousandths of any other
 * (D-397). More units must never fit better than fewer.
 */
export function mostUnits({ all, rest }: Units, fits: (units: bigint) => boolean): bigint {
  if (fits(rest)) return rest;
  const step = all % UNIT === 0n ? UNIT : THOUSANDTH;
  let most = 0n;
  let tooMany = rest / step + 1n;
  while (tooMany - most > 1n) {
    const middle = (most + tooMany) / 2n;
    if (fits(middle * step)) most = middle;
    else tooMany = middle;
  }
  return most * step;
}

/**
 * What one refund can give back of a line while `amount` is left of the payment; null if nothing. A refund of an amount
 * belongs to no line, so less money than lines can be left: then it is what this money pays for. A free line and a returned
 * deposit go back together with others. `partOf` says what so many of its units give.
 */
export function payable<Part extends { readonly total: MoneyInteger }>(
  units: Units,
  amount: MoneyInteger,
  partOf: (units: bigint) => Part,
): Part | null {
  const whole = partOf(units.rest);
  if (whole.total <= 0) return whole;
  const part = partOf(mostUnits(units, (some) => partOf(some).total <= amount));
  return part.total > 0 ? part : null;
}
