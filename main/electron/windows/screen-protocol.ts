import { protocol } from 'electron';
import { pageHeaders } from '../../../shared/node/http/security-headers.ts';
import {
  type Asset,
  type Assets,
  assetHeaders,
  findAsset,
} from '../../../shared/node/http/static-assets.ts';
import {
  FALLBACK_HOST,
  isScreenUrl,
  PAPER_HOST,
  ROLES,
  type Role,
  SCHEME,
} from '../app-address.ts';
import { FALLBACK_ASSETS } from './fallback-page.ts';

/** Call this before the app is ready: a scheme that is not standard has no relative addresses. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** The built screens by role. */
export type Screens = Readonly<Record<Role, Assets>>;

/**
 * Serves the built screens from memory. The policy forbids all connections, because screens talk to
 * main only.
 */
export function setupProtocol(screens: Screens, papers: Assets = new Map()): void {
  protocol.handle(SCHEME, (request) => {
    const asset = request.method === 'GET' ? assetOf(screens, papers, request.url) : null;
    if (!asset) {
      return new Response('Not found.\n', {
        status: 404,
        headers: { ...pageHeaders(["'none'"]), 'content-type': 'text/plain; charset=utf-8' },
      });
    }
    return new Response(new Uint8Array(asset.body), {
      headers: {
        ...assetHeaders(asset, ["'none'"]),
        'content-type': asset.type,
        'cache-control': asset.cache,
      },
    });
  });
}

function assetOf(screens: Screens, papers: Assets, address: string): Asset | null {
  const path = URL.parse(address)?.pathname ?? '';
  if (isScreenUrl(address, FALLBACK_HOST)) return findAsset(FALLBACK_ASSETS, path);
  if (isScreenUrl(address, PAPER_HOST)) return findAsset(papers, path);
  const role = ROLES.find((one) => isScreenUrl(address, one));
  return role === undefined ? null : findAsset(screens[role], path);
}
