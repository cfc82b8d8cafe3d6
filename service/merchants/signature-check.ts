import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { type HttpRequest, headerOf, sentHeaders } from '../../shared/node/http/http-request.ts';
import type { HeaderNames } from '../../shared/protocol/headers.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { canonicalString, DIGEST_PREFIX } from '../../shared/protocol/signing.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { parseDateTime } from '../../shared/time/date-time.ts';

const KEYS_REMEMBERED = 1_000;
const known = new LruMap<string, KeyObject | 'unfit'>(KEYS_REMEMBERED);

/**
 * The RSA key of a stored PEM, or null when it is not an RSA key of `bitsMin` to 4096 bits. A profile
 * that registers shorter keys also verifies them (D-19). Parsing costs several times as much as a
 * verification, so parsed keys are cached.
 */
export function publicKeyOf(pem: string, bitsMin: number = LIMITS.keyBitsMin): KeyObject | null {
  const key = known.get(pem) ?? parse(pem);
  known.set(pem, key);
  return key === 'unfit' || bitsOf(key) < bitsMin ? null : key;
}

function bitsOf(key: KeyObject): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0;
}

function parse(pem: string): KeyObject | 'unfit' {
  try {
    const key = createPublicKey(pem);
    const fit = key.asymmetricKeyType === 'rsa' && bitsOf(key) <= LIMITS.keyBitsMax;
    return fit ? key : 'unfit';
  } catch {
    return 'unfit';
  }
}

export type SignatureVerdict =
  | { readonly kind: 'right' }
  /**
   * `toSign` is the text that the service expected to be signed, if that helps the client (D-06).
   */
  | { readonly kind: 'wrong'; readonly sentence: string; readonly toSign: string | null };

export type SignatureDeps = {
  readonly names: HeaderNames;
  /** Prefix of the signed headers, `X-Svc-`. */
  readonly prefix: string;
  /** Origins of the service for clients; never taken from the request (D-12). */
  readonly origins: readonly string[];
  readonly now: Instant;
  /** Maximum difference of the timestamp from `now`; default as in D-19. */
  readonly window?: number;
  /** Whether the client may sign the address in lower case (V-5); default as sent. */
  readonly signedUrl?: 'as_sent' | 'lower_case_too';
  /** Headers that must be present and signed; default the four of D-16. */
  readonly required?: readonly string[];
};

const TIMESTAMP = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Checks an RSA-SHA256 request signature (D-10 to D-19): digest of the body as received, timestamp
 * near the service's clock, and the signature over the canonical string of one of the origins.
 * `key` is null for a user without one; the reply is the same as for a wrong signature.
 */
export function checkSignature(
  presented: HttpRequest,
  signature: string,
  key: KeyObject | null,
  deps: SignatureDeps,
): SignatureVerdict {
  const { names, now } = deps;
  const four = [names.merchant, names.user, names.timestamp, names.digest];
  for (const name of deps.required ?? four) {
    if (headerOf(presented, name) === null) return wrong(`A signed request needs ${name}.`);
  }
  // The signature covers the header. A large body is read and compared with it when the caller is known.
  const digest = presented.rest === undefined ? digestFault(presented, names) : null;
  if (digest !== null) return wrong(digest);
  const timestamp = headerOf(presented, names.timestamp) ?? '';
  const at = TIMESTAMP.test(timestamp) ? parseDateTime(timestamp) : null;
  if (at === null) return wrong(`${names.timestamp} must be UTC, as YYYY-MM-DD hh:mm:ss.`);
  if (Math.abs(now - at) > (deps.window ?? LIMITS.signatureWindow)) {
    return wrong(`${names.timestamp} is too far from the service's time; check your clock.`);
  }
  return checkBytes(presented, signature, key, deps);
}

/** What is wrong with the digest of a whole body (D-15); null for a right one. */
export function digestFault(presented: HttpRequest, names: HeaderNames): string | null {
  return digestMatches(headerOf(presented, names.digest) ?? '', presented.body)
    ? null
    : `${names.digest} must be SHA256= and the base64 SHA-256 of the body as sent.`;
}

function checkBytes(
  presented: HttpRequest,
  signature: string,
  key: KeyObject | null,
  deps: SignatureDeps,
): SignatureVerdict {
  const headers = sentHeaders(presented);
  const { method, target } = presented;
  const sent = likeliestFirst(deps.origins, presented.headers.host).map(
    (origin) => origin + target,
  );
  const urls =
    deps.signedUrl === 'lower_case_too' ? [...sent, ...sent.map((url) => url.toLowerCase())] : sent;
  const strings = urls.map((url) => canonicalString(method, url, headers, deps.prefix));
  if (key !== null && BASE64.test(signature)) {
    const bytes = Buffer.from(signature, 'base64');
    const fits = (text: string) => verify('RSA-SHA256', Buffer.from(text), key, bytes);
    if (strings.some(fits)) return { kind: 'right' };
  }
  const sentence = 'The signature is not valid for this request, user and key.';
  return { kind: 'wrong', sentence, toSign: strings[0] ?? null };
}

/** The Host header orders the configured origins; it never adds one. */
function likeliestFirst(origins: readonly string[], host: string | undefined): readonly string[] {
  const name = host?.toLowerCase();
  const named = origins.filter((origin) => origin.split('/', 3)[2] === name);
  return named.length === 0 ? origins : [...named, ...origins.filter((o) => !named.includes(o))];
}

function digestMatches(header: string, body: Uint8Array): boolean {
  if (!header.startsWith(DIGEST_PREFIX)) return false;
  const sentDigest = Buffer.from(header.slice(DIGEST_PREFIX.length));
  const right = Buffer.from(createHash('sha256').update(body).digest('base64'));
  return sentDigest.length === right.length && timingSafeEqual(sentDigest, right);
}

function wrong(sentence: string): SignatureVerdict {
  return { kind: 'wrong', sentence, toSign: null };
}
