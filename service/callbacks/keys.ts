import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { generateRsaKeyPair } from '../../shared/node/key-pair.ts';
import { type Alone, once, unshared } from '../../shared/node/once.ts';
import { pemText, readPrivateFile, writePrivateFile } from '../../shared/node/private-file.ts';

/** Path of the public keys on the service's address, for receivers (D-21). */
export const CALLBACK_KEY_PATH = '/keys/callback.pem';

const keyPair = z.object({ private_key_pem: pemText, public_key_pem: pemText });
const keyFile = z.object({
  current: keyPair,
  /** Published before the service signs with it, so that receivers can load it. */
  next: keyPair.nullable(),
  /** Published after its replacement, for callbacks in flight. */
  previous: keyPair.nullable(),
});
type KeyFile = z.infer<typeof keyFile>;
type KeyPair = z.infer<typeof keyPair>;

const FILE = 'callback-keys.json';

/** The service's own signing keys. At most two are published at any time (D-21). */
export interface CallbackKeys {
  /** The current signing key. */
  signing(): Promise<KeyObject>;
  /** Public keys as PEM, the signing one first. */
  published(): Promise<string>;
  /** Generates and publishes the key that will sign after `rotate`; removes the previous one. */
  announce(): Promise<void>;
  /**
   * From now on signs with the announced key, or with a new one if none was announced. The key
   * before it stays published.
   */
  rotate(): Promise<void>;
}

/**
 * An RSA private key as a pair; null for invalid text and for a key of less than `bitsMin` bits.
 */
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
 * Opens the keys of a data directory, readable by its owner only. They are generated at their first
 * use, so that a start does not wait for key generation. If the operator provides a key, the service
 * signs with it from now on, and the previous key stays published (V-13).
 */
export async function openCallbackKeys(
  directory: string,
  operatorKey: KeyPair | null = null,
  alone: Alone = unshared,
): Promise<CallbackKeys> {
  const path = join(directory, FILE);
  const kept = await readPrivateFile(path, keyFile);
  let held = kept && opened(kept);
  if (operatorKey !== null && operatorKey.private_key_pem !== held?.file.current.private_key_pem) {
    await become({ current: operatorKey, next: null, previous: held?.file.current ?? null });
  }

  async function become(file: KeyFile): Promise<Held> {
    await writePrivateFile(path, file);
    const now = opened(file);
    held = now;
    return now;
  }

  const first = once(() =>
    alone(async () => {
      const others = await readPrivateFile(path, keyFile);
      if (others === null) return become({ current: await newPair(), next: null, previous: null });
      held = opened(others);
      return held;
    }),
  );
  const now = async () => held ?? first();

  return {
    signing: async () => (await now()).signing(),
    async published() {
      const { current, next, previous } = (await now()).file;
      return current.public_key_pem + ((next ?? previous)?.public_key_pem ?? '');
    },
    async announce() {
      const { current, next } = (await now()).file;
      if (next !== null) return;
      await become({ current, next: await newPair(), previous: null });
    },
    async rotate() {
      const { current, next } = (await now()).file;
      await become({ current: next ?? (await newPair()), next: null, previous: current });
    },
  };
}

type Held = { readonly file: KeyFile; readonly signing: () => KeyObject };

/** Parsing a key takes about ten milliseconds; a start without callbacks avoids it. */
function opened(file: KeyFile): Held {
  let key: KeyObject | null = null;
  return {
    file,
    signing() {
      key ??= createPrivateKey(file.current.private_key_pem);
      return key;
    },
  };
}

async function newPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateRsaKeyPair();
  return { private_key_pem: privateKey, public_key_pem: publicKey };
}
