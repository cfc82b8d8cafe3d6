import type { JsonSchema } from './json-schema.ts';
import { type Html, html, NO_HTML, prose } from './markup.ts';
import type { Operation, Parameter } from './operation.ts';
import { rowsOf, wordsFor } from './schema-rows.ts';

export type Endpoint = {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
};

/** The document's components, which a schema may refer to. */
type Schemas = Readonly<Record<string, JsonSchema>>;

function resolved({ $ref, ...schema }: JsonSchema, schemas: Schemas): JsonSchema {
  return $ref === undefined ? schema : (schemas[$ref.split('/').at(-1) ?? ''] ?? {});
}

/**
 * One endpoint: its purpose, its callers, its input and output, and an example `call` for a shell.
 */
export function endpointHtml(endpoint: Endpoint, schemas: Schemas, call: string): Html {
  const { method, path, operation } = endpoint;
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const body = Object.values(requestBody?.content ?? {})[0];
  const level = operation['x-auth-level'];
  return html`<article aria-labelledby="${operationId}" data-find="${method} ${path} ${summary}">
<h3 id="${operationId}"><span class="method">${method}</span> <code>${path}</code></h3>
<p>${prose(`${summary}.`)} <span class="level">${level}</span></p>
${operation.description === undefined ? NO_HTML : html`<p>${prose(operation.description)}</p>`}
${parametersHtml(parameters)}
${body === undefined ? NO_HTML : schemaHtml('Body', resolved(body.schema, schemas))}
${Object.entries(responses).map(([status, response]) => responseHtml(status, response, schemas))}
<div class="example"><h4>Example</h4><pre><code>${call}</code></pre>
<button type="button" class="copy" hidden>Copy</button></div></article>`;
}

function parametersHtml(parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return NO_HTML;
  const rows = parameters.map((one) =>
    line(one.name, one.required, wordsFor(one.schema), one.description ?? ''),
  );
  return table('Parameters', rows);
}

function schemaHtml(title: string, schema: JsonSchema): Html {
  const rows = rowsOf(schema).map(({ name, required, words, note }) =>
    // All members of a reply are present; only input members can be required.
    line(name, required && title === 'Body', words, note),
  );
  return rows.length === 0 ? html`<p>${title}: ${wordsFor(schema)}.</p>` : table(title, rows);
}

function line(name: string, required: boolean, words: string, note: string): Html {
  const mark = required ? html` <small>required</small>` : NO_HTML;
  return html`<tr><th scope="row"><code>${name}</code>${mark}</th>
<td>${prose(words)}</td><td>${prose(note)}</td></tr>`;
}

function table(title: string, rows: readonly Html[]): Html {
  return html`<table><caption>${title}</caption><thead><tr><th scope="col">Name</th>
<th scope="col">Form</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

type Response = Operation['responses'][string];

function responseHtml(status: string, response: Response, schemas: Schemas): Html {
  const content = Object.values(response.content ?? {})[0];
  const failed = Number(status) >= 400;
  if (content === undefined || failed) {
    return html`<p class="status"><b>${status}</b> ${prose(response.description)}</p>`;
  }
  const exampleText =
    content.example === undefined
      ? NO_HTML
      : html`<pre><code>${JSON.stringify(content.example, null, 2)}</code></pre>`;
  return html`<details><summary><b>${status}</b> ${prose(response.description)}</summary>
${schemaHtml('Reply', resolved(content.schema, schemas))}${exampleText}</details>`;
}
