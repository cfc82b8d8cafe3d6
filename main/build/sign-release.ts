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

/** File types that an updater downloads or a person installs. */
const PACKAGES = /\.(?:AppImage|deb|rpm|tar\.gz|exe|dmg|zip)$/;

/** The public key in the program's form: SPKI, DER, base64. */
export function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}

/** Creates a key in a new file that only its owner can read; returns its public key. */
export function newKey(path: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  writeFileSync(path, pem, { mode: 0o600, flag: 'wx' });
  return publicHalf(privateKey);
}

/**
 * Writes the signed manifest of all packages into their folder and returns its content. Throws
 * without a package, or if the key is no Ed25519 key.
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
