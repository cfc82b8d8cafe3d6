import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { generateRsaKeyPair } from '../operate/key-pair.ts';
import { readPrivateFile, writePrivateFile } from '../operate/private-file.ts';

/** Where receivers find the public keys, on the service's own address (D-21). */
export const CALLBACK_KEY_PATH = '/keys/callback.pem';

const keyPair = z.object({ private_key_pem: z.string(), public_key_pem: z.string() });
const keyFile = z.object({
  current: keyPair,
  /** Published before it signs, so that receivers can take it in. */
  next: keyPair.nullable(),
  /** Published after it signed, for what is still on its way. */
  previous: keyPair.nullable(),
});
type KeyFile = z.infer<typeof keyFile>;
type KeyPair = z.infer<typeof keyPair>;

const FILE = 'callback-keys.json';

/** The service's own signing keys. At most two are published at any time (D-21). */
export interface CallbackKeys {
  /** The key that signs now. */
  signing(): KeyObject;
  /** Public keys as PEM, the signing one first. */
  published(): string;
  /** Makes and publishes the key that will sign after `rotate`; the previous one goes. */
  announce(): Promise<void>;
  /**
   * Signs with the announced key from now on, or with a new one where none was announced; the one
   * before stays published.
   */
  rotate(): Promise<void>;
}

/** A private key of RSA as a pair; null for text that is none, and for less than `bitsMin` bits. */
export function readKeyPair(pem: string, bitsMin: number): KeyPair | null {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'rsa') return null;
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < bitsMin) return null;
    return {
      private_key_pem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
      public_key_pem: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    };
  } catch {
    return null;
  }
}

/**
 * Opens the keys of a data directory, for its owner's eyes alone; makes them at the first start. A
 * key that the operator gives signs from now on, and the one before stays published (V-13).
 */
export async function openCallbackKeys(
  directory: string,
  given: KeyPair | null = null,
): Promise<CallbackKeys> {
  const path = join(directory, FILE);
  const kept = await readPrivateFile(path, keyFile);
  let keys: KeyFile = kept ?? { current: given ?? (await newPair()), next: null, previous: null };
  if (given !== null && given.private_key_pem !== keys.current.private_key_pem) {
    keys = { current: given, next: null, previous: keys.current };
  }
  if (keys !== kept) await writePrivateFile(path, keys);
  let signing = createPrivateKey(keys.current.private_key_pem);

  async function become(next: KeyFile): Promise<void> {
    await writePrivateFile(path, next);
    keys = next;
    signing = createPrivateKey(next.current.private_key_pem);
  }

  return {
    signing: () => signing,
    published() {
      const second = keys.next ?? keys.previous;
      return keys.current.public_key_pem + (second?.public_key_pem ?? '');
    },
    async announce() {
      if (keys.next !== null) return;
      await become({ current: keys.current, next: await newPair(), previous: null });
    },
    async rotate() {
      const next = keys.next ?? (await newPair());
      await become({ current: next, next: null, previous: keys.current });
    },
  };
}

async function newPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateRsaKeyPair();
  return { private_key_pem: privateKey, public_key_pem: publicKey };
}
