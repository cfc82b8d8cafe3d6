import { z } from 'zod';
import { moneySigned } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';

/** What a refund gives back of one line of a bill that was paid in shares (D-572). */
export const refundedGoods = z.strictObject({
  /** The place of the line on the bill, from 0. */
  line: z.int().nonnegative(),
  product: z.string().max(LIMITS.lineTextMax).nullable(),
  name: z.string().max(LIMITS.lineTextMax),
  quantity: z.string().max(20),
  vatRate: z.string().max(20).nullable(),
  // Negative for a returned deposit.
  total: moneySigned,
});
export type RefundedGoods = z.output<typeof refundedGoods>;
