import { TILL_ERRORS } from '../../../../shared/device/till-api/errors.ts';
import { TILL_API_BASE } from '../../../../shared/device/till-api/routes.ts';
import {
  type Endpoint,
  endpointHtml,
  exampleTarget,
  referencePage,
} from '../../../../shared/node/openapi/endpoint-html.ts';
import { type Html, html, prose } from '../../../../shared/node/openapi/markup.ts';
import type { TillDocument } from './document.ts';
import { FRAME_EXAMPLES } from './examples.ts';

/** Path of the page. */
export const TILL_PAGE_PATH = '/docs/';

/** The complete reference as one page. */
export function tillPage(document: TillDocument): string {
  const { schemas } = document.components;
  return referencePage(document, {
    noun: 'call',
    placeholder: 'start, cancel, events',
    base: html`<code>${TILL_API_BASE}</code>. <code>$TILL</code> and <code>$TOKEN</code>
of the examples are <code>url</code> and <code>token</code> of the file <code>till-api.json</code> in
the till’s data directory.`,
    articleOf: (endpoint) => endpointHtml(shortened(endpoint), schemas, tillCurl(endpoint)),
    last: { id: 'errors', name: 'Errors', content: html`${framesHtml()}${errorsHtml()}` },
  });
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

/** The example call for a shell. */
export function tillCurl(endpoint: Endpoint): string {
  const { method, operation } = endpoint;
  const { requestBody } = operation;
  const body = requestBody?.content['application/json']?.example;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$TILL${exampleTarget(endpoint).slice(1)}"`,
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
