import { fromBase64, type SigningKey } from './auth.ts';

const BLOCK = /-----BEGIN PUBLIC KEY-----([\s\S]+?)-----END PUBLIC KEY-----/g;
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** Whether `signature` over `text` was made with one of the keys. */
export type Verify = (text: string, signature: Uint8Array<ArrayBuffer>) => Promise<boolean>;

/**
 * Reads public keys from PEM texts, each of which may hold several, as the service publishes them
 * during a rotation (D-21). What is no RSA key is left out; without any key nothing verifies.
 */
export function createVerifier(pems: readonly string[]): Verify {
  let imported: Promise<readonly SigningKey[]> | null = null;
  return async (text, signature) => {
    imported ??= importAll(pems);
    const bytes = new TextEncoder().encode(text);
    for (const key of await imported) {
      if (await crypto.subtle.verify(ALGORITHM, key, signature, bytes)) return true;
    }
    return false;
  };
}

async function importAll(pems: readonly string[]): Promise<readonly SigningKey[]> {
  const blocks = pems.flatMap((pem) => [...pem.matchAll(BLOCK)]);
  const keys = await Promise.all(blocks.map((block) => importKey(block[1] ?? '')));
  return keys.filter((key) => key !== null);
}

async function importKey(base64: string): Promise<SigningKey | null> {
  const der = fromBase64(base64);
  if (der === null) return null;
  try {
    return await crypto.subtle.importKey('spki', der, ALGORITHM, false, ['verify']);
  } catch {
    // Another kind of key; the service signs with RSA only.
    return null;
  }
}
