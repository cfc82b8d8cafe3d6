import { z } from 'zod';
import { dayText } from '../../../shared/bridge/back-office.ts';
import { reference } from '../../../shared/protocol/basic.ts';

/** Largest number of waiting jobs; the printer is known to be broken by then. */
export const JOBS_MAX = 100;
/** Largest number of sales whose printed receipts are remembered. */
export const HANDLED_MAX = 500;

const at = z.number().int().nonnegative();
const saleJob = z.strictObject({
  id: reference,
  sale: reference,
  number: z.number().int().nonnegative(),
  kind: z.enum(['original', 'copy']),
  at,
});
const dayJob = z.strictObject({ id: reference, day: dayText, at });

/** The state that survives a restart: waiting jobs, and sales with a receipt. */
export const printFile = z.strictObject({
  version: z.literal(1),
  jobs: z.array(z.union([saleJob, dayJob])).max(JOBS_MAX),
  handled: z.array(reference).max(HANDLED_MAX),
});
export type PrintFile = z.infer<typeof printFile>;
