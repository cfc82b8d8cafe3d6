import { splitScanPath } from '../protocol/scan-path.ts';
import type { Sticker } from '../terminal/sale/state.ts';

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
 * `{shortlink_url}/s/<id>/` or its name. Anything else, a product's barcode say, is unknown.
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
  const ours = shortlinkUrl === null ? null : URL.parse(shortlinkUrl);
  if (url === null || (ours !== null && ours.host !== url.host)) return UNKNOWN;
  const scan = splitScanPath(url.pathname);
  // `/p/<tid>/` is a payment link (D-154): a request that was sent to a customer already.
  if (scan === null || url.pathname.startsWith('/p/')) return UNKNOWN;
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
