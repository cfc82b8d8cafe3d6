import type { Operation } from '../../../../shared/node/openapi/operation.ts';
import { TILL_EVENTS_PATH, TILL_SUBPROTOCOL } from '../../../../shared/till-api/frames.ts';

export const EVENTS_PATH = TILL_EVENTS_PATH;

export const EVENTS_TAG = {
  name: 'Events',
  description: 'Everything that changes at the till, over one WebSocket, with what was missed.',
  root: 'events',
} as const;

/** The WebSocket, as far as OpenAPI can describe it; its frames are among the schemas. */
export const EVENTS_OPERATION: Operation = {
  operationId: 'events',
  tags: [EVENTS_TAG.name],
  summary:
    `A WebSocket of subprotocol \`${TILL_SUBPROTOCOL}\`. The register sends one frame, \`Hello\`. The ` +
    'till answers with a `snapshot` of everything, or, where it still has all that came after the ' +
    'event the hello names, with `resumed` and what was missed; then it sends each change as it ' +
    'comes (`Frame`)',
  'x-auth-level': 'TOKEN',
  security: [{ token: [] }],
  parameters: [],
  responses: {
    101: { description: 'The connection is a WebSocket now.' },
    400: { description: 'The subprotocol was not offered.' },
    403: { description: 'A page of an origin that this till does not know has called.' },
    421: { description: '`Host` is not this machine’s own name for itself.' },
    429: { description: 'Too many connections are open already.' },
  },
};
