import { z } from 'zod';
import { moneyNonNegative, reference } from './basic.ts';
import { LIMITS } from './limits.ts';

/** What a payment moved in a period of a till, on one business day. */
export const periodPayment = z.object({
  tid: reference,
  day: z.iso.date(),
  captured: moneyNonNegative,
  tip: moneyNonNegative,
  refunded: moneyNonNegative,
});
export type PeriodPayment = z.output<typeof periodPayment>;

/** A closed period of a till's books (D-313). */
export const periodInput = z.object({
  /** The line of the close, as the till's file has it, because its hash covers the text; or folded (D-402). */
  close: z.string().min(1).max(LIMITS.periodCloseMax),
  /** Hash of the entry before the first one of the period; of 64 zeros for the first period. */
  continues: z.string().regex(/^[0-9a-f]{64}$/),
  payments: z.array(periodPayment).max(LIMITS.periodPaymentsMax),
});
/** What the service says of a closed period that it keeps. */
export const periodTaken = z.object({
  /** Receipts that the till has handed over and that its close does not count, as `till1-R12`; empty if all is well. */
  receipts_left_out: z.array(z.string()),
});
export type PeriodTaken = z.output<typeof periodTaken>;

/** `error_details` of the 409 for a period before which the service misses others: the first of them (D-564). */
export const periodGap = z.object({ first_missing: z.int().min(1) });
export type PeriodGap = z.output<typeof periodGap>;

export type PeriodInput = z.output<typeof periodInput>;
