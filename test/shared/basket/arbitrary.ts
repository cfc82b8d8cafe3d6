import fc from 'fast-check';
import { money } from '../../../shared/money/money.ts';
import type { Basket, BasketLine, Discount } from '../../support/basket-bill.ts';

const amount = fc.integer({ min: 0, max: 2_000_000 }).map(money);

const discount: fc.Arbitrary<Discount | null> = fc.oneof(
  fc.constant(null),
  fc
    .integer({ min: 1, max: 3_000_000 })
    .map((off): Discount => ({ kind: 'amount', amount: money(off) })),
  fc
    .integer({ min: 1, max: 10_000 })
    .map((basisPoints): Discount => ({ kind: 'percent', basisPoints })),
);

const line: fc.Arbitrary<BasketLine> = fc.record({
  product: fc.constantFrom('flat-white', 'cinnamon-bun', 'tea', null),
  name: fc.constantFrom('Flat white', 'Kanelbolle', 'Te'),
  quantity: fc.integer({ min: 1, max: 999 }),
  price: amount,
  vatRate: fc.constantFrom('0.25', '0.15', '0.12', '0.111', '0', null),
  discount,
});

/** Any basket that a till can come to have. */
export const anyBasket: fc.Arbitrary<Basket> = fc.record({
  lines: fc.array(line, { maxLength: 12 }),
  discount,
});
