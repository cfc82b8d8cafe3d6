import { z } from 'zod';
import { parseDateTime } from '../time/date-time.ts';
import { dateTime, optional, withDefault } from './basic.ts';
import { LIMITS } from './limits.ts';
import { STATUSES, type Status } from './status-codes.ts';

/** A list of resources: absolute paths without host; `next` and `prev` are always present (D-177). */
export const uriList = z.object({
  uris: z.array(z.string()),
  next: z.string().nullable(),
  prev: z.string().nullable(),
});
export type UriList = z.infer<typeof uriList>;

const cursor = optional(z.string().min(1).max(200));

/** Query of a list; the cursor is opaque and comes from `next` (D-180). */
export const listQuery = z.object({ cursor });

const instant = z.string().transform((text, context) => {
  const at = parseDateTime(text);
  if (at !== null) return at;
  context.addIssue({ code: 'custom', message: 'must be a UTC time as YYYY-MM-DD hh:mm:ss' });
  return z.NEVER;
});

/** true, false, 1 or 0 in any case (D-186). */
const flag = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(['true', 'false', '1', '0'], { error: 'must be true or false' }))
  .transform((text) => text === 'true' || text === '1');

const wholeNumber = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number')
  .transform(Number);

export { flag as queryFlag, instant as queryInstant };

/** Repeated key, comma list, or both (D-53). */
const statuses = z
  .union([z.string(), z.array(z.string()).max(20)])
  .transform((given) => [given].flat().flatMap((text) => text.split(',')))
  .pipe(z.array(z.enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` })))
  .transform((list): Status[] => [...new Set(list)]);

/** Query of `GET /payment_request/` (D-108): from inclusive, to exclusive. */
export const paymentListQuery = z.object({
  created_from: optional(instant),
  created_to: optional(instant),
  cursor,
  page_size: withDefault(
    wholeNumber.pipe(z.number().min(1).max(LIMITS.pageSizeMax)),
    LIMITS.pageSizeDefault,
  ),
  only_ok: withDefault(flag, false),
  status: optional(statuses),
});
export type PaymentListQuery = z.output<typeof paymentListQuery>;

/** One row of the payment list (D-43). */
export const paymentListItem = z.object({
  tid: z.string(),
  created: dateTime,
  modified: dateTime,
  total: z.number().int(),
  total_captured: z.number().int(),
  total_refund: z.number().int(),
  currency: z.string(),
  status: z.enum(STATUSES),
  status_code: z.number().int(),
  message: z.string().nullable(),
  link: z.string(),
});
export type PaymentListItem = z.infer<typeof paymentListItem>;

export const paymentList = z.object({
  items: z.array(paymentListItem),
  cursor: z.string().nullable(),
});
export type PaymentList = z.infer<typeof paymentList>;

/** Query of the outcome: the long poll of design section 4 (an extension). */
export const outcomeQuery = z.object({
  wait: withDefault(wholeNumber.pipe(z.number().min(0).max(LIMITS.outcomeWaitSecondsMax)), 0),
  since: optional(wholeNumber.pipe(z.number().min(0).max(999_999))),
});
export type OutcomeQuery = z.output<typeof outcomeQuery>;
