import { pageOf, table } from '../../../../shared/node/openapi/markup.ts';
import { type Condition, MOVES } from '../../../../shared/payment/moves.ts';
import { DISPLAY_MESSAGES, EVENTS } from '../../../../shared/protocol/events.ts';
import { STATUS_CATALOGUE } from '../../../../shared/protocol/status-codes.ts';
import { PERMISSION_MOVES } from '../../../permissions/rules/permission.ts';
import { EVENT_NOTES } from '../event-hooks.ts';

const INTRO = `An event is posted to the \`callback_uri\` of the resource that it is about. Over https the
whole message is sent. Over http only \`meta\` is sent, and the object is read at
\`meta.uri\` with the usual credentials; a \`display_message\` has its object over http too,
because it names no person. Over \`ws:<channel>\` a device that holds \`GET /event/\` open
gets the whole message.

A message is signed with the service’s key, which \`GET /keys/callback.pem\` shows:
\`Authorization: RSA-SHA256 <base64>\` over
\`POST|<address>|X-SVC-CONTENT-DIGEST=...&X-SVC-TIMESTAMP=...\`. The address is the one on the
wire: scheme, \`Host\` and request target. It is the \`callback_uri\` without its fragment. If this has no
path, the target begins with \`/\`; characters that a request line may not contain, such as \`æ\`, a
space or \`{\`, are percent-encoded. During a change of
keys the page shows two. Any 2xx within 10 seconds is taken as delivered. Otherwise the same
message comes again after 5 s, 15 s, 1 min, 5 min, 15 min, 1 h, 3 h, 6 h, 12 h and 24 h; 410
ends that. Events of one resource come in order. A message that comes twice has the same
\`meta.id\`.

What the outcome endpoint says is the truth; an event only says that it is worth looking.`;

const META: readonly (readonly [string, string])[] = [
  ['`id`', 'Id of the message; the same at every attempt.'],
  ['`event`', 'Name of the event.'],
  ['`uri`', 'Full address of the object, or null.'],
  ['`seqno`', 'Counts the messages of one resource, from 0.'],
  ['`labels`', 'Words about the message; most have none.'],
  ['`context`', '`ctx:` and the id.'],
  ['`timestamp`', 'When it happened, UTC.'],
];

const WHEN: Readonly<Record<Condition, string>> = {
  always: '',
  nothing_captured: 'nothing captured',
  some_captured: 'something captured',
  rest_remains: 'something is left to capture',
  rest_used: 'nothing is left to capture',
  rest_held: 'the money of an ended authorisation is still reserved',
};

/** The events, their content, and the state transitions that send them. */
export function eventsPage(): string {
  const name = (code: number) => `${code} ${STATUS_CATALOGUE.get(code) ?? ''}`.trim();
  const events = EVENTS.map((event) => [
    `\`${event}\``,
    EVENT_NOTES[event].when,
    EVENT_NOTES[event].object,
  ]);
  const payment = MOVES.map((move) => [
    name(move.from),
    move.on,
    WHEN[move.when],
    name(move.to),
    move.event === null ? 'none' : `\`${move.event}\``,
    move.log,
  ]);
  const permission = PERMISSION_MOVES.map((move) => [
    name(move.from),
    move.on,
    name(move.to),
    `\`${move.event}\``,
  ]);
  return pageOf('Events', [
    INTRO,
    table(['Event', 'When', 'Object'], events),
    `## Members of meta\n\n${table(['Member', 'Meaning'], META)}`,
    `## Moves of a payment request\n\nA command without a row is refused with 409. A request whose
customer nobody knows is 4004 from the start, and sends no event.`,
    table(['From', 'On', 'When', 'To', 'Event', 'Line in the log'], payment),
    '## Moves of a permission request',
    table(['From', 'On', 'To', 'Event'], permission),
    `## Display messages\n\nThe first label of the message is the key; clients translate by it.`,
    table(['Key', 'Sentence'], Object.entries(DISPLAY_MESSAGES)),
  ]);
}
