import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Basket, BasketLine } from '../../../shared/basket/basket.ts';
import { billOf } from '../../../shared/basket/bill.ts';
import { billOfItems, lineItemsOf } from '../../../shared/basket/line-items.ts';
import { money } from '../../../shared/money/money.ts';
import { rateOf, vatIn } from '../../../shared/money/vat.ts';
import { lineItems, totalOf } from '../../../shared/protocol/line-items.ts';
import { anyBasket } from './arbitrary.ts';

const RUNS = { numRuns: 500 };
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

function line(price: number, over: Partial<BasketLine> = {}): BasketLine {
  const plain = { product: 'flat-white', name: 'Flat white', quantity: 1, vatRate: '0.25' };
  return { ...plain, price: money(price), discount: null, ...over };
}

const of = (...lines: readonly BasketLine[]): Basket => ({ lines, discount: null });

describe('a bill', () => {
  it('totals its lines and the tax of each rate', () => {
    const bill = billOf(of(line(5_200, { quantity: 2 }), line(4_500, { vatRate: '0.15' })));
    expect(bill.total).toBe(14_900);
    // 20.80 of 104.00, and 5.87 of 45.00.
    expect(bill.vat).toEqual([
      { rate: 2_500, total: 10_400, vat: 2_080 },
      { rate: 1_500, total: 4_500, vat: 587 },
    ]);
  });

  it('subtracts a discount from its line, at most the price of the line', () => {
    const tenth = line(5_200, { discount: { kind: 'percent', basisPoints: 1_000 } });
    const much = line(4_500, { discount: { kind: 'amount', amount: money(9_900) } });
    const bill = billOf(of(tenth, much));
    expect(bill.lines.map(({ discount, total }) => [discount, total])).toEqual([
      [520, 4_680],
      [4_500, 0],
    ]);
    expect(bill.total).toBe(4_680);
  });

  it('spreads a discount on the whole bill by price and reduces the tax of each rate', () => {
    const lines = [line(10_000), line(5_000, { vatRate: '0.15' })];
    const bill = billOf({ lines, discount: { kind: 'amount', amount: money(3_000) } });
    expect(bill.lines.map(({ share, total }) => [share, total])).toEqual([
      [2_000, 8_000],
      [1_000, 4_000],
    ]);
    expect(bill.vat.map(({ vat }) => vat)).toEqual([1_600, 522]);
  });

  it('rounds the tax of a rate once, however many lines it has', () => {
    // Each line alone would be rounded up to 1; together they hold 2.
    const bill = billOf(of(line(3, { product: 'a' }), line(3, { product: 'b' }), line(3)));
    expect(bill.vat).toEqual([{ rate: 2_500, total: 9, vat: 2 }]);
    expect(sum(bill.lines.map(({ vat }) => vat ?? 0))).toBe(2);
  });

  it('omits the tax of lines without a rate', () => {
    const bill = billOf(of(line(5_000, { vatRate: null }), line(5_000, { vatRate: '0' })));
    expect(bill.vat).toEqual([]);
    expect(bill.lines.map(({ vat }) => vat)).toEqual([null, 0]);
  });

  it('has totals, discounts and taxes that add up for any basket', () => {
    fc.assert(
      fc.property(anyBasket, (basket) => {
        const { lines, total, discount, vat } = billOf(basket);
        expect(sum(lines.map((one) => one.total))).toBe(total);
        expect(sum(lines.map((one) => one.share))).toBe(discount);
        expect(sum(lines.map((one) => one.gross - one.discount - one.share))).toBe(total);
        for (const one of vat) {
          const same = lines.filter(({ vatRate }) => rateOf(vatRate ?? '') === one.rate);
          expect(sum(same.map((row) => row.total))).toBe(one.total);
          expect(sum(same.map((row) => row.vat ?? 0))).toBe(one.vat);
          expect(one.vat).toBe(vatIn(one.total, one.rate));
        }
        for (const row of lines) {
          for (const part of [row.gross, row.discount, row.share, row.total, row.vat ?? 0]) {
            expect(part).toBeGreaterThanOrEqual(0);
          }
          expect(row.vat ?? 0).toBeLessThanOrEqual(row.total);
        }
      }),
      RUNS,
    );
  });
});

describe('the line items of a request', () => {
  it('pass the schema of the service and add up to the amount', () => {
    fc.assert(
      fc.property(anyBasket, (basket) => {
        const bill = billOf(basket);
        const items = lineItemsOf(bill);
        expect(lineItems.parse(JSON.parse(JSON.stringify(items)))).toEqual(items);
        expect(totalOf(items)).toBe(bill.total);
      }),
      RUNS,
    );
  });

  it('give the same bill when they are read back', () => {
    fc.assert(
      fc.property(anyBasket, (basket) => {
        const bill = billOf(basket);
        expect(billOfItems(lineItemsOf(bill))).toEqual(bill);
      }),
      RUNS,
    );
  });

  it('from another client keep their quantity and totals', () => {
    const [item] = lineItems.parse([
      { product_id: 'cheese', quantity: '0.350', item_cost: 20_000, total: 7_000 },
    ]);
    if (item === undefined) throw new Error('the line is gone');
    expect(billOfItems([item]).lines).toMatchObject([
      { name: 'cheese', quantity: '0.350', gross: 7_000, discount: 0, share: 0, total: 7_000 },
    ]);
  });
});
