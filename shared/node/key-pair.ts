import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

const BITS = 2048;

export type KeyPair = { readonly privateKey: string; readonly publicKey: string };

/** Key pairs that were started in advance; each is used once. */
const begun: Promise<KeyPair>[] = [];

/**
 * Starts `count` pairs of the usual length on the engine's threads, for a start that needs them
 * once its modules are loaded: the search for primes is the longest part of a first start.
 */
export function beginKeyPairs(count: number): void {
  for (let pair = 0; pair < count; pair += 1) {
    const making = make(BITS);
    // The caller that takes the pair gets the failure; until then it is ignored.
    making.catch(() => {});
    begun.push(making);
  }
}

/** A new RSA key pair for KEY authentication, PEM: PKCS #8 and SPKI (D-37). */
export async function generateRsaKeyPair(bits = BITS): Promise<KeyPair> {
  return (bits === BITS ? begun.shift() : undefined) ?? make(bits);
}

async function make(bits: number): Promise<KeyPair> {
  return generate('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
