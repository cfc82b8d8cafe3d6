import { type Endpoint, endpointHtml } from '../../../../shared/node/openapi/endpoint-html.ts';
import { type Html, html, prose } from '../../../../shared/node/openapi/markup.ts';
import { TILL_ERRORS } from '../../../../shared/till-api/errors.ts';
import { TILL_API_BASE } from '../../../../shared/till-api/routes.ts';
import type { TillDocument } from './document.ts';
import { FRAME_EXAMPLES } from './examples.ts';

/** Path of the page. */
export const TILL_PAGE_PATH = '/docs/';

/** The complete reference as one page, readable without scripts and without a network. */
export function tillPage(document: TillDocument): string {
  const chapters = document.tags.map((tag) => ({
    ...tag,
    // Prefixed, because a call may have the chapter's name.
    slug: `chapter-${tag.name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
    endpoints: endpointsOf(document, tag.name),
  }));
  const menu = chapters.map(({ name, slug, endpoints }) => {
    const links = endpoints.map(
      ({ method, path, operation: { operationId: id } }) =>
        html`<li><a href="#${id}"><b>${method}</b> <code>${path}</code></a></li>`,
    );
    return html`<li><a href="#${slug}">${name}</a><ul>${links}</ul></li>`;
  });
  const { schemas } = document.components;
  const body = chapters.map(({ name, slug, description, endpoints }) => {
    const articles = endpoints.map((one) => endpointHtml(shortened(one), schemas, tillCurl(one)));
    return html`<section class="chapter" aria-labelledby="${slug}"><h2 id="${slug}">${name}</h2>
<p>${description}</p>${articles}</section>`;
  });
  const { title, description } = document.info;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/docs/page.css"><script src="/docs/page.js" defer></script></head>
<body><a class="skip" href="#main">Skip to the reference</a>
<nav aria-label="Calls"><h1>${title}</h1>
<label for="find">Find a call</label>
<input id="find" type="search" autocomplete="off" placeholder="start, cancel, events">
<ul>${menu}<li><a href="#errors">Errors</a></li></ul>
<p><a href="/openapi.json">The same as OpenAPI 3.1</a></p></nav>
<main id="main" tabindex="-1"><p>${prose(description)}</p>
<p>The base of all paths is <code>${TILL_API_BASE}</code>. <code>$TILL</code> and <code>$TOKEN</code>
of the examples are <code>url</code> and <code>token</code> of the file <code>till-api.json</code> in
the till’s data directory.</p>${body}${framesHtml()}${errorsHtml()}
</main><p id="said" role="status" aria-live="polite"></p></body></html>
`.text;
}

/** The sale is described once, at the call that starts it. */
function shortened(endpoint: Endpoint): Endpoint {
  const { operation } = endpoint;
  const isSale = ({ content }: (typeof operation.responses)[string]) =>
    /Reply$/.test(content?.['application/json']?.schema.$ref ?? '') && answersSale(operation);
  if (operation.operationId === 'saleStart') return endpoint;
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    isSale(response) ? { description: 'Done; the reply is the sale as it is now.' } : response,
  ]);
  return { ...endpoint, operation: { ...operation, responses: Object.fromEntries(responses) } };
}

function answersSale({ operationId }: Endpoint['operation']): boolean {
  return operationId.startsWith('sale') && operationId !== 'saleList';
}

function endpointsOf(document: TillDocument, tag: string): readonly Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** The example call for a shell. */
export function tillCurl({ method, path, operation }: Endpoint): string {
  const { parameters, requestBody } = operation;
  const target = path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(known?.example ?? name);
  });
  const query = parameters
    .filter((one) => one.in === 'query' && one.example !== undefined)
    .map((one) => `${one.name}=${encodeURIComponent(one.example ?? '')}`)
    .join('&');
  const body = requestBody?.content['application/json']?.example;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$TILL${target}${query && `?${query}`}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'"]),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n  ');
}

function framesHtml(): Html {
  const { hello, frames } = FRAME_EXAMPLES;
  const lines = [
    `> ${JSON.stringify(hello)}`,
    ...frames.map((frame) => `< ${JSON.stringify(frame)}`),
  ];
  return html`<section class="chapter" aria-labelledby="frames"><h2 id="frames">Frames</h2>
<p>A register that lost its connection comes back with the number of the last event that it has dealt
with, and is told what it has missed:</p><pre><code>${lines.join('\n')}</code></pre></section>`;
}

function errorsHtml(): Html {
  const rows = Object.entries(TILL_ERRORS).map(
    ([type, { status, means, doThis }]) =>
      html`<tr><th scope="row"><code>${type}</code><small>${status}</small></th>
<td>${prose(means)}</td><td>${prose(doThis)}</td></tr>`,
  );
  return html`<section class="chapter" aria-labelledby="errors"><h2 id="errors">Errors</h2>
<table><caption>Errors</caption><thead><tr><th scope="col">Type</th><th scope="col">Means</th>
<th scope="col">Do this</th></tr></thead><tbody>${rows}</tbody></table></section>`;
}
