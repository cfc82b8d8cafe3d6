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

/** An OpenAPI document, as far as the page needs it. */
type ApiDocument = {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
};

type ReferencePage = {
  /** The name of an endpoint on the page. */
  readonly noun: 'call' | 'endpoint';
  /** Examples in the search field. */
  readonly placeholder: string;
  /** Path before `/docs/` and `/openapi.json`; nothing by default. */
  readonly prefix?: string;
  readonly base: Html;
  readonly articleOf: (endpoint: Endpoint) => Html;
  /**
   * The chapter after the endpoints, with its line in the menu. Its content may contain further chapters.
   */
  readonly last: { readonly id: string; readonly name: string; readonly content: Html };
};

/** The complete reference of an API as one page, readable without scripts and without a network. */
export function referencePage(document: ApiDocument, page: ReferencePage): string {
  const { noun, last, prefix = '' } = page;
  const { title, description } = document.info;
  const chapters = document.tags.map((tag) => ({
    ...tag,
    // Prefixed, because an endpoint may have the chapter's name.
    slug: `chapter-${tag.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
    endpoints: endpointsOf(document, tag.name),
  }));
  const menu = chapters.map(({ name, slug, endpoints }) => {
    const links = endpoints.map(
      ({ method, path, operation: { operationId: id } }) =>
        html`<li><a href="#${id}"><b>${method}</b> <code>${path}</code></a></li>`,
    );
    return html`<li><a href="#${slug}">${name}</a><ul>${links}</ul></li>`;
  });
  const body = chapters.map((chapter) => {
    const { name, slug, endpoints } = chapter;
    const articles = endpoints.map((endpoint) => page.articleOf(endpoint));
    return html`<section class="chapter" aria-labelledby="${slug}"><h2 id="${slug}">${name}</h2>
<p>${chapter.description}</p>${articles}</section>`;
  });
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${prefix}/docs/page.css">
<script src="${prefix}/docs/page.js" defer></script></head>
<body><a class="skip" href="#main">Skip to the reference</a>
<nav aria-label="${noun === 'call' ? 'Calls' : 'Endpoints'}"><h1>${title}</h1>
<label for="find">Find ${noun === 'call' ? 'a call' : 'an endpoint'}</label>
<input id="find" type="search" autocomplete="off" placeholder="${page.placeholder}">
<ul>${menu}<li><a href="#${last.id}">${last.name}</a></li></ul>
<p><a href="${prefix}/openapi.json">The same as OpenAPI 3.1</a></p></nav>
<main id="main" tabindex="-1"><p>${prose(description)}</p>
<p>The base of all paths is ${page.base}</p>${body}${last.content}
</main><p id="said" role="status" aria-live="polite"></p></body></html>
`.text;
}

function endpointsOf({ paths }: ApiDocument, tag: string): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** Path and query of an example call, with the examples of its parameters. */
export function exampleTarget({ path, operation: { parameters } }: Endpoint): string {
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(String(known?.example ?? name));
  });
  const query = parameters
    .filter((one) => one.in === 'query' && one.example !== undefined)
    .map((one) => `${one.name}=${encodeURIComponent(String(one.example ?? ''))}`)
    .join('&');
  return query === '' ? target : `${target}?${query}`;
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
