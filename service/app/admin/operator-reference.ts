import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type JsonSchema, jsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import { pageOf, table } from '../../../shared/node/openapi/markup.ts';
import { rowsOf, wordsFor } from '../../../shared/node/openapi/schema-rows.ts';
import { ERRORS } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { customerOutput } from '../operator/acts/customers.ts';
import { actNames } from '../operator/acts.ts';
import { OPERATOR_ERRORS, OPERATOR_ROUTES, type OperatorRoute } from '../operator/routes.ts';
import { OPERATOR_SOCKET } from '../operator/socket.ts';
import { COMMANDS } from './commands.ts';

/*
 * Generates the page of docs/reference about the operator API from the table of acts, as part of
 * `npm run docs`. A test compares the file with the generated text.
 */

const INTRO = `The API for an operator's own programs, such as a support desk. It is HTTP on the socket
\`${OPERATOR_SOCKET}\` in the data folder of a running service, which only the owner of the folder can
open; there are no other credentials. [The guide](../guides/customers.md#use-the-operator-api) has
examples. \`tillkit admin\` calls the same routes, and does the same acts itself if no service runs: each
route names its command.

Bodies and replies are \`application/json\`. A body has at most ${LIMITS.bodyBytesMax} bytes, and
members and parameters that the API does not know are refused. \`:customer\` is the id of a customer or the
phone number, as people write it; other names in a path are ids. Errors have [the form of the merchant API](errors.md). Every route can
answer ${statusesOf(OPERATOR_ERRORS)}.`;

/** `docs/reference/operator-api.md`: every route, with the forms of its input and its reply. */
export function operatorReference(): string {
  const routes = actNames().map((name) => OPERATOR_ROUTES[name]);
  return pageOf('Operator API', [
    INTRO,
    ...routes.map(routePart),
    '## The customer',
    ...schemaPart('Member', jsonSchema(customerOutput, 'output')),
  ]);
}

function routePart(route: OperatorRoute): string {
  const { method, path, summary, about, success, errors, takes, bodyBytesMax, reply } = route;
  const { properties = {} } = jsonSchema(route.query, 'input');
  // A parameter is left out in place of null.
  const query = Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'object'
      ? [[`\`${name}\``, wordsFor(schema).replace(' or null', ''), schema.description ?? '']]
      : [],
  );
  const more = errors.length === 0 ? '' : `, ${statusesOf(errors)}`;
  return [
    `## ${method} ${path}`,
    `${summary}. Answers \`${success.join()}\`${more}.`,
    ...(about === undefined ? [] : [about]),
    ...commandsOf(route),
    ...(query.length === 0 ? [] : [table(['Query', 'Form', 'Meaning'], query)]),
    ...(takes === undefined
      ? schemaPart('Body', jsonSchema(route.body, 'input'))
      : [`The body is the file, as \`${takes}\` with at most \`${bodyBytesMax}\` bytes.`]),
    ...(reply === customerOutput
      ? ['The reply is [the customer](#the-customer).']
      : schemaPart('Reply', jsonSchema(reply, 'output'))),
  ].join('\n\n');
}

/** The command that does the same. */
function commandsOf({ name }: OperatorRoute): readonly string[] {
  return [...COMMANDS.values()]
    .filter(({ act }) => act === name)
    .map(({ usage }) => `Command: \`tillkit admin ${usage}\`.`);
}

/** The statuses of errors in ascending order, each once. */
function statusesOf(types: OperatorRoute['errors']): string {
  const statuses = [...new Set(types.map((type) => ERRORS[type]))].sort((a, b) => a - b);
  return statuses.map((status) => `\`${status}\``).join(', ');
}

function schemaPart(title: string, schema: JsonSchema): readonly string[] {
  const rows = rowsOf(schema)
    // The members of a customer have a chapter of their own.
    .filter(({ name }) => !/^customer(?:s\[\])?\./.test(name))
    .map(({ name, required, words, note }) => [
      `\`${name}\`${required && title === 'Body' ? ' (required)' : ''}`,
      words,
      /^customers?$/.test(name) ? `As [the customer](#the-customer).` : note,
    ]);
  return rows.length === 0 ? [] : [table([title, 'Form', 'Meaning'], rows)];
}

const FILE = new URL('../../../docs/reference/operator-api.md', import.meta.url);

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(FILE, operatorReference());
