import { z } from 'zod';
import { moneyNonNegative, moneySigned } from './basic.ts';

/**
 * The lines of a bill as a till prints them, for the pages of the service: each line before its discount,
 * the discount below it, and the discount on the total at the end. Minor units.
 */
export const billLines = z.object({
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.string(),
      /** Of one; negative for returned deposits. */
      price: moneySigned,
      /** Before anything was taken off; negative for returned deposits. */
      gross: moneySigned,
      /** Discount on this line. */
      discount: moneyNonNegative,
    }),
  ),
  /** Taken off everything. */
  discount: moneyNonNegative,
});
/** A part of a sold line that a refund returned, for the pages of the service. Minor units (D-250). */
export const refundedLine = z.object({
  description: z.string(),
  quantity: z.string(),
  total: moneySigned,
});

/** What can still be refunded by line, for the pages of the service. The totals follow from the rule of D-250. */
export const returnableLine = z.object({
  /** Place of the sold line, from 0. */
  index: z.int().nonnegative(),
  description: z.string(),
  /** Sold and refunded, as decimal text. */
  sold: z.string(),
  refunded: z.string(),
  /** Of all that was sold, after discounts, and its VAT. */
  total: moneySigned,
  vat: moneySigned,
});
export type RefundedLine = z.output<typeof refundedLine>;

export type BillLines = z.output<typeof billLines>;
