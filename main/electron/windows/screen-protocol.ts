import { protocol, type Session } from 'electron';
import { CLOSED_HEADERS } from '../../../shared/node/http/security-headers.ts';
import {
  type Asset,
  type Assets,
  assetHeaders,
  findAsset,
} from '../../../shared/node/http/static-assets.ts';
import { type PageAccess, policyOf, routeFor, runRoute } from '../../host/bridge/page-access.ts';
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

export type ProtocolOptions = {
  /** Pages of receipts that are being printed; none when left out. */
  readonly papers?: Assets;
  /** The session of the windows; the default one when left out. */
  readonly session?: Session;
  /** What the cashier's page may reach besides its till; nothing when left out. */
  readonly access?: PageAccess;
  /** Receives a sentence for each request that a route of the shop failed to answer. */
  readonly report?: (sentence: string) => void;
};

/**
 * Serves the built screens from memory. The policy forbids all connections, because screens talk to
 * main only; `access` lists those of a page of the shop's own.
 */
export function setupProtocol(screens: Screens, options: ProtocolOptions = {}): void {
  const { papers = new Map(), session, access = {} } = options;
  const { report = (sentence: string) => console.error(sentence) } = options;
  (session?.protocol ?? protocol).handle(SCHEME, (request) => {
    const cashier = isScreenUrl(request.url, 'cashier');
    const route = cashier ? routeFor(access, new URL(request.url).pathname) : null;
    if (route !== null) {
      return isFromCashier(request)
        ? runRoute(route, request, CLOSED_HEADERS, report)
        : plain(403, 'Only the till’s page may ask.');
    }
    const asset = request.method === 'GET' ? assetOf(screens, papers, request.url) : null;
    if (!asset) return plain(404, 'Not found.');
    return new Response(new Uint8Array(asset.body), {
      headers: {
        ...assetHeaders(asset, cashier ? policyOf(access, []) : { connect: [] }),
        'content-type': asset.type,
        'cache-control': asset.cache,
      },
    });
  });
}

/** A page of another origin sends its origin with a request that it may read or that changes things. */
function isFromCashier({ headers }: Request): boolean {
  const origin = headers.get('origin');
  return origin === null || origin === `${SCHEME}://cashier`;
}

function plain(status: number, sentence: string): Response {
  const headers = { ...CLOSED_HEADERS, 'content-type': 'text/plain; charset=utf-8' };
  return new Response(`${sentence}\n`, { status, headers });
}

function assetOf(screens: Screens, papers: Assets, address: string): Asset | null {
  const path = URL.parse(address)?.pathname ?? '';
  if (isScreenUrl(address, FALLBACK_HOST)) return findAsset(FALLBACK_ASSETS, path);
  if (isScreenUrl(address, PAPER_HOST)) return findAsset(papers, path);
  const role = ROLES.find((one) => isScreenUrl(address, one));
  return role === undefined ? null : findAsset(screens[role], path);
}
