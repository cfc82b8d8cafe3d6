import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readBody } from '../../../shared/node/http/read-body.ts';
import { CLOSED_HEADERS } from '../../../shared/node/http/security-headers.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { cookieName } from '../screens/cookie.ts';
import { runRoute, type ShopRoute } from './page-access.ts';

/** Headers that belong to one connection; Node.js writes its own. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer']);

/** The page's origin, the till's port, and what receives a sentence for each failure. */
export type RouteDeps = {
  readonly origin: string;
  /** Null where the page has no session of the till. */
  readonly port: number | null;
  readonly report: (sentence: string) => void;
};

/**
 * Answers a request of the page by a route of the shop. The body has at most `shopRouteBodyBytesMax`
 * bytes; a longer one is refused before the route runs.
 */
export async function serveRoute(
  route: ShopRoute,
  request: IncomingMessage,
  response: ServerResponse,
  { origin, port, report }: RouteDeps,
): Promise<void> {
  const body = await readBody(request, LIMITS.shopRouteBodyBytesMax);
  if (body.kind === 'gone') return;
  if (body.kind !== 'body') {
    const [status, sentence] =
      body.kind === 'busy'
        ? [503, 'The till is reading many large bodies. Try again in a moment.']
        : [413, `The body must have at most ${LIMITS.shopRouteBodyBytesMax} bytes.`];
    response.writeHead(status, { ...CLOSED_HEADERS, 'content-type': 'text/plain; charset=utf-8' });
    response.end(`${sentence}\n`);
    return;
  }
  const { method = 'GET', url = '/' } = request;
  const asked = new Request(origin + url, {
    method,
    headers: headersOf(request, port),
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body.bytes) }),
  });
  const reply = await runRoute(route, asked, CLOSED_HEADERS, report);
  const cookies = reply.headers.getSetCookie();
  const headers = Object.fromEntries([...reply.headers].filter(([name]) => !HOP.has(name)));
  response.writeHead(reply.status, {
    ...headers,
    ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
  });
  if (reply.body === null || method === 'HEAD') response.end();
  // A page that goes away in the middle ends the reply; the route has run.
  else await pipeline(Readable.from(reply.body), response).catch(() => undefined);
}

/**
 * Whether a page of this till sent the request. A page at another port of this machine has the same
 * cookie, so the browser's own words decide.
 */
export function isFromPage(
  { method, headers }: IncomingMessage,
  isOwn: (origin: string | undefined) => boolean,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return method === 'GET' || method === 'HEAD' || isOwn(headers.origin);
}

/** The headers of a request without those of the connection and the cookie of the till's session. */
function headersOf({ headersDistinct }: IncomingMessage, port: number | null): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    if (HOP.has(name) || name === 'cookie') continue;
    for (const value of values) headers.append(name, value);
  }
  const cookies = (headersDistinct.cookie ?? [])
    .flatMap((value) => value.split(/;\s*/))
    .filter((cookie) => port === null || !cookie.startsWith(`${cookieName(port)}=`));
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  return headers;
}
