import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

export type KeyPair = { readonly privateKey: string; readonly publicKey: string };

/** A new RSA key pair for KEY authentication, PEM: PKCS #8 and SPKI (D-37). */
export async function generateRsaKeyPair(bits = 2048): Promise<KeyPair> {
  return generate('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
