import { z } from 'zod';

// Apart from the receipt itself, whose schema is too large for the wallet's first script.

/** `payout`: returned deposits were more than the goods, so the shop paid cash out, and the total is negative (D-531). */
export const receiptKind = z.enum(['sale', 'refund', 'payout']);

/** A receipt that the service has, for people who may see its payment: its page shows the receipt itself. */
export const receiptPageLink = z.object({
  kind: receiptKind,
  number: z.string(),
  /** The address of its page, with the receipt's code. */
  address: z.string(),
});
export type ReceiptPageLink = z.output<typeof receiptPageLink>;
