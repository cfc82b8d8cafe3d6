import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import { WALLET_HEADER } from '../../shared/wallet/contract.ts';

/**
 * Protects the signed-in pages, wallet and portal, from other sites: request forgery (CSRF) and DNS rebinding. It
 * refuses what the pages themselves do not send. The Host must be one of the wallet, so that a foreign name that
 * resolves to this address gets nothing. A write must have the pages' header, be JSON, and come from the same host.
 */
export function guard(
  request: { readonly method: string; readonly headers: IncomingHttpHeaders },
  addresses: ServiceAddresses,
  header: string = WALLET_HEADER,
): Answer<null> {
  const host = request.headers.host ?? '';
  if (!knownHosts(addresses).has(host)) {
    return refuse('Bad Request', 'These pages are not served under this host name.');
  }
  if (request.headers['sec-fetch-site'] === 'cross-site') {
    return refuse('Bad Request', 'Another site may not use these pages.');
  }
  if (request.method === 'GET' || request.method === 'HEAD') return answer(null);
  const origin = request.headers.origin;
  if (origin !== undefined && URL.parse(origin)?.host !== host) {
    return refuse('Bad Request', 'Another site may not use these pages.');
  }
  if (request.headers[header] === undefined) {
    return refuse('Bad Request', `A change needs the header ${header}.`);
  }
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    return refuse('Unsupported Media Type', 'A change must be sent as application/json.');
  }
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  if (request.headers['content-encoding'] !== undefined || !/^utf-?8$/i.test(charset)) {
    return refuse('Unsupported Media Type', 'The body must be in UTF-8 and not compressed.');
  }
  return answer(null);
}

/** The wallet's public host, and the loopback names of the port that the service listens on. */
function knownHosts(addresses: ServiceAddresses): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const address of [addresses.wallet, addresses.base]) {
    const url = URL.parse(address);
    if (!url) continue;
    hosts.add(url.host);
    if (url.hostname === '127.0.0.1') hosts.add(`localhost${url.port ? `:${url.port}` : ''}`);
  }
  return hosts;
}
