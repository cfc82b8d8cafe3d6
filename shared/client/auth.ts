import { headerNames, KEY_SCHEME, SECRET_SCHEME } from '../protocol/headers.ts';
import { SVC_PROFILE, type VendorProfile } from '../protocol/media.ts';
import { canonicalString, DIGEST_PREFIX, type SentHeader } from '../protocol/signing.ts';
import { type AnyClock, instantOf } from '../time/clock.ts';
import { formatDateTime } from '../time/date-time.ts';

/** How an API user proves who it is (specification, Authentication). */
export type Credentials =
  | { readonly kind: 'secret'; readonly secret: string }
  /** An RSA key of 2048 to 4096 bits as PKCS#8 PEM. */
  | { readonly kind: 'key'; readonly privateKey: string };

/** Who calls, and for which merchant. */
export type Identity = {
  readonly merchantId: string;
  readonly userId: string;
  readonly credentials: Credentials;
  readonly profile?: VendorProfile;
};

/** Headers that prove who calls, or why none can be made. */
export type Authorized =
  | { readonly ok: true; readonly headers: readonly SentHeader[] }
  | { readonly ok: false; readonly description: string };

/**
 * Gives the headers of one request. `url` is the whole URL exactly as it is sent and `body` its raw
 * bytes; both are signed under KEY (D-10 to D-18).
 */
export type Authorizer = (method: string, url: string, body: Uint8Array) => Promise<Authorized>;

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const NO_KEY = 'The private key cannot be read; it must be an RSA key as PKCS#8 PEM.';

/** Makes the headers of SECRET or KEY requests; a key is imported once, at its first use. */
export function createAuthorizer(identity: Identity, clock: Pick<AnyClock, 'now'>): Authorizer {
  const profile = identity.profile ?? SVC_PROFILE;
  const names = headerNames(profile.headerPrefix);
  const who: readonly SentHeader[] = [
    [names.merchant, identity.merchantId],
    [names.user, identity.userId],
  ];
  const { credentials } = identity;
  if (credentials.kind === 'secret') {
    const authorization: SentHeader = ['authorization', `${SECRET_SCHEME} ${credentials.secret}`];
    return async () => ({ ok: true, headers: [...who, authorization] });
  }
  let imported: Promise<SigningKey | null> | null = null;
  return async (method, url, body) => {
    imported ??= importKey(credentials.privateKey);
    const key = await imported;
    if (key === null) return { ok: false, description: NO_KEY };
    const signed: readonly SentHeader[] = [
      ...who,
      [names.timestamp, formatDateTime(instantOf(clock.now()))],
      [names.digest, DIGEST_PREFIX + (await digest(body))],
    ];
    const text = canonicalString(method, url, signed, profile.headerPrefix);
    const signature = await crypto.subtle.sign(ALGORITHM, key, new TextEncoder().encode(text));
    const authorization = `${KEY_SCHEME} ${toBase64(new Uint8Array(signature))}`;
    return { ok: true, headers: [...signed, ['authorization', authorization]] };
  };
}

/** A key of Web Crypto, whose type the platforms name differently. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

async function digest(body: Uint8Array): Promise<string> {
  // The digest needs an ArrayBuffer that holds these bytes only, so they are copied.
  const sum = await crypto.subtle.digest('SHA-256', new Uint8Array(body));
  return toBase64(new Uint8Array(sum));
}

async function importKey(pem: string): Promise<SigningKey | null> {
  const match = /-----BEGIN PRIVATE KEY-----([\s\S]+?)-----END PRIVATE KEY-----/.exec(pem);
  const der = fromBase64(match?.[1] ?? '');
  if (der === null) return null;
  try {
    return await crypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
  } catch {
    // Not a key, or not an RSA key; the caller says so in words.
    return null;
  }
}

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Reads standard base64 with any white space in it; null when it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const plain = text.replace(/\s+/g, '');
  if (plain === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain) || plain.length % 4 !== 0) return null;
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
}
