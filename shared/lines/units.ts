import { proportionOf } from '../money/apportion.ts';
import { subtract } from '../money/money.ts';
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
