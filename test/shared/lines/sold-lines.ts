import fc from 'fast-check';
import type { SoldLine } from '../../../shared/lines/steps.ts';
import { money } from '../../../shared/money/money.ts';
import { roundedRateOf, vatIn } from '../../../shared/money/vat.ts';

/** Tax rates and prices, in minor units, of shops in four countries. */
const SHOPS = {
  NOK: { rates: ['0.25', '0.250', '0.15', '0.12', '0', null], price: 50_000 },
  JPY: { rates: ['0.10', '0.08', null], price: 900 },
  KWD: { rates: ['0', null], price: 90_000 },
  CHF: { rates: ['0.081', '0.0810', '0.026', '0.038', null], price: 20_000 },
} as const;

/** Lines of a sale in one of the four currencies. Some say a VAT beside that of their rate, as far as it is taken (D-466). */
export function anyLines(options: {
  readonly min?: number;
  readonly max: number;
  /** Returned deposits too; the sum of all lines is still more than nothing. */
  readonly isSigned?: boolean;
}): fc.Arbitrary<readonly SoldLine[]> {
  return fc
    .constantFrom(...Object.values(SHOPS))
    .chain(({ rates, price }) =>
      fc.array(
        fc.record({
          vatRate: fc.constantFrom<string | null>(...rates),
          total: fc.integer({ min: options.isSigned === true ? -price : 0, max: price }),
          pieces: fc.integer({ min: 1, max: 9 }),
          off: fc.option(fc.integer({ min: -1_000, max: 1_000 }), { freq: 5, nil: 0 }),
        }),
        { minLength: options.min ?? 1, maxLength: options.max, size: 'max' },
      ),
    )
    .map((lines) =>
      lines.map(({ vatRate, total, pieces, off }) => {
        const vat = vatIn(money(total), roundedRateOf(vatRate));
        const most = Math.min(Math.abs(vat), 100);
        return {
          vatRate,
          total: money(total),
          vat: money(vat + Math.trunc((most * off) / 1_000)),
          quantity: String(pieces),
        };
      }),
    )
    .filter((lines) => lines.reduce((sum, { total }) => sum + total, 0) > 0);
}

/** One to forty parts that add up to an amount, in any order. */
export const anyParts = (amount: number): fc.Arbitrary<readonly number[]> =>
  fc.array(fc.nat(amount), { maxLength: 39 }).map((cuts) => {
    const places = [0, ...cuts.sort((one, other) => one - other), amount];
    return places.slice(1).map((place, at) => place - (places[at] ?? 0));
  });
