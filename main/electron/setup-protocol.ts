import { protocol } from 'electron';
import { type Assets, findAsset } from '../../service/portal/assets.ts';
import { pageHeaders } from '../../service/portal/security-headers.ts';
import { CASHIER_HOST, isScreenUrl, SCHEME } from './app-address.ts';

/** Must run before the app is ready: a scheme that is not standard has no relative addresses. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/**
 * Serves the built cashier screen from memory. Screens talk to main alone, so the policy lets them
 * connect to nothing.
 */
export function setupProtocol(cashier: Assets): void {
  protocol.handle(SCHEME, (request) => {
    const url = URL.parse(request.url);
    const asset =
      url && request.method === 'GET' && isScreenUrl(request.url, CASHIER_HOST)
        ? findAsset(cashier, url.pathname)
        : null;
    const headers = pageHeaders(["'none'"]);
    if (!asset) {
      return new Response('Not found.\n', {
        status: 404,
        headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
      });
    }
    return new Response(new Uint8Array(asset.body), {
      headers: { ...headers, 'content-type': asset.type, 'cache-control': asset.cache },
    });
  });
}
