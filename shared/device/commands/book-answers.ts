import { z } from 'zod';
import type { SharedBill } from '../../books/bill-refund.ts';
import { periodReport, shownReport } from '../../books/close.ts';
import type { BookLine } from '../../books/entry.ts';
import type { ReceiptFact, RefundFact } from '../../books/refunds.ts';
import type { Refunded } from '../../documents/refunded.ts';
import type { ReportPage } from '../../documents/report.ts';
import type { EntryId } from '../../ids/host-ids.ts';
import { type MoneyInteger, money } from '../../money/money.ts';
import { lineItem } from '../../protocol/line-items.ts';
import { receiptDocument } from '../../protocol/receipt.ts';
import { schemaOf } from '../../protocol/schema-of.ts';
import type { Refundable } from '../../terminal/refunds/refundable.ts';
import { refundedGoods } from '../../terminal/sale/refunded-goods.ts';
import type { ReceiptRow, ReceiptsPage } from '../receipts/receipt-list.ts';

/* What the till answers of its books. The host makes these values, so the schemas have no bounds: they say their form. */

const amount = z.int().transform((value): MoneyInteger => money(value));
const at = z.int();
const entryId = z.string() as z.ZodType<string> as z.ZodType<EntryId, EntryId>;

const line = schemaOf<BookLine>()(
  z.object({
    product: z.string().nullable(),
    name: z.string(),
    quantity: z.string(),
    vatRate: z.string().nullable(),
    gross: amount,
    discount: amount,
    total: amount,
    vat: amount,
    of: z.int().exactOptional(),
    ofBill: z.int().exactOptional(),
  }),
);

const rated = z.object({ vatRate: z.string().nullable(), total: amount, vat: amount });
const namedRate = rated.omit({ vat: true });

const method = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phone'), tid: z.string() }),
  z.object({ kind: z.literal('cash'), rounding: amount, received: amount }),
  z.object({ kind: z.literal('other'), name: z.string() }),
]);

/** What receipts and refunds have. */
const moved = {
  id: entryId,
  at,
  by: z.string(),
  lines: z.array(line).readonly(),
  total: amount,
  vat: z.array(rated).readonly(),
  tip: amount,
  method,
};
const taker = { by: z.string(), approvedBy: z.string().nullable() };

const receiptFact = schemaOf<ReceiptFact>()(
  z.object({
    ...moved,
    kind: z.literal('receipt'),
    bill: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    billLines: z.array(line).readonly().exactOptional(),
    member: z.string().exactOptional(),
    discounts: z.array(z.object({ ...taker, reason: z.string(), amount })).readonly(),
    returned: z
      .array(z.object({ ...taker, pieces: z.int(), amount }))
      .readonly()
      .exactOptional(),
    gross: amount,
    asked: z.array(rated).readonly().exactOptional(),
  }),
);

const refundFact = schemaOf<RefundFact>()(
  z.object({
    ...moved,
    kind: z.literal('refund'),
    of: entryId.nullable(),
    otherReceipt: z.string().exactOptional(),
    approvedBy: z.string().nullable(),
    reason: z.string().nullable(),
  }),
);

/** A receipt of the books, what was refunded of it, and what is left. */
export const receiptPage = z.object({
  number: z.int().positive(),
  day: z.string(),
  receipt: receiptFact,
  refunds: z.array(refundFact).readonly(),
  left: z.object({ total: amount, tip: amount, lines: z.array(z.int()).readonly() }),
  /** The bill of which it paid a share and whose products `find_bill` finds; null for any other receipt (D-572). */
  sharedBill: z.string().nullable(),
});
export type ReceiptPage = z.output<typeof receiptPage>;

export const refundable = schemaOf<Refundable>()(
  z.object({
    currency: z.string(),
    left: z.object({ amount, additional: amount }),
    items: z.array(lineItem).readonly(),
    refunded: z.array(z.object({ index: z.int(), quantity: z.string(), total: amount })).readonly(),
    rates: z.array(namedRate).readonly(),
  }),
);

