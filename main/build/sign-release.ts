import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_FILE, type ReleaseManifest } from '../host/updates/release-manifest.ts';

/** Kinds of files that an updater fetches or a person installs. */
const PACKAGES = /\.(?:AppImage|deb|rpm|tar\.gz|exe|dmg|zip)$/;

/** The public half as a program holds it: SPKI, DER, base64. */
export function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}

/** Makes a key in a file that is not there yet and that its owner alone reads; answers its public half. */
export function newKey(path: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  writeFileSync(path, pem, { mode: 0o600, flag: 'wx' });
  return publicHalf(privateKey);
}

/**
 * Writes the signed manifest of all packages in the folder beside them; answers what is in it. Throws
 * where there is no package, or the key is no Ed25519 key.
 */
export function signRelease(folder: string, version: string, keyFile: string): ReleaseManifest {
  const key = createPrivateKey(readFileSync(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is no Ed25519 key`);
  const files = readdirSync(folder)
    .filter((name) => PACKAGES.test(name))
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name));
      return { name, sha512: createHash('sha512').update(bytes).digest('base64') };
    });
  if (files.length === 0) throw new Error(`there is no package in ${folder}`);
  const release: ReleaseManifest = { product: 'tillkit', version, files };
  const manifest = JSON.stringify(release);
  const signature = sign(null, Buffer.from(manifest), key).toString('base64');
  const text = `${JSON.stringify({ manifest, signature }, null, 2)}\n`;
  writeFileSync(join(folder, MANIFEST_FILE), text);
  return release;
}
