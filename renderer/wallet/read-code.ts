import { type Route, routeOf } from './route.ts';

/** What a scanned or typed code leads to; nothing but this service's own addresses is followed. */
export type ReadCode =
  | { readonly kind: 'found'; readonly route: Route }
  | { readonly kind: 'foreign' | 'unreadable' };

const FOREIGN: ReadCode = { kind: 'foreign' };
const UNREADABLE: ReadCode = { kind: 'unreadable' };
const TID = /^p[0-9a-z]{11}$/;
const SHORT = /^[A-Za-z0-9_-]{3,64}$/;
const TEXT_MAX = 1_000;

/**
 * Reads the text of a QR code. Its address must have one of the `origins` of this service, and of
 * the address only the path is used: the page never leaves its own service, whatever a code says.
 */
export function readScanned(text: string, origins: readonly string[]): ReadCode {
  if (text.length > TEXT_MAX) return FOREIGN;
  const url = readUrl(text.trim());
  if (url === null || !origins.includes(url.origin)) return FOREIGN;
  const route = routeOf(url.pathname);
  return route.kind === 'request' || route.kind === 'code' ? { kind: 'found', route } : FOREIGN;
}

/** The same for what was typed: a whole address, or what stands beside the code. */
export function readTyped(text: string, origins: readonly string[]): ReadCode {
  const typed = text.trim();
  if (/^https?:/i.test(typed)) return readScanned(typed, origins);
  // A host without its scheme, as people copy it from a poster.
  if (typed.includes('/')) {
    const known = origins.find((origin) => readUrl(origin)?.host === typed.split('/', 1)[0]);
    return known === undefined
      ? FOREIGN
      : readScanned(`${readUrl(known)?.protocol}//${typed}`, origins);
  }
  // The till writes it in groups, and phones begin with a capital.
  const tid = typed.replaceAll(/\s/g, '').toLowerCase();
  if (TID.test(tid)) return { kind: 'found', route: { kind: 'request', tid } };
  if (!SHORT.test(typed)) return UNREADABLE;
  return { kind: 'found', route: { kind: 'code', shortlink: typed, argstring: '' } };
}

/** An address, or null for a text that is none; `URL.parse` for phones that do not have it yet. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
