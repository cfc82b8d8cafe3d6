import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byRate, less, type RatedAmount, sumOf, taken } from '../../../shared/lines/divide.ts';
import { add, type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import { anyLines, anyParts } from './sold-lines.ts';

const rated = (vatRate: string | null, total: number, vat: number): RatedAmount => ({
  vatRate,
  total: money(total),
  vat: money(vat),
});

/** The parts of steps of these amounts, one after the other. */
function partsOf(whole: readonly RatedAmount[], amounts: readonly number[]) {
  let done: MoneyInteger = ZERO;
  return amounts.map((amount) => {
    const before = taken(whole, done);
    done = add(done, money(amount));
    return less(taken(whole, done), before);
  });
}

/** Lines and amounts that add up to their sum. */
const divided = (max: number, isSigned: boolean) =>
  anyLines({ max, isSigned }).chain((whole) =>
    fc.tuple(fc.constant(whole), anyParts(sumOf(whole).total)),
  );

describe('the division of an amount over lines and rates', () => {
  it.each([
    ['goods', false],
    ['goods and returned deposits', true],
  ])('states in all parts together the whole of %s, in each minor unit', (_, isSigned) => {
    fc.assert(
      fc.property(divided(12, isSigned), ([whole, amounts]) => {
        const parts = partsOf(whole, amounts);
        for (const [place, part] of parts.entries()) {
          expect(sumOf(part).total).toBe(amounts[place]);
        }
        for (const [place, { vatRate, total, vat }] of whole.entries()) {
          const own = parts.map((part) => part[place] ?? rated('none', 0, 0));
          expect(own.every((one) => one.vatRate === vatRate)).toBe(true);
          expect(sumOf(own)).toEqual({ total, vat });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('takes of each line and its VAT more with each step, and never more than it has', () => {
    fc.assert(
      fc.property(divided(12, true), ([whole, amounts]) => {
        for (const part of partsOf(whole, amounts)) {
          for (const [place, { total, vat }] of part.entries()) {
            const line = whole[place] ?? rated('none', 0, 0);
            expect(total * Math.sign(line.total)).toBeGreaterThanOrEqual(0);
            expect(Math.abs(total)).toBeLessThanOrEqual(Math.abs(line.total));
            expect(Math.abs(vat)).toBeLessThanOrEqual(Math.abs(line.vat));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('states VAT of a rate with money of the rate only, and never more VAT than the rate has', () => {
    const rates = divided(12, true).map(
      ([whole, amounts]) => [byRate(whole).filter(({ total }) => total !== 0), amounts] as const,
    );
    fc.assert(
      fc.property(rates, ([whole, amounts]) => {
        for (const part of partsOf(whole, amounts)) {
          for (const [place, { total, vat }] of part.entries()) {
            const own = whole[place] ?? rated('none', 0, 0);
            if (total === 0) expect(vat).toBe(0);
            expect(vat * Math.sign(own.vat)).toBeGreaterThanOrEqual(0);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is the same for the rates of lines as for the lines, so books and service need not know the same', () => {
    fc.assert(
      fc.property(anyLines({ max: 12 }), fc.integer({ min: 0, max: 1_000 }), (whole, per) => {
        const amount = money(Math.floor((sumOf(whole).total * per) / 1_000));
        const ofLines = numeric(taken(whole, amount));
        expect(numeric(taken(byRate(whole), amount))).toEqual(ofLines);
      }),
    );
  });

  it('states three thousand lines in up to forty parts, in the currency of each shop', () => {
    const many = anyLines({ min: 3_000, max: 3_000, isSigned: true });
    const whole = many.chain((lines) => fc.tuple(fc.constant(lines), anyParts(sumOf(lines).total)));
    fc.assert(
      fc.property(whole, ([lines, amounts]) => {
        const parts = partsOf(lines, amounts);
        expect(parts.map((part) => sumOf(part).total)).toEqual(amounts);
        const left = parts.reduce<readonly RatedAmount[]>((rest, part) => less(rest, part), lines);
        expect(left.every((one) => one.total === 0 && one.vat === 0)).toBe(true);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it('keeps the rate of goods beside a returned deposit', () => {
    const whole = [rated('0.25', 5_000, 1_000), rated(null, -3_000, 0)];
    expect(taken(whole, money(1_000))).toEqual([rated('0.25', 2_500, 500), rated(null, -1_500, 0)]);
    expect(taken(whole, money(2_000))).toEqual(whole);
    expect(taken(whole, ZERO)).toEqual([rated('0.25', 0, 0), rated(null, 0, 0)]);
  });

  it('takes no more than the whole, and nothing of nothing', () => {
    const whole = [rated('0.25', 100, 20)];
    expect(taken(whole, money(150))).toEqual(whole);
    expect(taken([], money(150))).toEqual([]);
    expect(taken([rated(null, 0, 0)], money(0))).toEqual([rated(null, 0, 0)]);
  });

  it('sums each rate once, however it is written, the highest first', () => {
    const all = [rated(null, 5, 0), rated('0', 4, 0), rated('0.25', 10, 2), rated('0.250', 20, 4)];
    const more = [...all, rated('0.25', 1, 1)];
    expect(byRate(more)).toEqual([rated('0.25', 31, 7), rated('0', 4, 0), rated(null, 5, 0)]);
  });
});

/** Sums by the number of the rate, however it is written. */
function numeric(parts: readonly RatedAmount[]): ReadonlyMap<number, string> {
  const sums = new Map<number, { total: number; vat: number }>();
  for (const { vatRate, total, vat } of parts) {
    const rate = Number(vatRate ?? 0);
    const before = sums.get(rate) ?? { total: 0, vat: 0 };
    sums.set(rate, { total: before.total + total, vat: before.vat + vat });
  }
  return new Map([...sums].map(([rate, sum]) => [rate, JSON.stringify(sum)]));
}
