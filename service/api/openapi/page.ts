import {
  type Endpoint,
  endpointHtml,
  exampleTarget,
  referencePage,
} from '../../../shared/node/openapi/endpoint-html.ts';
import { html } from '../../../shared/node/openapi/markup.ts';
import type { VendorProfile } from '../../../shared/protocol/media.ts';
import { WALLET_HEADER } from '../../../shared/wallet/contract.ts';
import type { OpenApi } from './document.ts';
import { printedHeaders } from './security.ts';

/**
 * The example call for a shell. The reader sets `$BASE`, `$MERCHANT`, `$USER_ID` and `$SECRET`; a
 * signed call also needs `$DIGEST`, `$NOW` and `$SIGNATURE`, which the guides show how to make.
 */
function curlOf(endpoint: Endpoint, profile: VendorProfile): string {
  const { method, operation } = endpoint;
  const names = printedHeaders(profile);
  const { requestBody } = operation;
  const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$BASE${exampleTarget(endpoint)}"`,
    ...authentication(endpoint, names),
    ...bodyOf(type, content),
  ];
  return lines.join(' \\\n  ');
}

type Content = NonNullable<Endpoint['operation']['requestBody']>['content'][string];

/** The body in the form that its media type requires. */
function bodyOf(type: string, content: Content | undefined): readonly string[] {
  const { example, encoding } = content ?? {};
  if (example === undefined) return [];
  const members = Object.entries(Object(example)).map(([name, value]) => [name, String(value)]);
  switch (type) {
    case 'multipart/form-data':
      return members.map(([name = '', value = '']) => {
        const part = encoding?.[name]?.contentType;
        return `-F ${quoted(`${name}=${value}${part === undefined ? '' : `;type=${part}`}`)}`;
      });
    case 'application/x-www-form-urlencoded':
      return members.map(
        ([name = '', value = '']) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
      );
    default:
      return [`-H ${quoted(`Content-Type: ${type}`)}`, `-d ${quoted(JSON.stringify(example))}`];
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function authentication(
  { operation }: Endpoint,
  names: ReturnType<typeof printedHeaders>,
): readonly string[] {
  const [weakest] = operation.security;
  if (weakest === undefined) return [];
  if ('secret' in weakest) {
    return [
      `-H "${names.merchant}: $MERCHANT"`,
      `-H "${names.user}: $USER_ID"`,
      '-H "Authorization: SECRET $SECRET"',
    ];
  }
  if ('basic' in weakest) return ['-u "$CLIENT_ID:$CLIENT_SECRET"'];
  if ('bearer' in weakest) return ['-H "Authorization: Bearer $TOKEN"'];
  if ('twofactor' in weakest) {
    const own = operation.requestBody === undefined ? [] : [`-H '${WALLET_HEADER}: 1'`];
    return ['-b "$COOKIE"', ...own];
  }
  if (!('signature' in weakest)) return [`-H "${names.integrator}: $INTEGRATOR"`];
  return [
    `-H "${names.merchant}: $MERCHANT"`,
    `-H "${names.user}: $USER_ID"`,
    `-H "${names.timestamp}: $NOW"`,
    `-H "${names.digest}: SHA256=$DIGEST"`,
    '-H "Authorization: RSA-SHA256 $SIGNATURE"',
  ];
}

/** The path of the page. */
export const PAGE_PATH = '/docs/';

/** The complete reference as one page. `prefix` is the path prefix of the service's public origin. */
export function pageOf(document: OpenApi, profile: VendorProfile, prefix: string): string {
  const { schemas } = document.components;
  const events = Object.entries(document.webhooks).map(
    ([name, { post }]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${post.summary}</td></tr>`,
  );
  const content = html`
<section class="chapter" aria-labelledby="events"><h2 id="events">Events</h2>
<p>Posted to the callback address of a resource, signed. What they carry is in the OpenAPI
document under <code>webhooks</code>.</p>
<table><caption>Events</caption><tbody>${events}</tbody></table></section>`;
  return referencePage(document, {
    noun: 'endpoint',
    placeholder: 'pos, capture, outcome',
    prefix,
    base: html`<code>${prefix}${profile.basePath}</code>.`,
    articleOf: (endpoint) => endpointHtml(endpoint, schemas, curlOf(endpoint, profile)),
    last: { id: 'events', name: 'Events', content },
  });
}
