import { z } from 'zod';
import { dayText } from '../../../shared/bridge/desk.ts';
import { reference } from '../../../shared/protocol/basic.ts';

/** Papers that can wait at a time; the printer is long known to be broken by then. */
export const JOBS_MAX = 100;
/** Sales of which it is remembered that their receipt was printed or asked for. */
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

/** What survives a restart: papers that have not come out, and whose receipts have. */
export const printFile = z.strictObject({
  version: z.literal(1),
  jobs: z.array(z.union([saleJob, dayJob])).max(JOBS_MAX),
  handled: z.array(reference).max(HANDLED_MAX),
});
export type PrintFile = z.infer<typeof printFile>;
