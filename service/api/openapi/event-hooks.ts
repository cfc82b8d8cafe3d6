import { type JsonSchema, jsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import { callbackMessage, displayMessage, EVENTS } from '../../../shared/protocol/events.ts';
import type { RouteName } from '../../../shared/protocol/routes.ts';
import { EVENT_NOTES } from './event-notes.ts';

/** The messages that the service posts to callback addresses, as OpenAPI webhooks. */
export function eventHooks(mediaType: string) {
  const entries = EVENTS.map((event) => {
    const schema = messageOf(event);
    const post = {
      operationId: event,
      summary: EVENT_NOTES[event].when,
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
