import { z } from 'zod';
import { line, moneyPositive, optional, prose, reference } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { time } from './sale.ts';

/** The refund that a register orders, of one of this till's sales or of any payment. */
export const refundInput = z
  .object({
    refund_id: reference,
    sale: optional(reference),
    tid: optional(reference),
    amount: optional(moneyPositive),
    text: optional(prose(LIMITS.textMax)),
    approver: line(LIMITS.labelMax),
  })
  .refine(({ sale, tid }) => (sale === null) !== (tid === null), {
    path: ['sale'],
    error: 'either this or tid is required, not both',
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
});
export type RefundOutput = z.input<typeof refundOutput>;

export const refundList = z.object({ refunds: z.array(refundOutput) });

/** A code of this device that is to be shown before the total is known. */
export const codeInput = z.object({ label: optional(line(LIMITS.labelMax)) });

export const codeOpened = z.object({ id: reference, uri: z.string() });

export const codeOutput = codeOpened.extend({
  label: z.string().nullable(),
  state: z.enum(['shown', 'scanned']),
  opened: time,
});
export type CodeOutput = z.input<typeof codeOutput>;

/** A scan of this device's link that belongs to no code on show. */
export const scanOutput = z.object({ token: z.string(), argstring: z.string(), at: time });
export type ScanOutput = z.input<typeof scanOutput>;

export const codeList = z.object({ codes: z.array(codeOutput), scans: z.array(scanOutput) });

/** Money that was taken by another way to pay. */
export const tenderedInput = z.object({
  method: optional(line(LIMITS.posTypeMax)),
  tendered_id: optional(reference),
});
