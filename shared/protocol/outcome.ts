import { z } from 'zod';
import { dateTime } from './basic.ts';
import { lineItem } from './line-items.ts';
import { permissionOutcome } from './permission.ts';
import { STATUSES } from './status-codes.ts';

const amount = z.number().int();

export const capture = z.object({
  id: z.string().nullable(),
  amount,
  additional_amount: amount,
});

/** A sold line, with the part of it that a refund returned. `index` is its place among the sold lines (D-250). */
export const refundedItem = lineItem.extend({ index: z.number().int() });

/** A refund; the odd member name carries the reason given (D-36). */
export const refund = z.object({
  id: z.string().nullable(),
  amount,
  additional_amount: amount,
  chat_message_data_text: z.string().nullable(),
  line_items: z.array(refundedItem).optional(),
  /** What it gave back of each tax rate, where the refund named them (D-572). */
  rates: z.array(z.object({ vat_rate: z.string().nullable(), total: amount })).optional(),
});

/**
 * `GET /payment_request/<tid>/outcome/`. A client must accept codes it does not know, so
 * `status_code` is any integer here.
 */
export const outcome = z.object({
  tid: z.string(),
  pos_id: z.string(),
  pos_tid: z.string(),
  currency: z.string(),
  amount,
  additional_amount: amount,
  auth_amount: amount,
  auth_additional_amount: amount,
  captures: z.array(capture),
  refunds: z.array(refund),
  status: z.enum(STATUSES),
  status_code: z.number().int(),
  customer: z.string().nullable(),
  date_modified: dateTime,
  date_expires: dateTime,
  credit: z.boolean(),
  interchange_fee: amount,
  transaction_fee: amount,
  attachment_uri: z.string().nullable(),
  permissions: permissionOutcome.nullable(),
});
export type Outcome = z.infer<typeof outcome>;
