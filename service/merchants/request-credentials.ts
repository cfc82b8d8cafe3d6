import { isUtf8 } from 'node:buffer';
import type { HttpRequest } from '../../shared/node/http/http-request.ts';
import { KEY_SCHEME, SECRET_SCHEME } from '../../shared/protocol/headers.ts';
import type { RequestSigning } from '../../shared/protocol/media.ts';
import type { PairedTill } from '../store/user-store.ts';

/** A caller whose credentials are valid. KEY implies SECRET (D-03). */
export type Caller = {
  readonly merchantId: string;
  /** A user of the merchant, or an integrator that acts for it (D-05). */
  readonly kind: 'user' | 'integrator';
  /** Id of the user or of the integrator. */
  readonly userId: string;
  readonly level: 'SECRET' | 'KEY';
  /** Present for a paired till, which reads and changes what is its own (D-455). */
  readonly till?: PairedTill;
};

export type Credentials =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'key'; readonly signature: string }
  | { readonly kind: 'none' };

/** Reads `Authorization`; the scheme in any case (D-01, D-02). */
export function credentialsOf(request: HttpRequest): Credentials {
  const match = /^(\S+) +(.+)$/.exec(request.headers.authorization ?? '');
  const scheme = match?.[1]?.toUpperCase();
  const value = match?.[2]?.trim() ?? '';
  if (scheme === SECRET_SCHEME) return { kind: 'secret', secret: utf8Of(value) };
  if (scheme === KEY_SCHEME) return { kind: 'key', signature: value };
  return { kind: 'none' };
}

/**
 * The text of a header value. Node.js reads the bytes of a header as Latin-1; a caller whose secret
 * is not ASCII sends it as UTF-8. Bytes that are not valid UTF-8 stay Latin-1.
 */
function utf8Of(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

/**
 * The prefix of the vendor's headers that a request uses; the signature covers exactly those headers. The
 * first known prefix if there are none; null if they are mixed (V-1).
 */
export function sentPrefix(
  presented: HttpRequest,
  { headerPrefix, moreHeaderPrefixes }: RequestSigning,
): string | null {
  // One prefix needs no search.
  if (moreHeaderPrefixes.length === 0) return headerPrefix;
  const known = [headerPrefix, ...moreHeaderPrefixes];
  const names = Object.keys(presented.headers);
  const sent = known.filter((prefix) =>
    names.some((name) => name.startsWith(prefix.toLowerCase())),
  );
  if (sent.length > 1) return null;
  return sent[0] ?? headerPrefix;
}
