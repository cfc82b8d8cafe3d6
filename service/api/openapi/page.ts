import { endpointHtml } from '../../../shared/node/openapi/endpoint-html.ts';
import { escaped, html, prose } from '../../../shared/node/openapi/markup.ts';
import type { VendorProfile } from '../../../shared/protocol/media.ts';
import type { OpenApi } from './document.ts';
import { curlOf } from './page-curl.ts';

/** The path of the page. */
export const PAGE_PATH = '/docs/';

/**
 * The whole reference as one page. It is made once and is readable without script and without a
 * network.
 */
export function pageOf(document: OpenApi, profile: VendorProfile): string {
  const chapters = document.tags.map((tag) => {
    const endpoints = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => operation.tags.includes(tag.name))
        .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
    return { ...tag, slug: slugOf(tag.name), endpoints };
  });
  const menu = chapters.map(({ name, slug, endpoints }) => {
    const links = endpoints.map(
      ({ method, path, operation: { operationId: id } }) =>
        html`<li><a href="#${id}"><b>${method}</b> <code>${path}</code></a></li>`,
    );
    return html`<li><a href="#${slug}">${name}</a><ul>${links}</ul></li>`;
  });
  const { schemas } = document.components;
  const body = chapters.map(({ name, slug, description, endpoints }) => {
    const articles = endpoints.map((endpoint) =>
      endpointHtml(endpoint, schemas, curlOf(endpoint, profile)),
    );
    return html`<section class="chapter" aria-labelledby="${slug}"><h2 id="${slug}">${name}</h2>
<p>${description}</p>${articles}</section>`;
  });
  const events = Object.entries(document.webhooks).map(
    ([name, { post }]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${post.summary}</td></tr>`,
  );
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title}</title>
<link rel="stylesheet" href="/docs/page.css"><script src="/docs/page.js" defer></script></head>
<body><a class="skip" href="#main">Skip to the reference</a>
<nav aria-label="Endpoints"><h1>${document.info.title}</h1>
<label for="find">Find an endpoint</label>
<input id="find" type="search" autocomplete="off" placeholder="pos, capture, outcome">
<ul>${menu}<li><a href="#events">Events</a></li></ul>
<p><a href="/openapi.json">The same as OpenAPI 3.1</a></p></nav>
<main id="main" tabindex="-1"><p>${prose(document.info.description)}</p>
<p>The base of all paths is <code>${profile.basePath}</code>.</p>${body}
<section class="chapter" aria-labelledby="events"><h2 id="events">Events</h2>
<p>Posted to the callback address of a resource, signed. What they carry is in the OpenAPI
document under <code>webhooks</code>.</p>
<table><caption>Events</caption><tbody>${events}</tbody></table></section>
</main><p id="said" role="status" aria-live="polite"></p></body></html>
`.text;
}

/** A chapter's name as an anchor. */
function slugOf(name: string): string {
  // The prefix separates it from the names of endpoints, which may equal the name of a chapter.
  return escaped(`chapter-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`);
}
