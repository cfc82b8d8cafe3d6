import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders } from '../../../shared/node/http/security-headers.ts';
import { PAGE_SCRIPT } from '../../../shared/node/openapi/page-script.ts';
import { PAGE_STYLE } from '../../../shared/node/openapi/page-style.ts';
import { isLocalHost } from '../loopback/local-host.ts';
import { tillDocument } from './openapi/document.ts';
import { TILL_PAGE_PATH, tillPage } from './openapi/page.ts';

type Page = { readonly type: string; readonly make: () => string };

/** Pages without a token: they are the same at every till. */
const PAGES: ReadonlyMap<string, Page> = new Map([
  [TILL_PAGE_PATH, { type: 'text/html', make: () => tillPage(tillDocument()) }],
  [`${TILL_PAGE_PATH}page.css`, { type: 'text/css', make: () => PAGE_STYLE }],
  [`${TILL_PAGE_PATH}page.js`, { type: 'text/javascript', make: () => PAGE_SCRIPT }],
  [
    '/openapi.json',
    { type: 'application/json', make: () => `${JSON.stringify(tillDocument(), null, 1)}\n` },
  ],
]);

/** Answers requests for the page that describes the till API; false for everything else. */
export function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): boolean {
  const path = URL.parse(request.url ?? '/', 'http://till.invalid')?.pathname ?? '';
  const page = PAGES.get(path) ?? (path === '/' ? PAGES.get(TILL_PAGE_PATH) : undefined);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (page === undefined || !isRead || !isLocalHost(request.headers.host, port)) return false;
  const body = Buffer.from(page.make());
  response.writeHead(200, {
    ...pageHeaders(["'none'"]),
    'content-type': `${page.type}; charset=utf-8`,
    'content-length': body.length,
    'cache-control': 'no-cache',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
  return true;
}
