import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
} from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { generateRsaKeyPair } from '../../shared/node/key-pair.ts';
import { type Alone, once, unshared } from '../../shared/node/once.ts';
import { pemText, readPrivateFile, writePrivateFile } from '../../shared/node/private-file.ts';
import { secureRandom } from '../../shared/node/random.ts';

/** Secrets of this installation that are not in its database. */
export interface InstanceKeys {
  /**
   * A keyed digest of `text`, 43 base64url characters. The purpose separates the uses, so that a
   * digest for one purpose is not valid for another.
   */
  mac(purpose: string, text: string): string;
  /** Signs id tokens (D-133); a separate key from that of callbacks. */
  idToken(): Promise<IdTokenKey>;
  /** Generates keys that are otherwise generated at their first use. */
  prepare(): Promise<void>;
}

export type IdTokenKey = { readonly privateKeyPem: string; readonly kid: string };

const keyFile = z.object({
  mac_key: z.string().min(43),
  /** Generated when the first id token is made. */
  id_token_private_key_pem: pemText.optional(),
});
type KeyFile = z.infer<typeof keyFile>;

const FILE = 'instance-keys.json';

/**
 * Reads the keys of a data directory, or generates them at the first start, readable by its owner
 * only. The key of id tokens is generated at its first use, so that a start does not wait for it.
 */
export async function openInstanceKeys(
  directory: string,
  alone: Alone = unshared,
): Promise<InstanceKeys> {
  const path = join(directory, FILE);
  const kept = await readPrivateFile(path, keyFile);
  const file = kept ?? { mac_key: Buffer.from(secureRandom(32)).toString('base64url') };
  if (kept === null) await writePrivateFile(path, file);
  // As a key object: every outcome has a sealed address, and with plain bytes the library would
  // build the key each time, which costs six times as much as the digest.
  const key = createSecretKey(file.mac_key, 'base64url');
  const known = file.id_token_private_key_pem;
  const pem = once(async () => known ?? (await alone(() => makeIdTokenKey(path, file))));
  return {
    mac: (purpose, text) =>
      createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url'),
    idToken: once(async () => idTokenKey(await pem())),
    async prepare() {
      await pem();
    },
  };
}

/** Another process of the same data may have generated it since; then that one is used. */
async function makeIdTokenKey(path: string, file: KeyFile): Promise<string> {
  const made = (await readPrivateFile(path, keyFile))?.id_token_private_key_pem;
  if (made !== undefined) return made;
  const { privateKey } = await generateRsaKeyPair();
  await writePrivateFile(path, { ...file, id_token_private_key_pem: privateKey });
  return privateKey;
}

function idTokenKey(privateKeyPem: string): IdTokenKey {
  const spki = createPublicKey(createPrivateKey(privateKeyPem)).export({
    type: 'spki',
    format: 'der',
  });
  const kid = createHash('sha256').update(spki).digest('base64url').slice(0, 16);
  return { privateKeyPem, kid };
}
