import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSomething, less, type RatedAmount, sumOf } from '../../../shared/lines/divide.ts';
import { ratedItem } from '../../../shared/lines/line-item.ts';
import { partsOfLast, type SoldLine, type Step, takenBy } from '../../../shared/lines/steps.ts';
import { partOfUnits } from '../../../shared/lines/units.ts';
import { money } from '../../../shared/money/money.ts';
import { millionths, unitsText } from '../../../shared/money/units.ts';
import { anyLines } from './sold-lines.ts';

/** A step by amount, in per mille of what is left, or by pieces of a line. */
const anyWish = fc.oneof(
  fc.record({ per: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ line: fc.nat(20), pieces: fc.integer({ min: 1, max: 9 }) }),
);
type Wish = { per: number } | { line: number; pieces: number };

/** The steps of wishes, each within the money and the pieces that are left; the last one takes the rest. */
function stepsOf(sold: readonly SoldLine[], wishes: readonly Wish[]): readonly Step[] {
  const steps: Step[] = [];
  const back = sold.map(() => 0);
  let left: number = sumOf(sold).total;
  for (const wish of wishes) {
    if ('per' in wish) {
      const amount = Math.floor((left * wish.per) / 1_000);
      if (amount > 0) steps.push({ amount: money(amount) });
      left -= amount;
      continue;
    }
    const index = wish.line % sold.length;
    const line = sold[index];
    const before = back[index] ?? 0;
    if (line === undefined) continue;
    const all = Number(line.quantity);
    const pieces = Math.min(wish.pieces, all - before);
    const units = [before, before + pieces].map((one) => millionths(String(one)));
    const { total } = partOfUnits(
      line,
      [units[0] ?? 0n, units[1] ?? 0n],
      millionths(line.quantity),
    );
    if (pieces === 0 || total <= 0 || total > left) continue;
    back[index] = before + pieces;
    left -= total;
    steps.push({ amount: total, lines: [{ index, quantity: String(pieces) }] });
  }
  return left > 0 ? [...steps, { amount: money(left) }] : steps;
}

/** What each step took, one after the other. */
const partsOfAll = (sold: readonly SoldLine[], steps: readonly Step[]) =>
  steps.map((_, at) => partsOfLast(sold, steps.slice(0, at + 1)));

const isZero = (parts: readonly RatedAmount[]) => !parts.some(isSomething);

describe('the steps of a payment', () => {
  it('take all lines together, by line and by amount in any order', () => {
    fc.assert(
      fc.property(
        anyLines({ max: 8, isSigned: true }),
        fc.array(anyWish, { maxLength: 40 }),
        fc.nat(),
        (sold, wishes, turn) => {
          const steps = stepsOf(sold, wishes);
          const parts = partsOfAll(sold, steps);
          for (const [at, part] of parts.entries()) {
            expect(sumOf(part).total).toBe(steps[at]?.amount);
          }
          const rest = parts.reduce<readonly RatedAmount[]>((left, part) => less(left, part), sold);
          // Named goods can use up the money while a returned deposit pays for other goods.
          if (steps.some((step) => step.lines === undefined)) expect(isZero(rest)).toBe(true);
          const at = turn % Math.max(1, steps.length);
          const turned = [...steps.slice(at), ...steps.slice(0, at)];
          expect(takenBy(sold, turned)).toEqual(takenBy(sold, steps));
        },
      ),
    );
  });

  it('give a named line its own total and VAT', () => {
    fc.assert(
      fc.property(anyLines({ max: 8 }), fc.nat(20), (sold, choice) => {
        const index = choice % sold.length;
        const [line] = sold.slice(index);
        if (line === undefined) return;
        const step = { amount: line.total, lines: [{ index, quantity: line.quantity }] };
        const { total, vat } = line;
        expect(takenBy(sold, [step])[index]).toMatchObject({ total, vat });
        expect(sumOf(takenBy(sold, [step]))).toEqual({ total, vat });
      }),
    );
  });

  it('divide an amount over what the named lines have left', () => {
    const sold = [
      { vatRate: '0.25', total: money(100), vat: money(20), quantity: '1' },
      { vatRate: '0.15', total: money(100), vat: money(13), quantity: '1' },
    ];
    const named = { amount: money(100), lines: [{ index: 1, quantity: '1' }] };
    const parts = partsOfAll(sold, [named, { amount: money(50) }]);
    expect(parts.map((part) => part.map(({ total, vat }) => [total, vat]))).toEqual([
      [
        [0, 0],
        [100, 13],
      ],
      [
        [50, 10],
        [0, 0],
      ],
    ]);
  });
});

describe('the units of a line', () => {
  it('have parts that add up to the line, with its VAT', () => {
    const line = { vatRate: '0.25', total: money(-100), vat: money(-20) };
    const parts = [0n, 1n, 2n].map((from) => partOfUnits(line, [from, from + 1n], 3n));
    expect(parts.map(({ total, vat }) => [total, vat])).toEqual([
      [-33, -7],
      [-34, -6],
      [-33, -7],
    ]);
  });

  it('are written without zeros that say nothing', () => {
    expect(['2.000', '0.335', '12', '0.000001'].map((text) => unitsText(millionths(text)))).toEqual(
      ['2', '0.335', '12', '0.000001'],
    );
  });
});

it('the VAT of a line item that says none follows from its rate', () => {
  const item = { vat_rate: '0.25', total: money(125), vat: null };
  expect(ratedItem(item)).toEqual({ vatRate: '0.25', total: 125, vat: 25 });
  expect(ratedItem({ ...item, vat: money(24) }).vat).toBe(24);
  expect(ratedItem({ ...item, vat_rate: null }).vat).toBe(0);
});
