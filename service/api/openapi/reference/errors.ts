import { block, pageOf, table } from '../../../../shared/node/openapi/markup.ts';
import { ERRORS, type ErrorType, VALIDATION_SENTENCE } from '../../../../shared/protocol/errors.ts';
import { ROUTES, type Route } from '../../../../shared/protocol/routes.ts';
import { routeNames } from '../document.ts';
import { ERROR_NOTES, errorsOf } from '../error-schema.ts';

const INTRO = `Every refusal has the same body, and all three members are always there. Programs read
\`error_type\`; people read \`error_description\`; \`error_details\` has more where there is more.`;

const EXAMPLE = {
  error_type: 'validation_error',
  error_description: VALIDATION_SENTENCE,
  error_details: { amount: ['must be greater than zero'], 'line_items.0.total': ['is required'] },
};

const REPEATING = `Every call can be repeated without harm after a lost reply: a request is known by
\`pos_id\` and \`pos_tid\`, a partial capture by \`capture_id\`, a partial refund by \`refund_id\`, other
things by the id that the client gave them. After 500 and 503 repeat the same bytes; after 429 and 503
wait as long as \`Retry-After\` says. After 409 read the resource first.`;

/** The closed set of errors, and which endpoint answers with which. */
export function errorsPage(): string {
  const types = Object.keys(ERRORS) as ErrorType[];
  const rows = types.map((type) => [
    `\`${type}\``,
    String(ERRORS[type]),
    ERROR_NOTES[type].means,
    ERROR_NOTES[type].doThis,
  ]);
  const common = types.filter((type) => routes().every((route) => errorsOf(route).includes(type)));
  const own = routes().map((route) => [
    `\`${route.method} ${route.path}\``,
    errorsOf(route)
      .filter((type) => !common.includes(type))
      .map((type) => `\`${type}\``)
      .join(', '),
  ]);
  return pageOf('Errors', [
    INTRO,
    block('json', JSON.stringify(EXAMPLE, null, 2)),
    table(['Type', 'Status', 'Means', 'Do this'], rows),
    `## Repeating a call\n\n${REPEATING}`,
    `## By endpoint\n\nEvery endpoint can answer ${common.map((type) => `\`${type}\``).join(', ')}.`,
    table(['Endpoint', 'Besides'], own),
  ]);
}

function routes(): readonly Route[] {
  return routeNames().map((name) => ROUTES[name]);
}
