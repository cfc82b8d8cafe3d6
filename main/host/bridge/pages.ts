import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Assets, findAsset } from '../../../service/portal/assets.ts';
import { pageHeaders } from '../../../service/portal/security-headers.ts';
import { FIRST_VIEW } from '../../../shared/bridge/address.ts';
import { isLocalHost, loopbackHosts } from './local.ts';
import type { Tokens } from './tokens.ts';

/**
 * Answers requests for a screen's files. Each page served carries a fresh token, and what `first`
 * gives: the picture it shows until its socket brings the next.
 */
export function createPages(
  assets: Assets,
  tokens: Tokens,
  port: () => number,
  first: () => unknown,
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
    const page = path === '/index.html';
    const body = page ? filled(asset.body, tokens.mint(), first()) : asset.body;
    response.writeHead(200, {
      ...pageHeaders(["'self'", ...sockets]),
      'content-type': asset.type,
      'cache-control': asset.cache,
      'content-length': body.length,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

/**
 * Puts both where only a script of the page's own origin can read them; whoever has the page could
 * ask for the picture with its token. A block of data is no script: the policy lets none run inline.
 */
function filled(page: Buffer, token: string, first: unknown): Buffer {
  const meta = `<meta name="tillkit-token" content="${token}">`;
  // Nothing in a text may end the block.
  const json = JSON.stringify(first).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="${FIRST_VIEW}">${json}</script>`;
  const text = page.toString('utf8').replace(/<head>/i, (head) => head + meta);
  return Buffer.from(text.replace(/<\/body>/i, (end) => block + end));
}

function refusePage(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    ...pageHeaders(["'none'"]),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(`${sentence}\n`);
}
