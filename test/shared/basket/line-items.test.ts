import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billOfItems } from '../../../shared/basket/line-items.ts';
import { money } from '../../../shared/money/money.ts';
import { lineItems, totalOf } from '../../../shared/protocol/line-items.ts';
import { type BasketLine, billOf, lineItemsOf } from '../../support/basket-bill.ts';
import { anyBasket } from './arbitrary.ts';

const RUNS = { numRuns: 500 };

function line(price: number, over: Partial<BasketLine> = {}): BasketLine {
  const plain = { product: 'flat-white', name: 'Flat white', quantity: 1, vatRate: '0.25' };
  return { ...plain, price: money(price), discount: null, ...over };
}

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

  it('have the tax of each rate, and none for lines without a rate', () => {
    const lines = [
      line(5_200, { quantity: 2 }),
      line(4_500, { vatRate: '0.15' }),
      line(100, { vatRate: null }),
    ];
    const { vat, total } = billOfItems(lineItemsOf(billOf({ lines, discount: null })));
    expect(total).toBe(15_000);
    // 20.80 of 104.00, and 5.87 of 45.00.
    expect(vat).toEqual([
      { rate: 2_500, total: 10_400, vat: 2_080 },
      { rate: 1_500, total: 4_500, vat: 587 },
    ]);
  });

  it.each([
    ['1200', 10, 12_000, 10_800],
    ['0.3355', 20_000, 6_710, 6_000],
  ])('of %s units state what was taken off', (quantity, price, gross, total) => {
    const sold = { product_id: 'screws', quantity, item_cost: price, total };
    const [item] = billOfItems(lineItems.parse([sold])).lines;
    expect(item).toMatchObject({ quantity, gross, total, share: gross - total });
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
