import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion, proportionOf } from '../../../shared/money/apportion.ts';
import { MONEY_MAX, money } from '../../../shared/money/money.ts';

const weights = fc
  .array(fc.oneof(fc.nat(20), fc.nat(MONEY_MAX)), { minLength: 1, maxLength: 30 })
  .map((sizes) => sizes.map(money));
const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

describe('an amount that is divided in proportion', () => {
  it('is divided exactly, and no share exceeds its weight', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (sizes, fraction) => {
        const amount = money(Math.floor(sumOf(sizes) * fraction));
        const shares = apportion(amount, sizes);
        expect(sumOf(shares)).toBe(amount);
        for (const [place, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(sizes[place] ?? 0);
        }
      }),
    );
  });

  it('never gives a part less of a larger amount', () => {
    const small = fc.array(fc.nat(12), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(small, (sizes) => {
        let before = sizes.map(() => 0);
        for (let amount = 0; amount <= sumOf(sizes); amount += 1) {
          const shares = apportion(money(amount), sizes.map(money));
          for (const [place, share] of shares.entries()) {
            expect(share).toBeGreaterThanOrEqual(before[place] ?? 0);
          }
          before = [...shares];
        }
      }),
    );
  });

  it('is not divided where nothing has a weight', () => {
    expect(apportion(money(5), [money(0), money(0)])).toEqual([0, 0]);
    expect(proportionOf(5, 1, 0)).toBe(0);
  });

  it('rounds half up', () => {
    expect([proportionOf(1, 1, 2), proportionOf(1, 1, 3), proportionOf(5, 1, 2)]).toEqual([
      1, 0, 3,
    ]);
    expect(apportion(money(1), [money(1), money(1)])).toEqual([1, 0]);
  });
});
