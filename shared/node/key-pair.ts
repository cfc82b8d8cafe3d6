import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

const BITS = 2048;

export type KeyPair = { readonly privateKey: string; readonly publicKey: string };

/** Begun before anyone asked; each is given once. */
const begun: Promise<KeyPair>[] = [];

/**
 * Begins `count` pairs of the usual length on the engine's threads, for a start that will ask for
 * them once its modules are loaded: looking for primes is the longest part of a first start.
 */
export function beginKeyPairs(count: number): void {
  for (let pair = 0; pair < count; pair += 1) {
    const making = make(BITS);
    // Whoever asks for it hears of a failure; until then nobody does.
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
