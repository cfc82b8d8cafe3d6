import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { KEY_SCHEME, SECRET_SCHEME } from '../../shared/protocol/headers.ts';
import type { PairingRights } from '../../shared/protocol/pairing.ts';
import type { SentHeader } from '../../shared/protocol/signing.ts';

/** What a request presents of itself for authentication. */
export type Presented = {
  readonly method: string;
  /** The request target exactly as it was sent: path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** Address of the peer. */
  readonly address: string;
  /** The body's bytes as received; empty when there is none. */
  readonly body: Uint8Array;
};

/** A caller whose credentials were found right. KEY implies SECRET (D-03). */
export type Caller = {
  readonly merchantId: string;
  /** A user of the merchant, or an integrator that acts for it (D-05). */
  readonly kind: 'user' | 'integrator';
  /** Id of the user or of the integrator. */
  readonly userId: string;
  readonly level: 'SECRET' | 'KEY';
  /** Present for a paired till, which takes payments and works on nothing else. */
  readonly till?: PairingRights;
};

const NO_BODY = new Uint8Array(0);

/** A request without a body, such as the one that opens a WebSocket. */
export function presentedBy(request: IncomingMessage, body: Uint8Array = NO_BODY): Presented {
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    address: request.socket.remoteAddress ?? '',
    body,
  };
}

/** The one value of a header, or null when it is missing or empty. */
export function headerOf(presented: Presented, name: string): string | null {
  const value = presented.headers[name];
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text === undefined || text.trim() === '' ? null : text.trim();
}

/** The headers as pairs, for the signature. */
export function sentHeaders(presented: Presented): SentHeader[] {
  const pairs: SentHeader[] = [];
  const raw = presented.rawHeaders;
  for (let i = 0; i + 1 < raw.length; i += 2) pairs.push([raw[i] ?? '', raw[i + 1] ?? '']);
  return pairs;
}

export type Credentials =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'key'; readonly signature: string }
  | { readonly kind: 'none' };

/** Reads `Authorization`; the scheme word in any case (D-01, D-02). */
export function credentialsOf(presented: Presented): Credentials {
  const match = /^(\S+) +(.+)$/.exec(presented.headers.authorization ?? '');
  const scheme = match?.[1]?.toUpperCase();
  const value = match?.[2]?.trim() ?? '';
  if (scheme === SECRET_SCHEME) return { kind: 'secret', secret: utf8Of(value) };
  if (scheme === KEY_SCHEME) return { kind: 'key', signature: value };
  return { kind: 'none' };
}

/**
 * The text of a header value. Node reads the bytes of a header as Latin-1; a caller whose secret is
 * not ASCII sends it as UTF-8. Bytes that are no UTF-8 stay Latin-1.
 */
function utf8Of(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}
