import { z } from 'zod';
import {
  type CallbackMessage,
  callbackMessage,
  type DisplayMessage,
  displayMessage,
  EVENTS,
  type PaymentEvent,
} from '../protocol/events.ts';
import { outcome } from '../protocol/outcome.ts';
import { type PermissionOutcome, permissionOutcome } from '../protocol/permission.ts';

export type CallbackMeta = CallbackMessage['meta'];

const scanned = z.object({ id: z.string(), argstring: z.string() });

/**
 * A callback by the event that it reports. `object` is null when the message came over http, which
 * carries only `meta`: then read `meta.uri` with the client. An event that this version does not know is
 * `other`; answer it with 2xx.
 */
export type CallbackEvent =
  | {
      readonly kind: 'payment';
      readonly event: PaymentEvent;
      readonly meta: CallbackMeta;
      readonly object: z.infer<typeof outcome> | null;
    }
  | {
      readonly kind: 'permission';
      readonly meta: CallbackMeta;
      readonly object: PermissionOutcome | null;
    }
  | {
      readonly kind: 'scan';
      readonly meta: CallbackMeta;
      readonly object: z.infer<typeof scanned> | null;
    }
  | {
      readonly kind: 'display';
      readonly meta: CallbackMeta;
      readonly object: DisplayMessage | null;
    }
  | { readonly kind: 'other'; readonly meta: CallbackMeta; readonly object: unknown };

/** Reads the raw bytes of a callback; null when they are none of the messages it may be. */
export function readCallback(body: Uint8Array): CallbackEvent | null {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
  const message = callbackMessage.safeParse(json);
  return message.success ? eventOf(message.data) : null;
}

function eventOf({ meta, object }: CallbackMessage): CallbackEvent | null {
  const event = EVENTS.find((name) => name === meta.event);
  switch (event) {
    case undefined:
      return { kind: 'other', meta, object: object ?? null };
    case 'shortlink_scanned':
      return read(scanned, object, (value) => ({ kind: 'scan', meta, object: value }));
    case 'display_message':
      return read(displayMessage, object, (value) => ({ kind: 'display', meta, object: value }));
    case 'permission_request_answered':
    case 'permission_request_expired':
      return read(permissionOutcome, object, (value) => ({
        kind: 'permission',
        meta,
        object: value,
      }));
    default:
      return read(outcome, object, (value) => ({ kind: 'payment', event, meta, object: value }));
  }
}

function read<T extends z.ZodType>(
  schema: T,
  object: unknown,
  make: (value: z.output<T> | null) => CallbackEvent,
): CallbackEvent | null {
  if (object === undefined || object === null) return make(null);
  const value = schema.safeParse(object);
  return value.success ? make(value.data) : null;
}
