import { type Route, routeOf } from './route.ts';

/** The route of a scanned or typed code. Only addresses of this service are accepted. */
export type ReadCode =
  | { readonly kind: 'found'; readonly route: Route }
  | { readonly kind: 'foreign' | 'unreadable' };

const FOREIGN: ReadCode = { kind: 'foreign' };
const UNREADABLE: ReadCode = { kind: 'unreadable' };
const TID = /^p[0-9a-z]{11}$/;
const SHORT = /^[A-Za-z0-9_-]{3,64}$/;
const TEXT_MAX = 1_000;

/**
 * Reads the text of a QR code. Its address must be below one of this service's `roots`, which are its
 * public addresses. Only the path of the address is used, so a code cannot lead the page to another site.
 */
export function readScanned(text: string, roots: readonly string[]): ReadCode {
  if (text.length > TEXT_MAX) return FOREIGN;
  const url = readUrl(text.trim());
  const address = url === null ? '' : url.origin + url.pathname;
  const root = roots.find((one) => address.startsWith(`${one}/`));
  if (root === undefined) return FOREIGN;
  const route = routeOf(address.slice(root.length));
  return route.kind === 'request' || route.kind === 'code' ? { kind: 'found', route } : FOREIGN;
}

/** Reads typed text: a whole address, or the code in letters. */
export function readTyped(text: string, roots: readonly string[]): ReadCode {
  const typed = text.trim();
  if (/^https?:/i.test(typed)) return readScanned(typed, roots);
  // A host without its scheme, as people copy it from a poster.
  if (typed.includes('/')) {
    const known = roots.find((root) => readUrl(root)?.host === typed.split('/', 1)[0]);
    return known === undefined
      ? FOREIGN
      : readScanned(`${readUrl(known)?.protocol}//${typed}`, roots);
  }
  // The till shows the code in groups, and phones capitalise the first letter.
  const tid = typed.replaceAll(/\s/g, '').toLowerCase();
  if (TID.test(tid)) return { kind: 'found', route: { kind: 'request', tid } };
  if (!SHORT.test(typed)) return UNREADABLE;
  return { kind: 'found', route: { kind: 'code', shortlink: typed, argstring: '' } };
}

/** The code of a request as the till shows it, in groups of four; any other code as it is. */
export const inGroups = (code: string): string =>
  TID.test(code) ? code.replace(/(.{4})(?=.)/g, '$1 ') : code;

/** Parses an address; null if it is invalid. Some phones do not have `URL.parse` yet. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
