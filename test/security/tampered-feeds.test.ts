import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newKey, signRelease } from '../../main/build/sign-release.ts';
import { type Updater, updaterSource } from '../../main/electron/updates/updater-source.ts';
import { createReleaseCheck } from '../../main/host/updates/release-check.ts';
import { MANIFEST_FILE, type OfferedUpdate } from '../../main/host/updates/release-manifest.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';

/*
 * Goal: a till installs a package only if the publisher signed it for this product in a version newer
 * than its own, whatever the feed contains.
 * Method: an attacker owns the feed. It has every release that was ever signed, packages and a key of its
 * own, and changes members and bytes of feed, manifest and package at random, up to four at a time.
 * `TAMPERED=100000` plays as many feeds; `SEED` others.
 */

const ROUNDS = Number(process.env.TAMPERED ?? 600);
const SEED = testSeed().seed;
const RUNNING = '1.1.0';

/** All that a till gets from a feed. */
type Feed = {
  offer: OfferedUpdate & { isUpdateAvailable: boolean };
  manifest: string;
  bytes: Buffer;
};

const sha512 = (bytes: Uint8Array) => createHash('sha512').update(bytes).digest('base64');
const nameOf = (version: string) => `tillkit-${version}.AppImage`;
let folder: string;
let key: string;
let genuine: readonly Feed[];
let forged: readonly Feed[];

function release(version: string, content: string, keyFile: string): Feed {
  const place = mkdtempSync(join(folder, 'release-'));
  const bytes = Buffer.from(content);
  writeFileSync(join(place, nameOf(version)), bytes);
  signRelease(place, version, keyFile);
  const files = [{ url: nameOf(version), sha512: sha512(bytes) }];
  const offer = { version, files, isUpdateAvailable: true };
  return { offer, manifest: readFileSync(join(place, MANIFEST_FILE), 'utf8'), bytes };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-tampered-'));
  mkdirSync(join(folder, 'fetched'));
  const [own, other] = [join(folder, 'own.pem'), join(folder, 'other.pem')];
  key = newKey(own);
  newKey(other);
  const versions = ['1.0.0', '1.1.0', '1.2.0', '1.10.0'];
  genuine = versions.map((version) => release(version, `the product, ${version}`, own));
  forged = versions.map((version) => release(version, `not the product, ${version}`, other));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One byte of a text or of bytes, changed, removed or repeated. */
function bent(bytes: Buffer, prng: Prng): Buffer {
  const at = prng.between(0, bytes.length - 1);
  const middle = prng.pick([[], [prng.between(0, 255)], [bytes[at] ?? 0, bytes[at] ?? 0]]);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(middle), bytes.subarray(at + 1)]);
}

/** What an earlier change may have made unreadable is an empty object. */
function objectOf(text: string) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** A member of the signed file or of the manifest in it, taken from another release. */
function mixed(text: string, from: string, prng: Prng): string {
  const [one, other] = [objectOf(text), objectOf(from)];
  if (prng.chance(0.5)) return JSON.stringify({ ...one, manifest: other.manifest });
  if (prng.chance(0.3)) return JSON.stringify({ ...one, signature: other.signature });
  const member = prng.pick(['product', 'version', 'files']);
  const [inner, outer] = [objectOf(one.manifest), objectOf(other.manifest)];
  return JSON.stringify({
    ...one,
    manifest: JSON.stringify({ ...inner, [member]: prng.chance(0.2) ? undefined : outer[member] }),
  });
}

/** One change of a feed. `from` is another release, of the publisher or of the attacker. */
function tamper(feed: Feed, from: Feed, prng: Prng): Feed {
  const { offer } = feed;
  const [file] = offer.files;
  const [other] = from.offer.files;
  const part = () => (prng.chance(0.5) ? other : file) ?? { url: '', sha512: '' };
  const changes: readonly (() => Feed)[] = [
    () => ({ ...feed, manifest: from.manifest }),
    () => ({ ...feed, bytes: from.bytes }),
    () => ({ ...feed, bytes: bent(feed.bytes, prng) }),
    () => ({ ...feed, manifest: bent(Buffer.from(feed.manifest), prng).toString() }),
    () => ({ ...feed, manifest: prng.pick(['', '{}', 'null', '[]', feed.manifest.slice(0, 40)]) }),
    () => ({ ...feed, manifest: mixed(feed.manifest, from.manifest, prng) }),
    () => ({ ...feed, offer: { ...offer, version: from.offer.version } }),
    () => ({ ...feed, offer: { ...offer, version: prng.pick(['9.9.9', '1.2', '', '1.2.0-rc']) } }),
    () => ({ ...feed, offer: { ...offer, files: [{ url: part().url, sha512: part().sha512 }] } }),
    () => ({ ...feed, offer: { ...offer, files: [...offer.files, part()] } }),
    () => ({ ...feed, offer: { ...offer, files: [] } }),
    () => ({ ...feed, offer: { ...offer, packages: { x64: { path: 'x.7z', sha512: '' } } } }),
    // The hash of whatever package is there, as a feed without a signature would have it.
    () => ({
      ...feed,
      offer: { ...offer, files: [{ url: part().url, sha512: sha512(feed.bytes) }] },
    }),
  ];
  return prng.pick(changes)();
}

/** Stands in for electron-updater, which accepts any package that has the hash of the feed. */
function updaterOf(feed: Feed): Updater {
  const path = join(folder, 'fetched', 'package');
  return {
    ...{ autoDownload: true, autoInstallOnAppQuit: true, autoRunAppAfterInstall: false },
    ...{ allowDowngrade: false, logger: null, setFeedURL: () => {}, quitAndInstall: () => {} },
    checkForUpdates: async () => ({ updateInfo: feed.offer, isUpdateAvailable: true }),
    async downloadUpdate() {
      if (!feed.offer.files.some((file) => file.sha512 === sha512(feed.bytes))) {
        throw new Error('checksum mismatch');
      }
      writeFileSync(path, feed.bytes);
      return [path];
    },
  };
}

/** Version of what would be installed; null when it is refused. */
async function obtained(feed: Feed): Promise<string | null> {
  const address = 'https://updates.example.com/till';
  const fetch = async () => new Response(feed.manifest);
  const check = createReleaseCheck({ feed: address, keys: [key], running: RUNNING, fetch });
  return updaterSource(updaterOf(feed), address, check)
    .obtain()
    .catch(() => null);
}

it('the updater installs from random feeds only newer packages signed for this product', async () => {
  const prng = createPrng(SEED);
  let installed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let feed = prng.pick([...genuine, ...forged]);
    const changes = prng.between(0, 4);
    for (let change = 0; change < changes; change += 1) {
      feed = tamper(feed, prng.pick([...genuine, ...forged]), prng);
    }
    const version = await obtained(feed);
    if (version === null) continue;
    installed += 1;
    const story = `seed ${SEED}, round ${round}: ${version}, ${feed.bytes}, ${feed.manifest}`;
    expect(['1.2.0', '1.10.0'], story).toContain(version);
    const real = genuine.find(({ offer }) => offer.version === version);
    expect(feed.bytes.equals(real?.bytes ?? Buffer.alloc(0)), story).toBe(true);
  }
  // Untouched releases of the publisher are installed.
  expect(installed).toBeGreaterThan(0);
  expect(await Promise.all(genuine.slice(2, 3).map(obtained))).toEqual(['1.2.0']);
});
