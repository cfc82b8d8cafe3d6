import type { IncomingMessage, ServerResponse } from 'node:http';
import { TILL_ERRORS, type TillRefusal } from '../../../shared/device/till-api/errors.ts';
import type { Reply } from '../../../shared/node/http/reply.ts';
import { CLOSED_HEADERS } from '../../../shared/node/http/security-headers.ts';
import { PAGE_SCRIPT } from '../../../shared/node/openapi/page-script.ts';
import { PAGE_FONT_NAMES, PAGE_STYLE, pageFont } from '../../../shared/node/openapi/page-style.ts';
import { present } from '../../../shared/objects/present.ts';
import { isLocalHost } from '../loopback/local-connection.ts';
import { tillDocument } from './openapi/document.ts';
import { TILL_PAGE_PATH, tillPage } from './openapi/page.ts';

/** Seconds after which a refused call may be repeated. */
const RETRY_SECONDS: Readonly<Partial<Record<TillRefusal['type'], number>>> = {
  too_many_waiting: 1,
  journal_full: 5,
  machine_away: 5,
  fiscal_device: 5,
  offline: 5,
  stopping: 5,
};

/** The body of every refusal, with the same three members as in the merchant API. */
export function refusalReply(refusal: TillRefusal): Reply {
  const { type, description, details } = refusal;
  const retry = RETRY_SECONDS[type];
  const headers = present({
    'retry-after': retry === undefined ? undefined : String(retry),
    'www-authenticate': type === 'unauthorized' ? 'Bearer' : undefined,
  });
  return {
    status: TILL_ERRORS[type].status,
    body: { error_type: type, error_description: description, error_details: details ?? null },
    headers,
  };
}

export function writeReply(response: ServerResponse, reply: Reply): void {
  const bytes = reply.body === undefined ? null : Buffer.from(`${JSON.stringify(reply.body)}\n`);
  response.writeHead(reply.status, {
    ...present({ 'content-type': bytes === null ? null : 'application/json; charset=utf-8' }),
    ...(reply.status === 204 ? {} : { 'content-length': bytes?.length ?? 0 }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...reply.headers,
  });
  response.end(bytes ?? undefined);
}

type Page = { readonly type: string; readonly make: () => string | Buffer };

/** Pages without a token: they are the same at every till. */
const PAGES: ReadonlyMap<string, Page> = new Map<string, Page>([
  [TILL_PAGE_PATH, { type: 'text/html; charset=utf-8', make: () => tillPage(tillDocument()) }],
  [`${TILL_PAGE_PATH}page.css`, { type: 'text/css; charset=utf-8', make: () => PAGE_STYLE }],
  [`${TILL_PAGE_PATH}page.js`, { type: 'text/javascript; charset=utf-8', make: () => PAGE_SCRIPT }],
  [
    '/openapi.json',
    {
      type: 'application/json; charset=utf-8',
      make: () => `${JSON.stringify(tillDocument(), null, 1)}\n`,
    },
  ],
  ...PAGE_FONT_NAMES.map((name): [string, Page] => [
    `${TILL_PAGE_PATH}${name}`,
    { type: 'font/woff2', make: () => pageFont(name) ?? Buffer.alloc(0) },
  ]),
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
    ...CLOSED_HEADERS,
    'content-type': page.type,
    'content-length': body.length,
    'cache-control': 'no-cache',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
  return true;
}
