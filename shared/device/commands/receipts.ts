import { z } from 'zod';
import { tenderName } from '../../bill/acts.ts';
import { clientId, reference } from '../../protocol/basic.ts';
import { receiptEmailInput } from '../../protocol/receipt.ts';
import type { RoomRows } from './row.ts';
import { NOTHING } from './values.ts';

/**
 * The receipt that is meant: of a sale by phone, of a tender of a bill, or the one of a number. A sale of the history names the tender that
 * it was, because the terminal may no longer know that.
 */
const paymentOfReceipt = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sale'), id: reference, tender: tenderName.optional() }),
  z.object({ kind: z.literal('tender'), id: tenderName }),
  /** A receipt or a refund of the books, by its number. */
  z.object({ kind: z.literal('receipt'), id: z.int().positive() }),
]);
export type PaymentOfReceipt = z.output<typeof paymentOfReceipt>;

/** Receipts by e-mail. The till keeps no address. */
export const RECEIPT_EMAIL = {
  // `id` is the same in a repeat after a lost answer.
  email_receipt: {
    summary: 'Orders an e-mail of the receipt of one payment',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [
      'not_here',
      'email_no_answer',
      'email_not_yet',
      'email_too_often',
      'email_wrong_address',
      'email_not_offered',
      'email_no_receipt',
    ],
    input: z.object({ of: paymentOfReceipt, ...receiptEmailInput.shape, id: clientId }),
    answer: NOTHING,
  },
} as const satisfies RoomRows;

/** Receipts that the service has refused. */
export const REFUSED_RECEIPTS = {
  // It ends the mark in the office's list of tills.
  saw_refused_receipts: {
    summary:
      'A supervisor has seen the refused receipts up to this one, which is the last that the screen showed',
    who: { screen: 'supervisor', also: [] },
    input: z.object({ receipt: z.int().positive() }),
    answer: NOTHING,
  },
} as const satisfies RoomRows;