/** A payment by phone that another till of the shop sold: its receipt there, and what the service says of it. */
export const otherTillReceipt = z.object({
  receipt: z.string(),
  at,
  tid: z.string(),
  total: amount,
  refundable,
});
export type OtherTillReceipt = z.output<typeof otherTillReceipt>;

/** A payment of a bill in shares. */
const shareOfBill = z.object({
  receipt: entryId,
  number: z.int(),
  method,
  left: amount,
  rates: z.array(namedRate).readonly(),
  coins: z.object({ paid: amount, given: amount, back: amount, tip: amount }).exactOptional(),
});

const sharedBill = z.object({
  lines: z.array(line).readonly(),
  shares: z.array(shareOfBill).readonly(),
  returned: z.array(refundedGoods.pick({ line: true, quantity: true, total: true })).readonly(),
});
// A member of a shared bill that its schema lacks does not compile.
schemaOf<SharedBill>()(sharedBill);

/** A bill that was paid in shares, with what of it can be given back. */
export const billPage = z.object({
  ...sharedBill.shape,
  bill: z.string(),
  name: z.string().nullable(),
  /** When it was paid completely. */
  at,
});
export type BillPage = z.output<typeof billPage>;

/** What one refund can give back of each line of such a bill, alone: units in thousandths, and their money. */
export const goodsLeft = z
  .array(z.object({ line: z.int(), quantity: z.int(), total: amount }))
  .readonly();

/** What a refund of products of a bill gives back, to each payment, after the rounding of cash. */
export const billRefunded = z.object({
  parts: z
    .array(
      z.object({
        refund: z.string(),
        method: z.union([
          z.object({ kind: z.enum(['phone', 'cash']) }),
          z.object({ kind: z.literal('other'), name: z.string() }),
        ]),
        amount,
        number: z.int().nullable(),
      }),
    )
    .readonly(),
});
export type BillRefunded = z.output<typeof billRefunded>;

const tender = z.enum(['phone', 'cash', 'other']);
const receiptRow = schemaOf<ReceiptRow>()(
  z.object({
    receipt: z.int().positive(),
    kind: z.enum(['sale', 'refund', 'payout']),
    at,
    day: z.string(),
    by: z.string(),
    bill: z.string().nullable(),
    lines: z.array(z.object({ name: z.string(), quantity: z.string() })).readonly(),
    more: z.int(),
    total: amount,
    tender,
    tenderName: z.string().nullable(),
    tid: z.string().nullable(),
    refundOf: z.union([z.int(), z.string()]).nullable(),
    refunded: amount,
    phone: z.string().nullable(),
  }),
);

/** A page of the list of receipts. */
export const receiptsPage = schemaOf<ReceiptsPage>()(
  z.object({
    rows: z.array(receiptRow).readonly(),
    counts: z.object({
      all: z.int(),
      refunds: z.int(),
      tenders: z
        .array(z.object({ tender, tenderName: z.string().nullable(), count: z.int() }))
        .readonly(),
    }),
    next: z.int().nullable(),
  }),
);

const refunded = schemaOf<Refunded>()(
  z.object({
    amount,
    at: at.nullable(),
    lines: z
      .array(
        z.object({
          name: z.string(),
          product: z.string().nullable(),
          quantity: z.string(),
          total: amount,
        }),
      )
      .readonly(),
    vat: z.array(z.object({ rate: z.int(), vat: amount })).readonly(),
  }),
);

/** A receipt or a refund as a document, with what was refunded of it since. */
export const shownReceipt = z.object({
  document: receiptDocument,
  refunded: z.array(refunded).readonly(),
  /** The address of its page; null if it has none. */
  link: z.string().nullable(),
});
export type ShownReceipt = z.output<typeof shownReceipt>;

/** A report of the books: of the open period (X), or of a closed one (Z). */
export const reportPage = schemaOf<ReportPage>()(
  z.union([
    z.object({ report: shownReport, number: z.null(), at, closed: z.null() }),
    z.object({
      report: periodReport,
      number: z.int(),
      closed: z.object({ ...taker, at }),
      unsigned: z.int().exactOptional(),
    }),
  ]),
);
