import type { JsonSchema } from '../../../../shared/node/openapi/json-schema.ts';
import { block, pageOf, table } from '../../../../shared/node/openapi/markup.ts';
import type { Operation, Parameter } from '../../../../shared/node/openapi/operation.ts';
import { rowsOf, wordsFor } from '../../../../shared/node/openapi/schema-rows.ts';
import { apiMediaType, SVC_PROFILE } from '../../../../shared/protocol/media.ts';
import { openApiDocument } from '../document.ts';

const INTRO = `Paths are below \`${SVC_PROFILE.basePath}\`. Every path ends with a slash; one without
it is served too, and nothing is ever redirected, because a redirect would break a signature. Bodies
and replies are \`${apiMediaType(SVC_PROFILE)}\`; a client that asks for \`application/json\` alone
gets that. Amounts are whole numbers of minor units. Times are UTC, \`YYYY-MM-DD hh:mm:ss\`. Members
that a body does not know are ignored, null is the same as left out, and all wrong fields are named
at once. A client must take status codes and members that it does not know.

A running service shows the same at \`/docs/\`, and as OpenAPI 3.1 at \`/openapi.json\`. Errors, events,
limits and security have [pages](errors.md) [of](events.md) [their](limits.md) [own](security.md).`;

/** The reference of all endpoints, by resource. */
export function apiPage(): string {
  const document = openApiDocument(SVC_PROFILE);
  const { schemas } = document.components;
  const parts = document.tags.flatMap(({ name, description }) => [
    `## ${name}\n\n${description}`,
    ...Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) =>
          endpoint(`${method.toUpperCase()} ${path}`, operation, schemas),
        ),
    ),
  ]);
  return pageOf('API', [INTRO, ...parts]);
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function endpoint(title: string, operation: Operation, schemas: Schemas): string {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const level = `Level: ${operation['x-auth-level']}.`;
  const [body] = Object.values(requestBody?.content ?? {});
  const codes = Object.keys(responses).map((status) => `\`${status}\``);
  const parts = [
    `### ${title}`,
    `${summary}. ${level} Answers ${codes.join(', ')}.`,
    ...(operation.description === undefined ? [] : [operation.description]),
    ...parameterTable(
      'Query',
      parameters.filter((one) => one.in === 'query'),
    ),
    ...parameterTable(
      'Header',
      parameters.filter((one) => one.in === 'header'),
    ),
    ...schemaPart('Body', schemas[`${operationId}Body`]),
    ...(body?.example === undefined ? [] : [json(body.example)]),
    ...schemaPart('Reply', schemas[`${operationId}Reply`]),
    ...replyExample(operation),
  ];
  return parts.join('\n\n');
}

function parameterTable(title: string, parameters: readonly Parameter[]): readonly string[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map((one) => [
    `\`${one.name}\`${one.required ? ' (required)' : ''}`,
    wordsFor(one.schema),
    one.description ?? '',
  ]);
  return [table([title, 'Form', 'Meaning'], rows)];
}

function replyExample({ responses }: Operation): readonly string[] {
  const [, success] = Object.entries(responses).find(([status]) => Number(status) < 400) ?? [];
  const [content] = Object.values(success?.content ?? {});
  return content?.example === undefined ? [] : [json(content.example)];
}

function schemaPart(title: string, schema: JsonSchema | undefined): readonly string[] {
  if (schema === undefined) return [];
  const rows = rowsOf(schema).map(({ name, required, words, note }) => [
    `\`${name}\`${required && title === 'Body' ? ' (required)' : ''}`,
    words,
    note,
  ]);
  return rows.length === 0 ? [] : [table([title, 'Form', 'Meaning'], rows)];
}

function json(value: unknown): string {
  return block('json', JSON.stringify(value, null, 2));
}
