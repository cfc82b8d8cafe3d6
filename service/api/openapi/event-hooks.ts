import { type JsonSchema, jsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import {
  callbackMessage,
  displayMessage,
  EVENTS,
  type EventName,
} from '../../../shared/protocol/events.ts';
import type { RouteName } from '../../../shared/protocol/routes.ts';

export type EventObject = 'payment outcome' | 'permission outcome' | 'scan' | 'display message';

type Note = { readonly when: string; readonly object: EventObject };

const payment = (when: string): Note => ({ when, object: 'payment outcome' });
const permission = (when: string): Note => ({ when, object: 'permission outcome' });

/** When each event is sent, and what it carries. */
export const EVENT_NOTES: Readonly<Record<EventName, Note>> = {
  payment_authorized: payment('The customer has approved; the money is reserved, not yet taken.'),
  payment_captured: payment('Money was taken: all of it, or the part that the object shows.'),
  payment_auth_released: payment('What was still reserved was given free.'),
  payment_aborted_by_customer: payment('The customer has declined.'),
  payment_aborted_by_merchant: payment('The merchant has ended the request before capture.'),
  payment_authorization_renewed: payment('The authorisation is good for another three days.'),
  payment_authorization_expired: payment('The authorisation has run out of time.'),
  payment_request_expired: payment('Nobody approved in time.'),
  permission_request_answered: permission('The customer has accepted or declined.'),
  permission_request_expired: permission('Nobody answered in time.'),
  shortlink_scanned: { when: 'A customer has scanned the code of a shortlink.', object: 'scan' },
  display_message: {
    when: 'Something happened that the person at the till may want to know.',
    object: 'display message',
  },
};

/** The chapter of the resource that an event is about. */
const TAGS = {
  'payment outcome': 'Payment requests',
  'permission outcome': 'Permission requests',
  scan: 'Shortlinks',
  'display message': 'Payment requests',
} as const;

/** The messages that the service posts to callback addresses, as OpenAPI webhooks. */
export function eventHooks(mediaType: string) {
  const entries = EVENTS.map((event) => {
    const schema = messageOf(event);
    const post = {
      operationId: event,
      tags: [TAGS[EVENT_NOTES[event].object]],
      summary: EVENT_NOTES[event].when,
      // The message carries no credentials; its receiver checks the signature.
      security: [],
      requestBody: { content: { [mediaType]: { schema } } },
      responses: { '2XX': { description: 'Taken. Any other answer is tried again later.' } },
    };
    return [event, { post }] as const;
  });
  return Object.fromEntries(entries);
}

/** The message of an event: `meta`, and `object` if it is sent over https. */
function messageOf(event: (typeof EVENTS)[number]): JsonSchema {
  const message = jsonSchema(callbackMessage, 'output');
  return { ...message, properties: { ...message.properties, object: objectOf(event) } };
}

function objectOf(event: (typeof EVENTS)[number]): JsonSchema {
  switch (EVENT_NOTES[event].object) {
    case 'payment outcome':
      return replyOf('paymentOutcome');
    case 'permission outcome':
      return replyOf('permissionOutcome');
    case 'scan':
      return replyOf('shortlinkScan');
    case 'display message':
      return jsonSchema(displayMessage, 'output');
  }
}

/** An event carries the current reply of the endpoint. */
function replyOf(name: RouteName): JsonSchema {
  return { $ref: `#/components/schemas/${name}Reply` };
}
