import { z } from 'zod';
import {
  clientId,
  line,
  moneyNonNegative,
  moneyPositive,
  moneySigned,
  optional,
  prose,
  reference,
} from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { person, time } from './sale.ts';

/** A sold line that is returned: its place in the payment's lines, from 0, and how much of it. */
export const returnedLine = z.object({
  index: z.int().nonnegative(),
  quantity: z.string().regex(/^\d{1,12}(?:\.\d{1,6})?$/, 'must be a decimal number'),
});

/** Units of a sold line with what they cost, and the tax in it. */
const pricedLine = returnedLine.extend({
  product_id: z.string(),
  description: z.string(),
  total: moneySigned,
  vat: moneySigned,
});

/** The code on a receipt of a till of the shop. */
const receiptCode = line(LIMITS.receiptCodeMax);

export const isOne = (given: readonly unknown[]) =>
  given.filter((one) => one !== null).length === 1;

/** The refund that a register orders, of one of this till's sales or of any payment. */
export const refundInput = z
  .object({
    refund_id: clientId,
    sale: optional(reference),
    tid: optional(reference),
    receipt_code: optional(receiptCode),
    amount: optional(moneyPositive),
    lines: optional(z.array(returnedLine).min(1).max(LIMITS.lineItemsMax)),
    text: optional(prose(LIMITS.textMax)),
    approver: line(LIMITS.labelMax),
    by: person,
  })
  .refine(({ amount, lines }) => amount === null || lines === null, {
    path: ['amount'],
    error: 'is what the lines cost; leave it out with lines',
  })
  .refine(({ sale, tid, receipt_code }) => isOne([sale, tid, receipt_code]), {
    path: ['sale'],
    error: 'exactly one of this, tid and receipt_code is required',
  });

export const refundOutput = z.object({
  id: reference,
  tid: z.string(),
  amount: moneyPositive,
  currency: z.string(),
  text: z.string().nullable(),
  approver: z.string().nullable(),
  state: z.enum(['under_way', 'done', 'refused']),
  sentence: z.string().nullable(),
  at: time,
  lines: z.array(pricedLine).readonly().optional(),
});
export type RefundOutput = z.input<typeof refundOutput>;

export const refundList = z.object({ refunds: z.array(refundOutput) });

/** What is asked about: a sale of this till, a payment or a receipt of any till, or each tender of a bill. */
export const refundableQuery = z
  .object({
    sale: optional(reference),
    tid: optional(reference),
    bill: optional(reference),
    receipt_code: optional(receiptCode),
  })
  .refine((asked) => isOne(Object.values(asked)), {
    path: ['sale'],
    error: 'exactly one of this, tid, bill and receipt_code is required',
  });

/** What can still be refunded of one payment. */
const tenderLeft = z.object({
  tender: z.string().nullable(),
  method: z.object({ kind: z.enum(['phone', 'cash', 'other']), name: z.string().optional() }),
  sale: z.string().nullable(),
  tid: z.string().nullable(),
  receipt: z.int().positive().nullable(),
  amount: moneyNonNegative,
  tip: moneyNonNegative,
  lines: z.array(pricedLine.extend({ product_id: z.string().nullable() })),
});
export type TenderLeft = z.input<typeof tenderLeft>;

export const refundableOutput = z.object({
  currency: z.string(),
  tenders: z.array(tenderLeft),
});

/** A code of this device that is shown before the total is known. */
export const codeOutput = z.object({
  id: reference,
  uri: z.string(),
  label: z.string().nullable(),
  state: z.enum(['shown', 'scanned']),
  opened: time,
});
export type CodeOutput = z.input<typeof codeOutput>;

/** A scan of this device's link that belongs to no code on show. */
export const scanOutput = z.object({ token: z.string(), argstring: z.string(), at: time });
export type ScanOutput = z.input<typeof scanOutput>;

export const codeList = z.object({ codes: z.array(codeOutput), scans: z.array(scanOutput) });
