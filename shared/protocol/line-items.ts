import { z } from 'zod';
import type { MoneyInteger } from '../money/money.ts';
import { line, moneyNonNegative, optional, prose, returnUri } from './basic.ts';
import { LIMITS } from './limits.ts';

/** A decimal number as text, with at most six decimals (D-31). */
export const decimal = z
  .string()
  .max(20)
  .regex(/^\d{1,12}(?:\.\d{1,6})?$/, 'must be a decimal number as text, such as "2" or "0.25"');

/** One line of the bill (D-31). `vat_rate` is a fraction when below 1: "0.25" is 25 %. */
export const lineItem = z.object({
  product_id: line(LIMITS.lineTextMax),
  description: optional(prose(LIMITS.lineTextMax)),
  metadata: optional(
    z
      .array(z.object({ key: line(LIMITS.lineTextMax), value: prose(LIMITS.lineTextMax) }))
      .max(LIMITS.metadataMax),
  ),
  tags: optional(
    z
      .array(z.object({ tag_id: line(LIMITS.lineTextMax), label: line(LIMITS.lineTextMax) }))
      .max(LIMITS.metadataMax),
  ),
  vat_rate: optional(decimal),
  quantity: decimal,
  vat: optional(moneyNonNegative),
  item_cost: moneyNonNegative,
  total: moneyNonNegative,
});
export type LineItem = z.output<typeof lineItem>;

export const lineItems = z.array(lineItem).max(LIMITS.lineItemsMax);

/** Place of a sold line in the bill of its payment, from 0. */
export const lineIndex = z
  .int()
  .min(0)
  .max(LIMITS.lineItemsMax - 1);

/**
 * A line of an update: a line of the bill, or with the action `refund` the part of a sold line that is returned. That
 * one needs no price, and names the sold line by `product_id`, and by `index` if two lines have the same one (D-250).
 */
export const updateLine = lineItem.extend({
  index: optional(lineIndex),
  item_cost: optional(moneyNonNegative),
});

const SHOWN = ['pending', 'ok', 'fail'] as const;
const shown = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(SHOWN, { error: `must be one of ${SHOWN.join(', ')}` }));

/** A link shown with the request; without `show_on` it is shown in every state (D-33). */
export const paymentLink = z.object({
  uri: returnUri,
  caption: optional(prose(LIMITS.lineTextMax)),
  show_on: z
    .union([shown.transform((one) => [one]), z.array(shown).max(SHOWN.length)])
    .nullish()
    .transform((given) => given ?? [...SHOWN]),
});

export function totalOf(items: readonly LineItem[]): MoneyInteger {
  return items.reduce((sum, item) => sum + item.total, 0) as MoneyInteger;
}
