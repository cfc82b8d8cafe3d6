import { z } from 'zod';
import { tenderName } from '../../bill/schema.ts';
import { moneyNonNegative, reference } from '../../protocol/basic.ts';
import { receiptEmailInput } from '../../protocol/receipt.ts';

/**
 * The payment whose receipt is meant: a sale by phone, or a tender of a bill. A sale of the history names the tender that
 * it was, because the terminal may no longer know that.
 */
const paymentOfReceipt = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sale'), id: reference, tender: tenderName.optional() }),
  z.object({ kind: z.literal('tender'), id: tenderName }),
]);
export type PaymentOfReceipt = z.output<typeof paymentOfReceipt>;

/** Commands of a screen about receipts by e-mail. The till keeps no address. */
export const receiptEmailCommands = [
  /** Asks the customer for the address for the receipt of this amount. Answers the id of the question. */
  z.object({ type: z.literal('ask_receipt_email'), amount: moneyNonNegative }),
  /** Orders an e-mail of the receipt of one payment. `id` is the same in a repeat after a lost answer. */
  z.object({
    type: z.literal('email_receipt'),
    of: paymentOfReceipt,
    ...receiptEmailInput.shape,
  }),
] as const;
