import { createHash } from 'node:crypto';
import type { Express } from 'express';
import type { Exchange, Serve } from '../../../shared/node/http/exchange.ts';
import { mountMethods } from '../../../shared/node/http/methods.ts';
import type { Reply } from '../../../shared/node/http/reply.ts';
import type { TransportDeps } from '../../../shared/node/http/transport.ts';
import { PAGE_SCRIPT } from '../../../shared/node/openapi/page-script.ts';
import {
  PAGE_FONT_NAMES,
  PAGE_STYLE,
  type PageFont,
  pageFont,
} from '../../../shared/node/openapi/page-style.ts';
import { openApiDocument } from './document.ts';
import { PAGE_PATH, pageOf } from './page.ts';

export const DOCUMENT_PATH = '/openapi.json';

/** Content security policy: only the page's own style, script and fonts. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/openapi.json` and the page that shows it, open to everyone, outside the API's own path. */
export function mountOpenApi(app: Express, deps: TransportDeps, prefix: string): void {
  // Neither changes while the service runs, so each is made once, at its first use.
  const document = once(() => openApiDocument(deps.profile, prefix));
  const text = (make: () => string, type: string) => servedText(once(make), type);
  const json = text(() => `${JSON.stringify(document(), null, 1)}\n`, 'application/json');
  const page = text(() => pageOf(document(), deps.profile, prefix), 'text/html; charset=utf-8');
  const style = text(() => PAGE_STYLE, 'text/css; charset=utf-8');
  const script = text(() => PAGE_SCRIPT, 'text/javascript; charset=utf-8');
  const put = (path: string, serve: Serve) =>
    mountMethods(app, path, new Map([['GET', serve]]), deps);
  put(DOCUMENT_PATH, json);
  put(PAGE_PATH, page);
  put(`${PAGE_PATH}page.css`, style);
  put(`${PAGE_PATH}page.js`, script);
  for (const name of PAGE_FONT_NAMES) put(`${PAGE_PATH}${name}`, servedFont(name));
}

function servedFont(name: PageFont): Serve {
  return async () => {
    const bytes = pageFont(name);
    if (bytes === null) return { status: 404 };
    const headers = { 'cache-control': 'public, max-age=86400' };
    return { status: 200, raw: { type: 'font/woff2', bytes }, headers };
  };
}

function servedText(make: () => string, type: string): Serve {
  const bytes = once(() => Buffer.from(make()));
  const etag = once(() => `"${createHash('sha256').update(bytes()).digest('base64url')}"`);
  return async (exchange: Exchange): Promise<Reply> => {
    const headers = {
      etag: etag(),
      'cache-control': 'no-cache',
      'content-security-policy': PAGE_POLICY,
    };
    if (exchange.headers['if-none-match'] === etag()) return { status: 304, headers };
    return { status: 200, raw: { type, bytes: bytes() }, headers };
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
