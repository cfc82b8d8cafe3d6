import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';

const WRAPPED = /^-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END ([A-Z0-9 ]+)-----$/;
const WRAPPERS = ['PUBLIC KEY', 'RSA PUBLIC KEY'] as const;
const OPENSSH = /^ssh-rsa +([A-Za-z0-9+/]+={0,2})(?: [^\n\r]*)?$/;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;
/**
 * Smaller exponents have led to attacks on careless implementations; larger ones only cost time.
 */
const EXPONENT_MIN = 65_537n;
const EXPONENT_MAX = 2n ** 32n;

const NO_KEY = 'must be an RSA public key: PEM, its base64 alone, or an OpenSSH line';

/**
 * Reads an RSA public key in its common forms (D-37) and returns it as SPKI PEM: PEM with either
 * label around either content, the base64 without a label, or one line of OpenSSH. Refuses another
 * label, another kind of key, and a size outside the limits (D-19). The refusal's description is a
 * message for the field.
 */
export function readPublicKey(
  text: string,
  keyBitsMin: number = LIMITS.keyBitsMin,
): Answer<string> {
  const trimmed = text.trim();
  const key = trimmed.startsWith('ssh-') ? openSshKey(trimmed) : derKey(trimmed);
  if (!key.ok) return key;
  const details = key.value.asymmetricKeyDetails;
  if (key.value.asymmetricKeyType !== 'rsa' || details === undefined) return refused(NO_KEY);
  const { modulusLength: bits = 0, publicExponent = 0n } = details;
  const { keyBitsMax } = LIMITS;
  if (bits < keyBitsMin || bits > keyBitsMax) {
    return refused(`must have ${keyBitsMin} to ${keyBitsMax} bits; this one has ${bits}`);
  }
  const odd = publicExponent % 2n === 1n && isOdd(key.value);
  if (publicExponent < EXPONENT_MIN || publicExponent > EXPONENT_MAX || !odd) {
    return refused('must have an odd modulus and an odd exponent from 65537 to 2^32');
  }
  return answer(key.value.export({ type: 'spki', format: 'pem' }).toString());
}

/** The digest by which a pairing knows the key of its till: of the SPKI PEM that `readPublicKey` gives. */
export function keyHashOf(pem: string): string {
  return createHash('sha256').update(pem).digest('base64url');
}

/** The same for an SPKI in base64. */
export function keyHashOfDer(base64: string): string {
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
  return keyHashOf(key.export({ type: 'spki', format: 'pem' }).toString());
}

function derKey(text: string): Answer<KeyObject> {
  const body = wrappedBody(text);
  if (!body.ok) return body;
  const der = Buffer.from(body.value, 'base64');
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      return answer(createPublicKey({ key: der, format: 'der', type }));
    } catch {
      // Tries the other form.
    }
  }
  return refused(NO_KEY);
}

/** The base64 between BEGIN and END, or the whole text if there is no label. */
function wrappedBody(text: string): Answer<string> {
  if (!text.includes('-----')) return BASE64.test(text) ? answer(text) : refused(NO_KEY);
  const [, begin, body = '', end] = WRAPPED.exec(text) ?? [];
  const known = WRAPPERS.some((wrapper) => wrapper === begin);
  if (known && begin === end) return answer(body);
  if (begin?.includes('PRIVATE')) return refused('must be the public key; keep the private one');
  return refused('must have BEGIN PUBLIC KEY and END PUBLIC KEY around it, or nothing');
}

/** The line contains, each with its length: the word ssh-rsa, the exponent, the modulus. */
function openSshKey(line: string): Answer<KeyObject> {
  const blob = Buffer.from(OPENSSH.exec(line)?.[1] ?? '', 'base64');
  const parts: Buffer[] = [];
  for (let at = 0; at + 4 <= blob.length && parts.length < 4; ) {
    const length = blob.readUInt32BE(at);
    if (at + 4 + length > blob.length) return refused(NO_KEY);
    parts.push(blob.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  const [word, e, n] = parts;
  if (parts.length !== 3 || word?.toString('latin1') !== 'ssh-rsa' || !e || !n) {
    return refused(NO_KEY);
  }
  try {
    const jwk = { kty: 'RSA', e: e.toString('base64url'), n: n.toString('base64url') };
    return answer(createPublicKey({ key: jwk, format: 'jwk' }));
  } catch {
    return refused(NO_KEY);
  }
}

/** An even modulus is not a valid RSA key, and a verification with it throws instead of failing. */
function isOdd(key: KeyObject): boolean {
  const modulus = Buffer.from(key.export({ format: 'jwk' }).n ?? '', 'base64url');
  return ((modulus.at(-1) ?? 0) & 1) === 1;
}

function refused(message: string) {
  return refuse('validation_error', message);
}
