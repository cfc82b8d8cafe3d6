import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { denominationsOf, likelyReceived } from '../../../shared/cash/notes.ts';
import { type CashRounding, cashRounding, inCash } from '../../../shared/cash/rounding.ts';
import { roundingOf } from '../../../shared/cash/setting.ts';
import { money } from '../../../shared/money/money.ts';

const rule = fc.record({
  step: fc.constantFrom(5, 10, 50, 100, 500),
  half: fc.constantFrom('up' as const, 'down' as const),
}) satisfies fc.Arbitrary<CashRounding>;

describe('an amount that is paid in cash', () => {
  it.each([
    ['NO', 'NOK', 10_049, 10_000],
    ['NO', 'NOK', 10_050, 10_100],
    ['SE', 'SEK', 10_049, 10_000],
    ['DK', 'DKK', 1_024, 1_000],
    ['DK', 'DKK', 1_025, 1_050],
    ['FI', 'EUR', 102, 100],
    ['FI', 'EUR', 103, 105],
    ['DE', 'EUR', 103, 103],
    ['CH', 'CHF', 1_002, 1_000],
    ['NZ', 'NZD', 105, 100],
    ['NZ', 'NZD', 106, 110],
    ['HU', 'HUF', 100_250, 100_500],
    ['JP', 'JPY', 999, 999],
  ])('is rounded in %s in %s: %i is %i', (country, currency, due, paid) => {
    expect(inCash(money(due), cashRounding(country, currency))).toBe(paid);
  });

  it('is the nearest multiple of the smallest coin, whatever is due', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), rule, (due, one) => {
        const paid = inCash(money(due), one);
        expect(paid % one.step).toBe(0);
        expect(Math.abs(paid - due) * 2).toBeLessThanOrEqual(one.step);
        if (Math.abs(paid - due) * 2 === one.step) {
          expect(Math.sign(paid - due)).toBe(one.half === 'up' ? 1 : -1);
        }
      }),
    );
  });

  it('follows the setting of the shop, else its country, else the country of its locale', () => {
    const norway = { locale: 'nb-NO', currency: 'NOK' };
    expect(roundingOf(norway)).toEqual({ step: 100, half: 'up' });
    expect(roundingOf({ locale: 'nb', currency: 'NOK' })).toEqual({ step: 100, half: 'up' });
    expect(roundingOf({ ...norway, cashRounding: 'never' })).toBeNull();
    expect(roundingOf({ locale: 'en-GB', country: 'IE', currency: 'EUR' })?.step).toBe(5);
    expect(roundingOf({ locale: 'de-DE', currency: 'EUR' })).toBeNull();
  });
});

describe('the keys for cash that is received', () => {
  it('are the sum itself and more, in rising order, each of few notes of one kind', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('NOK', 'EUR', 'JPY', 'CHF'),
        fc.integer({ min: 1, max: 500_000 }),
        (currency, due) => {
          const [exact, ...more] = likelyReceived(money(due), currency);
          expect(exact).toBe(due);
          expect([...more].sort((a, b) => a - b)).toEqual(more);
          for (const sum of more) {
            expect(sum).toBeGreaterThan(due);
            const notes = denominationsOf(currency);
            expect(notes.some((note) => sum % note === 0 && sum / note <= 4)).toBe(true);
          }
        },
      ),
    );
    expect(likelyReceived(money(18_400), 'NOK')).toEqual([18_400, 20_000, 50_000, 100_000]);
  });
});
