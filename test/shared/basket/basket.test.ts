import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addLine,
  type Basket,
  type BasketLine,
  discountAll,
  discountLine,
  EMPTY_BASKET,
  isWithinBounds,
  joinBaskets,
  placeOf,
  removeLine,
  setQuantity,
  splitBasket,
} from '../../../shared/basket/basket.ts';
import { totalOf } from '../../../shared/basket/bill.ts';
import { money } from '../../../shared/money/money.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { anyBasket } from './arbitrary.ts';

const FLAT_WHITE: BasketLine = {
  product: 'flat-white',
  name: 'Flat white',
  quantity: 1,
  price: money(5_200),
  vatRate: '0.25',
  discount: null,
};
const OPEN: BasketLine = { ...FLAT_WHITE, product: null, name: 'Open price', price: money(2_800) };

function basketOf(...lines: readonly BasketLine[]): Basket {
  return lines.reduce<Basket>((basket, line) => must(addLine(basket, line)), EMPTY_BASKET);
}

function must(basket: Basket | null): Basket {
  if (basket === null) throw new Error('the basket is full');
  return basket;
}

const quantities = ({ lines }: Basket) => lines.map(({ quantity }) => quantity);

describe('a basket', () => {
  it('counts equal products on one line and gives each typed amount its own line', () => {
    const basket = basketOf(FLAT_WHITE, OPEN, FLAT_WHITE, OPEN);
    expect(quantities(basket)).toEqual([2, 1, 1]);
    expect(totalOf(basket)).toBe(16_000);
  });

  it('adds a product on a new line if its price differs or its line has a discount', () => {
    const dear = { ...FLAT_WHITE, price: money(6_000) };
    const off = must(discountLine(basketOf(FLAT_WHITE), 0, { kind: 'amount', amount: money(100) }));
    expect(basketOf(FLAT_WHITE, dear).lines).toHaveLength(2);
    expect(must(addLine(off, FLAT_WHITE)).lines).toHaveLength(2);
    expect(placeOf(off, FLAT_WHITE)).toBe(1);
  });

  it('removes a line at quantity zero, and removes its discount with the last line', () => {
    const basket = must(discountAll(basketOf(FLAT_WHITE), { kind: 'percent', basisPoints: 1_000 }));
    expect(must(setQuantity(basket, 0, 0))).toEqual(EMPTY_BASKET);
    expect(removeLine(basketOf(FLAT_WHITE, OPEN), 0).lines).toEqual([OPEN]);
  });

  it('refuses a change beyond the bounds of quantity, lines, total or discount', () => {
    const many = { ...FLAT_WHITE, quantity: LIMITS.basketQuantityMax };
    expect(addLine(basketOf(many), FLAT_WHITE)).toBeNull();
    expect(setQuantity(basketOf(FLAT_WHITE), 0, LIMITS.basketQuantityMax + 1)).toBeNull();
    const full = basketOf(...Array.from({ length: LIMITS.basketLinesMax }, () => OPEN));
    expect(addLine(full, OPEN)).toBeNull();
    const dear = { ...OPEN, price: money(999_999_999), quantity: 999 };
    expect(addLine(basketOf(dear), dear)).toBeNull();
    expect(discountAll(basketOf(OPEN), { kind: 'percent', basisPoints: 10_001 })).toBeNull();
    expect(discountLine(basketOf(OPEN), 0, { kind: 'amount', amount: money(0) })).toBeNull();
  });
});

describe('a basket that is split', () => {
  it('moves lines, or some pieces of a line', () => {
    const basket = basketOf({ ...FLAT_WHITE, quantity: 3 }, OPEN);
    const { moved, rest } = splitBasket(basket, [{ line: 0, quantity: 1 }]);
    expect(quantities(moved)).toEqual([1]);
    expect(quantities(rest)).toEqual([2, 1]);
    expect(splitBasket(basket, [{ line: 0, quantity: 9 }]).rest.lines).toEqual([OPEN]);
  });

  it('copies a percentage discount to both parts and keeps an amount on the larger part of the line', () => {
    const tenth = { kind: 'percent', basisPoints: 1_000 } as const;
    const money5 = { kind: 'amount', amount: money(500) } as const;
    const basket: Basket = {
      lines: [
        { ...FLAT_WHITE, quantity: 3, discount: tenth },
        { ...FLAT_WHITE, quantity: 3, discount: money5 },
      ],
      discount: tenth,
    };
    const one = [0, 1].map((line) => ({ line, quantity: 1 }));
    const { moved, rest } = splitBasket(basket, one);
    expect(moved.lines.map(({ discount }) => discount)).toEqual([tenth, null]);
    expect(rest.lines.map(({ discount }) => discount)).toEqual([tenth, money5]);
    expect([moved.discount, rest.discount]).toEqual([tenth, tenth]);
  });

  it('keeps the number of pieces after a split and after joining the parts again', () => {
    const wanted = fc.array(
      fc.record({ line: fc.nat({ max: 11 }), quantity: fc.integer({ min: 1, max: 999 }) }),
      { maxLength: 12 },
    );
    const pieces = (basket: Basket) => quantities(basket).reduce((sum, one) => sum + one, 0);
    fc.assert(
      fc.property(anyBasket, wanted, (basket, lines) => {
        const { moved, rest } = splitBasket(basket, lines);
        expect(pieces(moved) + pieces(rest)).toBe(pieces(basket));
        const joined = joinBaskets(rest, moved);
        if (joined === null) return;
        expect(pieces(joined)).toBe(pieces(basket));
        expect(isWithinBounds(joined)).toBe(true);
      }),
    );
  });
});
