import { z } from 'zod';
import { optional } from '../protocol/basic.ts';

/* The log of callbacks, as the merchant's pages and the service tell it to each other. */

const instant = z.number();

const delivery = z.object({
  id: z.string(),
  event: z.string(),
  resource: z.string(),
  uri: z.string(),
  created: instant,
  state: z.enum(['open', 'delivered', 'gone', 'given_up']),
  attempts: z.number().int(),
  due: instant.nullable(),
  /** Of the last attempt: its status, or why there was none. */
  status: z.number().int().nullable(),
  problem: z.string().nullable(),
});
export type PortalDelivery = z.infer<typeof delivery>;

/** `GET /callbacks`: newest first. */
export const portalCallbacksQuery = z.object({
  state: optional(z.enum(['open', 'delivered', 'gone', 'given_up'])),
  after: optional(z.string().max(100)),
});
export const portalCallbacks = z.object({
  items: z.array(delivery),
  next: z.string().nullable(),
});
/** `GET /callbacks/<id>`: with the newest attempts. `POST /callbacks/<id>/resend` answers the same. */
export const portalCallback = delivery.extend({
  /** What the receiver of a scan had to say to the customer (D-139): its text, or where to go. */
  answer: z.string().nullable(),
  tries: z.array(
    z.object({
      at: instant,
      status: z.number().int().nullable(),
      problem: z.string().nullable(),
      duration: z.number(),
    }),
  ),
});
export type PortalCallback = z.infer<typeof portalCallback>;
