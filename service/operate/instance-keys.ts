import { createHash, createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { generateRsaKeyPair } from './key-pair.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';
import { secureRandom } from './random.ts';

/** Secrets of this installation that are not in its database. */
export interface InstanceKeys {
  /**
   * A keyed digest of `text`, 43 base64url characters. The purpose keeps the uses apart, so that a
   * digest made for one is worth nothing to another.
   */
  mac(purpose: string, text: string): string;
  /** Signs id tokens (D-133); a key of its own, apart from that of callbacks. */
  readonly idToken: { readonly privateKeyPem: string; readonly kid: string };
}

const keyFile = z.object({
  mac_key: z.string().min(43),
  id_token_private_key_pem: z.string(),
});
type KeyFile = z.infer<typeof keyFile>;

const FILE = 'instance-keys.json';

/** Reads the keys of a data directory, or makes them at the first start, for its owner alone. */
export async function openInstanceKeys(directory: string): Promise<InstanceKeys> {
  const path = join(directory, FILE);
  const kept = await readPrivateFile(path, keyFile);
  if (kept !== null) return keysOf(kept);
  const made = await createKeys();
  await writePrivateFile(path, made);
  return keysOf(made);
}

async function createKeys(): Promise<KeyFile> {
  const { privateKey } = await generateRsaKeyPair();
  return {
    mac_key: Buffer.from(secureRandom(32)).toString('base64url'),
    id_token_private_key_pem: privateKey,
  };
}

function keysOf(file: KeyFile): InstanceKeys {
  const key = Buffer.from(file.mac_key, 'base64url');
  const privateKeyPem = file.id_token_private_key_pem;
  const spki = createPublicKey(createPrivateKey(privateKeyPem)).export({
    type: 'spki',
    format: 'der',
  });
  const kid = createHash('sha256').update(spki).digest('base64url').slice(0, 16);
  return {
    mac: (purpose, text) =>
      createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url'),
    idToken: { privateKeyPem, kid },
  };
}
