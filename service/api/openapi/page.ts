import { endpointHtml, referencePage } from '../../../shared/node/openapi/endpoint-html.ts';
import { html } from '../../../shared/node/openapi/markup.ts';
import type { VendorProfile } from '../../../shared/protocol/media.ts';
import type { OpenApi } from './document.ts';
import { curlOf } from './page-curl.ts';

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
