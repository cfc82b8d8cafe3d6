import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** The digest of a signature by a key. Ed25519 has its own. */
export const digestOf = ({ asymmetricKeyType }: KeyObject) =>
  asymmetricKeyType === 'ed25519' ? null : 'sha256';

/** True if the key that the close names made this signature of its hash. */
export function isSignedBy(publicKey: string, hash: string, signature: string): boolean {
  try {
    const bytes = Buffer.from(publicKey, 'base64');
    const key = createPublicKey({ key: bytes, type: 'spki', format: 'der' });
    const signed = Buffer.from(signature, 'base64');
    // Several texts can stand for the same bytes; only one of them was written.
    if (signed.toString('base64') !== signature) return false;
    return verify(digestOf(key), Buffer.from(hash), key, signed);
  } catch {
    return false;
  }
}
