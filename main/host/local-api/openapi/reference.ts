import { TILL_ERRORS } from '../../../../shared/device/till-api/errors.ts';
import { ACTION_WORDS, STATE_WORDS } from '../../../../shared/device/till-api/words.ts';
import type { JsonSchema } from '../../../../shared/node/openapi/json-schema.ts';
import { block, pageOf, table } from '../../../../shared/node/openapi/markup.ts';
import type { Operation } from '../../../../shared/node/openapi/operation.ts';
import { rowsOf, wordsFor } from '../../../../shared/node/openapi/schema-rows.ts';
import { reasonsOf, tillDocument } from './document.ts';
import { FRAME_EXAMPLES } from './examples.ts';

const INTRO = `The API of one till, for the cash register on the same machine. Paths are below the
\`url\` of the file \`till-api.json\` in the till’s data directory; every call carries its \`token\` as
\`Authorization: Bearer <token>\`. Bodies and replies are \`application/json\`. A running till shows the
same at \`/docs/\`, and as OpenAPI 3.1 at \`/openapi.json\`, both without a token. The guide is
[the local till API](../guides/local-till-api.md).`;

/** `docs/reference/till-api.md`: calls, states, actions, events and errors of the till API. */
export function tillReference(): string {
  const { tags, paths, components } = tillDocument();
  const parts = tags.flatMap(({ name, description }) => [
    `## ${name}\n\n${description}`,
    ...Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) =>
          callPart(`${method.toUpperCase()} ${path}`, operation, components.schemas),
        ),
    ),
  ]);
  const { hello, frames } = FRAME_EXAMPLES;
  const lines = [hello, ...frames].map((frame) => JSON.stringify(frame));
  return pageOf('Till API', [
    INTRO,
    ...parts,
    block('json', lines.join('\n')),
    wordPart('States', STATE_WORDS),
    wordPart('Actions', ACTION_WORDS),
    `## Errors\n\n${table(['Type', 'Status', 'Means', 'Do this'], errorRows())}`,
  ]);
}

function errorRows(): readonly (readonly string[])[] {
  return Object.entries(TILL_ERRORS).map(([type, { status, means, doThis }]) => [
    `\`${type}\``,
    String(status),
    means,
    doThis,
  ]);
}

function wordPart(title: string, words: Readonly<Record<string, string>>): string {
  const rows = Object.entries(words).map(([word, meaning]) => [`\`${word}\``, meaning]);
  return `## ${title}\n\n${table(['Word', 'Meaning'], rows)}`;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function callPart(title: string, operation: Operation, schemas: Schemas): string {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const codes = Object.keys(responses).map((status) => `\`${status}\``);
  const query = parameters.filter((one) => one.in === 'query');
  const reasons = reasonsOf(operationId);
  const example = requestBody?.content['application/json']?.example;
  const reply = Object.values(responses).find(({ content }) => content !== undefined);
  const sample = reply?.content?.['application/json']?.example;
  // The sale is described once, at the call that starts it, and the bill at the command that opens it.
  const isSale =
    (operationId !== 'saleStart' && operationId.startsWith('sale')) || operationId === 'billRead';
  return [
    `### ${title}`,
    `${summary}. Answers ${codes.join(', ')}.`,
    ...(reasons.length === 0 ? [] : [`Reasons of a refusal: ${reasons.join('; ')}.`]),
    ...(query.length === 0
      ? []
      : [
          table(
            ['Query', 'Form', 'Meaning'],
            query.map((one) => [`\`${one.name}\``, wordsFor(one.schema), one.description ?? '']),
          ),
        ]),
    ...schemaPart('Body', schemas[`${operationId}Body`]),
    ...(example === undefined ? [] : [block('json', JSON.stringify(example, null, 2))]),
    ...(isSale ? [] : schemaPart('Reply', schemas[`${operationId}Reply`])),
    ...(sample === undefined || isSale ? [] : [block('json', JSON.stringify(sample, null, 2))]),
  ].join('\n\n');
}

/** Another chapter describes the words of a state. */
function noteOf(name: string, note: string): string {
  return name.endsWith('state.kind') ? 'The state.' : note;
}

function schemaPart(title: string, schema: JsonSchema | undefined): readonly string[] {
  if (schema === undefined) return [];
  const rows = rowsOf(schema).map(({ name, required, words, note }) => [
    `\`${name}\`${required && title === 'Body' ? ' (required)' : ''}`,
    name.endsWith('state.kind') ? '[one of these](#states)' : words,
    name.endsWith('actions')
      ? 'What may be [done](#actions) with the sale now.'
      : noteOf(name, note),
  ]);
  return rows.length === 0 ? [] : [table([title, 'Form', 'Meaning'], rows)];
}
