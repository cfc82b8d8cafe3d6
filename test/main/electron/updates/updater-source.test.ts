import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NODE_BUNDLE } from '../../../../main/build/bundle.ts';
import { publicHalf } from '../../../../main/build/sign-release.ts';
import { type Updater, updaterSource } from '../../../../main/electron/updates/updater-source.ts';
import { createReleaseCheck } from '../../../../main/host/updates/release-check.ts';
import { MANIFEST_FILE } from '../../../../main/host/updates/release-manifest.ts';

/*
 * The updater's own package, bundled as the product bundles it, against a feed on loopback. Only
 * Electron is a stand-in; looking, downloading and verifying are real, installing is not.
 */
const ENTRY = fileURLToPath(new URL('../../../../main/electron/updater-entry.ts', import.meta.url));
const STAND_IN = fileURLToPath(new URL('../../../support/updater-electron.ts', import.meta.url));
const FILE = Buffer.from('a new version of the till\n'.repeat(4_000));
const sha512 = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');

let folder: string;
let server: Server;
let feed: string;
let offered: { version: string; hash: string; signed?: string };
let updater: Updater;
const asked: string[] = [];
const KEYS = generateKeyPairSync('ed25519');

/** What the publisher signed: whatever is offered now, by the publisher's key or a stranger's. */
function signed(): string {
  const { version } = offered;
  const files = [{ name: 'tillkit.AppImage', sha512: offered.signed ?? offered.hash }];
  const manifest = JSON.stringify({ product: 'tillkit', version, files });
  const signature = sign(null, Buffer.from(manifest), KEYS.privateKey).toString('base64');
  return JSON.stringify({ manifest, signature });
}
const check = (keys: readonly string[] = [publicHalf(KEYS.privateKey)]) =>
  createReleaseCheck({ ...{ feed, keys, running: '0.1.0', fetch } });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-updater-'));
  Object.assign(process.env, {
    UPDATER_TEST_FOLDER: folder,
    XDG_CACHE_HOME: folder,
    APPIMAGE: join(folder, 'tillkit.AppImage'),
  });
  writeFileSync(join(folder, 'tillkit.AppImage'), 'the old version');
  server = createServer((call, reply) => {
    const path = new URL(call.url ?? '/', 'http://feed').pathname;
    asked.push(path);
    if (path.endsWith('.yml')) {
      const { version, hash } = offered;
      const file = `{ url: tillkit.AppImage, sha512: ${hash}, size: ${FILE.length} }`;
      return void reply.end(
        `version: ${version}\nfiles:\n  - ${file}\npath: tillkit.AppImage\nsha512: ${hash}\n` +
          "releaseDate: '2026-11-20T00:00:00.000Z'\n",
      );
    }
    if (path === `/${MANIFEST_FILE}`) return void reply.end(signed());
    if (path.endsWith('tillkit.AppImage')) return void reply.end(FILE);
    reply.statusCode = 404;
    reply.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  feed = `http://127.0.0.1:${address.port}/`;
  const outfile = join(folder, 'updater.cjs');
  await build({
    ...NODE_BUNDLE,
    ...{ entryPoints: [ENTRY], outfile, packages: 'bundle', format: 'cjs' },
    alias: { electron: STAND_IN },
  });
  const resources = join(folder, 'resources');
  Object.defineProperty(process, 'resourcesPath', { value: resources, configurable: true });
  const loaded: { readonly default: { readonly autoUpdater: Updater } } = await import(
    pathToFileURL(outfile).href
  );
  updater = loaded.default.autoUpdater;
  // What a packaged program has beside it.
  writeFileSync(
    join(folder, 'app-update.yml'),
    'provider: generic\nurl: https://updates.invalid/\n',
  );
  Object.assign(updater, { updateConfigPath: join(folder, 'app-update.yml') });
});
beforeEach(() => {
  offered = { version: '0.2.0', hash: sha512(FILE) };
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

it.runIf(process.platform === 'linux')('a newer version is downloaded and verified', async () => {
  expect(await updaterSource(updater, feed, check()).obtain()).toBe('0.2.0');
  expect(asked).toContain('/tillkit.AppImage');
  expect([updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([false, false]);
});

it.runIf(process.platform === 'linux')('the same or an older version is ignored', async () => {
  const before = asked.filter((path) => path.endsWith('AppImage')).length;
  for (const version of ['0.1.0', '0.0.9']) {
    offered = { version, hash: sha512(FILE) };
    expect(await updaterSource(updater, feed, check()).obtain()).toBe(null);
  }
  expect(asked.filter((path) => path.endsWith('AppImage'))).toHaveLength(before);
});

it.runIf(process.platform === 'linux')(
  'a package that differs from the feed’s hash is refused',
  async () => {
    offered = { version: '0.3.0', hash: sha512(Buffer.from('something else')) };
    await expect(updaterSource(updater, feed, check()).obtain()).rejects.toThrow(/checksum/i);
  },
);

it.runIf(process.platform === 'linux')(
  'a package that matches the feed but not the signed manifest is refused',
  async () => {
    const before = asked.filter((path) => path.endsWith('AppImage')).length;
    offered = { version: '0.4.0', hash: sha512(FILE), signed: sha512(Buffer.from('ours')) };
    await expect(updaterSource(updater, feed, check()).obtain()).rejects.toThrow('was signed');
    offered = { version: '0.4.0', hash: sha512(FILE) };
    const stranger = publicHalf(generateKeyPairSync('ed25519').privateKey);
    await expect(updaterSource(updater, feed, check([stranger])).obtain()).rejects.toThrow('key');
    expect(asked.filter((path) => path.endsWith('AppImage'))).toHaveLength(before);
  },
);
