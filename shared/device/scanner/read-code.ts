import { splitScanPath } from '../../protocol/scan-path.ts';
import type { Sticker } from '../../terminal/sale/state.ts';

/** What a scanner has read, as far as a till can use it. */
export type ReadCode =
  | { readonly kind: 'scan_token'; readonly token: string }
  | { readonly kind: 'sticker'; readonly sticker: Sticker }
  | { readonly kind: 'unknown' };

/** A keyboard of another language turns the colon into some other character. */
const TOKEN = /^token[^A-Za-z0-9]?(\d{8,40})$/i;
/** Ids of shortlinks have this shape (D-66); anything longer is the number on a sticker. */
const SHORTLINK_ID = /^[A-Za-z0-9_-]{5}$/;
const SERIAL = /^[A-Za-z0-9-]{6,32}$/;
const UNKNOWN: ReadCode = { kind: 'unknown' };

/**
 * Reads the text of a code: a customer's own (`token:<digits>`), or a sticker by its address
 * `{shortlink_url}/s/<id>/` or its name. Anything else, a product's barcode say, is unknown. If the
 * caller does not know the service's address (null), any host is accepted, with or without a path.
 */
export function readCode(text: string, shortlinkUrl: string | null = null): ReadCode {
  const code = text.trim();
  const digits = TOKEN.exec(code)?.[1];
  if (digits !== undefined) return { kind: 'scan_token', token: `token:${digits}` };
  const named = /^shortlink_(id|sn):(.+)$/.exec(code);
  if (named !== null) return stickerOf(named[2] ?? '', named[1] === 'id' ? 'id' : 'serial');
  return /^https?:\/\//i.test(code) ? readAddress(code, shortlinkUrl) : UNKNOWN;
}

function readAddress(code: string, shortlinkUrl: string | null): ReadCode {
  const url = URL.parse(code);
  if (url === null) return UNKNOWN;
  const paths = shortlinkUrl === null ? pathsIn(url.pathname) : pathBelow(url, shortlinkUrl);
  return paths.map(readPath).find(({ kind }) => kind !== 'unknown') ?? UNKNOWN;
}

/** The path of an address after the service's public address; none for another service. */
function pathBelow({ host, pathname }: URL, shortlinkUrl: string): readonly string[] {
  const ours = URL.parse(shortlinkUrl);
  const prefix = ours?.pathname.replace(/\/$/, '') ?? '';
  const own = ours?.host === host && pathname.startsWith(`${prefix}/`);
  return own ? [pathname.slice(prefix.length)] : [];
}

/**
 * The paths that an address of an unknown service can have: the whole one, and what follows a path of
 * the public address. After such a path only `/s/` counts, which the service writes, so that addresses
 * on packages are rarely taken for a sticker.
 */
function pathsIn(pathname: string): readonly string[] {
  const at = pathname.indexOf('/s/');
  return at > 0 ? [pathname, pathname.slice(at)] : [pathname];
}

function readPath(path: string): ReadCode {
  const scan = splitScanPath(path);
  // `/p/<tid>/` is a payment link (D-154): a request that was sent to a customer already.
  if (scan === null || path.startsWith('/p/')) return UNKNOWN;
  return stickerOf(scan.id, SHORTLINK_ID.test(scan.id) ? 'id' : 'serial');
}

function stickerOf(name: string, kind: 'id' | 'serial'): ReadCode {
  if (kind === 'id' && /^[A-Za-z0-9_.-]{1,64}$/.test(name)) {
    return { kind: 'sticker', sticker: { kind: 'shortlink', id: name } };
  }
  if (kind === 'serial' && SERIAL.test(name)) {
    return { kind: 'sticker', sticker: { kind: 'serial', serial: name } };
  }
  return UNKNOWN;
}
