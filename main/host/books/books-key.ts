import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Identity } from '../../../shared/client/index.ts';
import { pemText } from '../../../shared/node/private-file.ts';
import { digestOf } from '../../../shared/node/signed-hash.ts';
import { keptKey } from '../adapters/kept-key.ts';
import type { SmallFiles } from '../adapters/small-files.ts';

export { isSignedBy } from '../../../shared/node/signed-hash.ts';

/** The key with which a till signs the closes of its books. */
export type BooksKey = {
  /** SPKI in base64. */
  readonly publicKey: string;
  /** The signature of a hash in base64. */
  readonly sign: (hash: string) => string;
};

const FILE = 'books-key.json';
const keyFile = z.strictObject({ private_key: pemText });

/**
 * The key of a till: the RSA key with which it signs its requests, if it has one, because the service knows that one
 * already. A till with a secret makes a key of its own and keeps it in a file that only its user can read (D-292).
 */
export function booksKeyOf(
  { credentials }: Pick<Identity, 'credentials'>,
  directory: string,
  files: SmallFiles,
): BooksKey {
  if (credentials.kind === 'key') return keyOf(createPrivateKey(credentials.privateKey));
  // The closes that a broken key signed name its public key. A till without books would not sell.
  const kept = keptKey(files, join(directory, FILE), keyFile, () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    return { private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  });
  return keyOf(createPrivateKey(kept.private_key));
}

function keyOf(privateKey: KeyObject): BooksKey {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return {
    publicKey: publicKey.toString('base64'),
    sign: (hash) => sign(digestOf(privateKey), Buffer.from(hash), privateKey).toString('base64'),
  };
}
