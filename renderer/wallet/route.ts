import { parseScanPath } from '../../shared/protocol/shortlink.ts';

/** The page of an address. */
export type Route =
  | { readonly kind: 'request'; readonly tid: string }
  /** A code that was just scanned. The page reports it to the shop and goes on to the scan. */
  | { readonly kind: 'code'; readonly shortlink: string; readonly argstring: string }
  | { readonly kind: 'scan'; readonly id: string }
  | { readonly kind: 'permission'; readonly rid: string }
  /** The customer's own data. */
  | { readonly kind: 'profile' }
  /** The camera page. `typed`: the code to begin with, after one that was not found; empty otherwise. */
  | { readonly kind: 'scanner'; readonly typed: string }
  | { readonly kind: 'list' };

const LIST: Route = { kind: 'list' };

/**
 * Parses an address: `/p/<tid>/`, `/w/`, or a scanned code (D-154). Any other address is the list.
 */
export function routeOf(path: string, search = ''): Route {
  const tid = /^\/p\/([A-Za-z0-9_.-]{1,64})\/?$/.exec(path)?.[1];
  if (tid !== undefined) return { kind: 'request', tid };
  if (/^\/w\/?$/.test(path)) return insideOf(new URLSearchParams(search));
  const scanned = parseScanPath(path);
  if (scanned === null) return LIST;
  return { kind: 'code', shortlink: scanned.id, argstring: scanned.argstring };
}

/** The pages of the wallet that share the path `/w/`. */
function insideOf(search: URLSearchParams): Route {
  const [scan, rid] = [search.get('scan'), search.get('permission')];
  if (scan !== null && ID.test(scan)) return { kind: 'scan', id: scan };
  if (rid !== null && ID.test(rid)) return { kind: 'permission', rid };
  const typed = search.get('scanner');
  if (typed !== null) return { kind: 'scanner', typed: ID.test(typed) ? typed : '' };
  return search.has('details') ? { kind: 'profile' } : LIST;
}
const ID = /^[A-Za-z0-9_.-]{1,64}$/;

/** The camera page with the code of a route, to correct it; null for a route that nobody types. */
export function typedAgain(route: Route): Route | null {
  if (route.kind === 'request') return { kind: 'scanner', typed: route.tid };
  if (route.kind !== 'code' || route.argstring !== '' || !ID.test(route.shortlink)) return null;
  return { kind: 'scanner', typed: route.shortlink };
}

/** The address of a route. */
export function pathOf(route: Route): string {
  switch (route.kind) {
    case 'request':
      return `/p/${route.tid}/`;
    case 'code':
      return `/s/${encodeURIComponent(route.shortlink)}/${encodeURIComponent(route.argstring)}`;
    case 'scan':
      return `/w/?scan=${route.id}`;
    case 'permission':
      return `/w/?permission=${route.rid}`;
    case 'profile':
      return '/w/?details';
    case 'scanner':
      return route.typed === '' ? '/w/?scanner' : `/w/?scanner=${route.typed}`;
    case 'list':
      return '/w/';
  }
}
