import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Ids } from '../../../shared/ids/ids.ts';
import { beginKeyPairs, generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { hashMadeSecret } from '../../../shared/node/password-hash.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/private-file.ts';
import { secureRandom } from '../../../shared/node/random.ts';
import type { ServiceOptions } from '../options.ts';

const keyPair = z.object({ private_key_pem: z.string(), public_key_pem: z.string() });

const demoUser = z.object({
  merchant_id: z.string(),
  id: z.string(),
  secret: z.string(),
  secret_hash: z.string(),
  key: keyPair.nullable(),
});
export type DemoUser = z.infer<typeof demoUser>;

const demoFile = z.object({ users: z.array(demoUser) });

/** A user of the demo, before it has credentials. */
export type WantedUser = {
  readonly merchantId: string;
  readonly id: string;
  readonly withKey: boolean;
};

/**
 * The credentials of the demo's users. They are made at the first start and kept in the data
 * directory, readable by its owner only, so that every later start prints the same ones.
 */
export async function demoUsers(
  directory: string,
  wantedUsers: readonly WantedUser[],
  ids: Ids,
): Promise<readonly DemoUser[]> {
  const path = join(directory, DEMO_CREDENTIALS);
  const kept = (await readPrivateFile(path, demoFile))?.users ?? [];
  const existing = (want: WantedUser) =>
    kept.find((user) => user.merchant_id === want.merchantId && user.id === want.id);
  const users = await Promise.all(
    wantedUsers.map(async (want) => existing(want) ?? (await createUser(want, ids))),
  );
  if (users.some((user) => !kept.includes(user))) await writePrivateFile(path, { users });
  return users;
}

async function createUser(want: WantedUser, ids: Ids): Promise<DemoUser> {
  const secret = ids.token();
  const [secretHash, pair] = await Promise.all([
    hashMadeSecret(secret, secureRandom),
    want.withKey ? generateRsaKeyPair() : null,
  ]);
  const key =
    pair === null ? null : { private_key_pem: pair.privateKey, public_key_pem: pair.publicKey };
  return { merchant_id: want.merchantId, id: want.id, secret, secret_hash: secretHash, key };
}

/** The name describes the content to an operator who looks at the data directory. */
export const DEMO_CREDENTIALS = 'demo-credentials.json';

/** The shop's administrator, the neighbour, the integrator. */
const DEMO_KEYS = 3;

/**
 * Starts to generate the keys of a demo that has none yet, while the rest of the service is loaded.
 */
export function beginDemo({ demo, data }: Pick<ServiceOptions, 'demo' | 'data'>): void {
  if (demo !== true) return;
  if (data.kind === 'directory' && existsSync(join(data.path, DEMO_CREDENTIALS))) return;
  beginKeyPairs(DEMO_KEYS);
}
