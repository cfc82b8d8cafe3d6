import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Assets, findAsset } from '../../../service/portal/assets.ts';
import { pageHeaders } from '../../../service/portal/security-headers.ts';

import { isLocalHost, loopbackHosts } from './local.ts';
import type { Tokens } from './tokens.ts';

/** Answers requests for the cashier screen's files; each page served carries a fresh token. */
export function createPages(
  assets: Assets,
  tokens: Tokens,
  port: () => number,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const url = URL.parse(request.url ?? '/', 'http://host.invalid');
    if (!url || !isLocalHost(request.headers.host, port())) {
      return refusePage(response, 421, 'This address does not serve the till.');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return refusePage(response, 405, 'Only GET and HEAD are answered here.');
    }
    const path = url.pathname === '/' ? '/index.html' : url.pathname;
    // An address such as //name would be another host's.
    const asset = url.host === 'host.invalid' ? findAsset(assets, path) : null;
    if (!asset) return refusePage(response, 404, 'There is nothing at this address.');
    // Some browsers do not count ws: on the same host as 'self'.
    const sockets = loopbackHosts(port()).map((host) => `ws://${host}`);
    const body = path === '/index.html' ? withToken(asset.body, tokens.mint()) : asset.body;
    response.writeHead(200, {
      ...pageHeaders(["'self'", ...sockets]),
      'content-type': asset.type,
      'cache-control': asset.cache,
      'content-length': body.length,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

/** Puts the token where only a script of the page's own origin can read it. */
function withToken(page: Buffer, token: string): Buffer {
  const meta = `<meta name="tillkit-token" content="${token}">`;
  return Buffer.from(page.toString('utf8').replace(/<head>/i, (head) => head + meta));
}

function refusePage(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    ...pageHeaders(["'none'"]),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(`${sentence}\n`);
}
