import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** The number of a receipt as people read it, `till1-R12`: the till and the number in its books. */
export const receiptNumber = z
  .string()
  .max(LIMITS.receiptNumberMax)
  .regex(/^[\w.-]+-R[1-9]\d{0,8}$/, 'must be the number of a receipt such as till1-R12');
