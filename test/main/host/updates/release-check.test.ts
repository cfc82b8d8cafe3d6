import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newKey, signRelease } from '../../../../main/build/sign-release.ts';
import { createReleaseCheck } from '../../../../main/host/updates/release-check.ts';
import {
  isNewer,
  MANIFEST_FILE,
  readManifest,
} from '../../../../main/host/updates/release-manifest.ts';

/* Only updates that the product's own key has signed are accepted, whatever the feed contains. */

const FEED = 'https://updates.example.com/till';
let folder: string;
let key: string;
let signed: string;
let hash: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-release-'));
  key = newKey(join(folder, 'release.pem'));
  writeFileSync(join(folder, 'tillkit-1.2.0.AppImage'), 'the new version');
  const { files } = signRelease(folder, '1.2.0', join(folder, 'release.pem'));
  hash = files[0]?.sha512 ?? '';
  signed = readFileSync(join(folder, MANIFEST_FILE), 'utf8');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const asked: string[] = [];
const check = (text: string, keys: readonly string[], running = '1.1.9') =>
  createReleaseCheck({
    ...{ feed: FEED, keys, running },
    async fetch(input) {
      asked.push(String(input));
      return new Response(text);
    },
  });
const offer = (version = '1.2.0', sha512 = hash, url = 'tillkit-1.2.0.AppImage') => ({
  version,
  files: [{ url, sha512 }],
});

it('a signed release and its package are accepted', async () => {
  const release = check(signed, [key]);
  const manifest = await release.offer(offer());
  await release.fetched(manifest, join(folder, 'tillkit-1.2.0.AppImage'));
  expect(asked.at(-1)).toBe(`${FEED}/${MANIFEST_FILE}`);
  expect(statSync(join(folder, 'release.pem')).mode & 0o077).toBe(
    process.platform === 'win32' ? 0o066 : 0,
  );
  expect(() => newKey(join(folder, 'release.pem'))).toThrow(/EEXIST/);
});

it('a release of the old key is accepted with both keys, and refused with the new key alone', async () => {
  const next = newKey(join(folder, 'next.pem'));
  await check(signed, [next, key]).offer(offer());
  await expect(check(signed, [next]).offer(offer())).rejects.toThrow('not signed with a key');
});

it('a manifest that a foreign key has signed is refused', async () => {
  newKey(join(folder, 'stranger.pem'));
  signRelease(folder, '1.2.0', join(folder, 'stranger.pem'));
  const foreign = readFileSync(join(folder, MANIFEST_FILE), 'utf8');
  await expect(check(foreign, [key]).offer(offer())).rejects.toThrow('not signed with a key');
});

it.each([
  ['an empty file', ''],
  ['a text that is not JSON', '{'],
  ['JSON of another form', '{"version":"1.2.0"}'],
])('a feed with %s as its manifest is refused', async (_name, text) => {
  await expect(check(text, [key]).offer(offer())).rejects.toThrow('no signed manifest');
});

it('a manifest with any changed byte is refused', () => {
  const { manifest, signature } = JSON.parse(signed);
  for (let at = 0; at < manifest.length; at += 1) {
    const other = manifest[at] === '0' ? '1' : '0';
    const changed = manifest.slice(0, at) + other + manifest.slice(at + 1);
    const text = JSON.stringify({ manifest: changed, signature });
    expect(() => readManifest(text, [key])).toThrow('not signed with a key');
  }
});

it('a package, a version or a hash that was not signed is refused', async () => {
  const release = check(signed, [key]);
  await expect(release.offer(offer('1.3.0'))).rejects.toThrow('1.2.0 is signed');
  await expect(release.offer(offer('1.2.0', 'A'.repeat(88)))).rejects.toThrow(
    'not what was signed',
  );
  await expect(release.offer(offer('1.2.0', hash, 'other.AppImage'))).rejects.toThrow('other');
  await expect(release.offer({ version: '1.2.0', files: [] })).rejects.toThrow('no package');
  const besides = { ...offer(), packages: { x64: { path: 'other.7z', sha512: hash } } };
  await expect(release.offer(besides)).rejects.toThrow('by itself');
  const manifest = await release.offer(offer());
  writeFileSync(join(folder, 'fetched'), 'something else');
  for (const path of [join(folder, 'fetched'), undefined]) {
    await expect(release.fetched(manifest, path)).rejects.toThrow('not what was signed');
  }
});

it('an older version is refused although it is signed', async () => {
  for (const running of ['1.2.0', '1.2.1', '1.10.0', '2.0.0']) {
    await expect(check(signed, [key], running).offer(offer())).rejects.toThrow('not newer');
  }
  expect([
    isNewer('1.10.0', '1.9.9'),
    isNewer('1.2.0', '1.2.0-beta'),
    isNewer('x', '1.0.0'),
  ]).toEqual([true, true, false]);
});

it('a program without a key installs no update', async () => {
  await expect(check(signed, []).offer(offer())).rejects.toThrow('built without a key');
});

it('signing requires an Ed25519 key and a folder with a package', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const path = join(folder, 'ec.pem');
  writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }));
  expect(() => signRelease(folder, '1.2.0', path)).toThrow('no Ed25519 key');
  const empty = mkdtempSync(join(folder, 'empty-'));
  expect(() => signRelease(empty, '1.2.0', join(folder, 'release.pem'))).toThrow('no package');
});
