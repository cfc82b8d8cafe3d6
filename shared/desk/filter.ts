import { z } from 'zod';
import { LIMITS } from '../protocol/limits.ts';

/** Groups that a person looks for, rather than every state there is. */
const stateGroup = z.enum(['open', 'paid', 'refunded', 'not_paid']);
const method = z.enum(['screen_code', 'phone', 'customer_code', 'sticker']);

/** What sales are looked for. Everything that is given has to fit. */
export const historyFilter = z.object({
  /** An amount, a sale's number, a label, a text or a reference. */
  text: z.string().max(LIMITS.historyTextMax).nullish(),
  states: stateGroup.nullish(),
  method: method.nullish(),
  /** `YYYY-MM-DD` in the shop's time zone. */
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day: YYYY-MM-DD')
    .nullish(),
  /** `next` of the page before. */
  cursor: z.string().max(40).nullish(),
});
export type HistoryFilter = z.input<typeof historyFilter>;
