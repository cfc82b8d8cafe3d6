import { z } from 'zod';
import type { Instant } from '../time/clock.ts';
import { formatDateTime } from '../time/date-time.ts';

export const EVENTS = [
  'payment_authorized',
  'payment_captured',
  'payment_auth_released',
  'payment_aborted_by_customer',
  'payment_aborted_by_merchant',
  'payment_authorization_renewed',
  'payment_authorization_expired',
  'payment_request_expired',
  'permission_request_answered',
  'permission_request_expired',
  'shortlink_scanned',
  /** Progress for the operator of the POS (D-147). */
  'display_message',
] as const;

export type EventName = (typeof EVENTS)[number];
/** An event of the channel of a shop's catalogue, which is posted to no callback address (D-265). */
export const CATALOGUE_CHANGED = 'catalogue_changed';
/**
 * The events of an alert about a silent till (D-350). They are posted to the address that the shop chose for it in the
 * portal.
 */
export type TillAlertEvent = 'till_silent' | 'till_reporting';
/** The channel on which all tills of a shop hear that its catalogue has a new version. */
export const CATALOGUE_CHANNEL = 'shop.catalogue';

export type PaymentEvent = Extract<EventName, `payment_${string}`>;

/** The message of a callback. All seven members of `meta` are always there (D-135). */
export const callbackMessage = z.object({
  meta: z.object({
    id: z.string(),
    event: z.string(),
    uri: z.string().nullable(),
    seqno: z.number().int(),
    labels: z.array(z.string()),
    context: z.string(),
    timestamp: z.string(),
  }),
  object: z.unknown().optional(),
});
export type CallbackMessage = z.infer<typeof callbackMessage>;

/** The parts of a message that its sender chooses. */
export type MessageParts = {
  readonly id: string;
  readonly event: EventName | TillAlertEvent | typeof CATALOGUE_CHANGED;
  /** Full URL of the object (D-136), or null. */
  readonly uri: string | null;
  /** Counter of the resource, from 0 (D-135). */
  readonly seqno: number;
  readonly at: Instant;
  readonly labels?: readonly string[];
  readonly object?: unknown;
};

export function createMessage(parts: MessageParts): CallbackMessage {
  return {
    meta: {
      id: parts.id,
      event: parts.event,
      uri: parts.uri,
      seqno: parts.seqno,
      labels: [...(parts.labels ?? [])],
      context: `ctx:${parts.id}`,
      timestamp: formatDateTime(parts.at),
    },
    object: parts.object,
  };
}

/** What the service tells the operator of the POS while a customer pays (D-147). */
export const displayMessage = z.object({
  tid: z.string(),
  pos_id: z.string(),
  pos_tid: z.string(),
  status: z.string(),
  status_code: z.number().int(),
  level: z.enum(['info', 'warning']),
  message: z.string(),
});
export type DisplayMessage = z.infer<typeof displayMessage>;

/**
 * The sentences of display messages. Clients that speak other languages translate by the sentence's
 * key, which is the first label of the message.
 */
export const DISPLAY_MESSAGES = {
  delivered: 'The request is in the customer’s app.',
  opened: 'The customer has opened the request.',
  authorised: 'The customer has approved.',
  tip_added: 'The customer has changed the additional amount.',
  rejected: 'The customer has declined.',
  expired: 'The request has run out of time.',
} as const;
export type DisplayKey = keyof typeof DISPLAY_MESSAGES;
