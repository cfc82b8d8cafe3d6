import { z } from 'zod';
import { WHOLE } from '../money/vat.ts';
import { line, moneyNonNegative, moneyPositive, reference } from '../protocol/basic.ts';
import { LIMITS } from '../protocol/limits.ts';
import { type Basket, isWithinBounds, VAT_RATE } from './basket.ts';

export const vatRate = z.string().regex(VAT_RATE, 'must be a fraction as text: "0.25" for 25 %');

const discount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('amount'), amount: moneyPositive }),
  z.object({ kind: z.literal('percent'), basisPoints: z.int().min(1).max(WHOLE) }),
]);

const basketLine = z.object({
  product: reference.nullable(),
  name: line(LIMITS.productNameMax),
  quantity: z.int().min(1).max(LIMITS.basketQuantityMax),
  price: moneyNonNegative,
  vatRate: vatRate.nullable(),
  discount: discount.nullable(),
});

/** A basket that came from a screen or from a file. */
export const basketSchema: z.ZodType<Basket> = z
  .object({
    lines: z.array(basketLine).max(LIMITS.basketLinesMax),
    discount: discount.nullable(),
  })
  .refine(isWithinBounds, 'must not cost more than one sale can');
