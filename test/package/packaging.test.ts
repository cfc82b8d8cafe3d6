import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { FUSES } from '../../main/build/pack/pack.ts';
import { packageRoot } from '../../main/host/adapters/machine.ts';
import { LANGUAGES } from '../../shared/catalogue/language.ts';

const read = (path: string) => readFileSync(join(packageRoot(), path), 'utf8');

/** Keys of one block of the packaging file, with their values. */
function block(name: string, file = 'electron-builder.yml'): ReadonlyMap<string, string> {
  const text = new RegExp(`^${name}:\\n((?: {2}.*\\n)+)`, 'm').exec(read(file))?.[1];
  const lines = (text ?? '').matchAll(/^ {2}(\w+): (.+)$/gm);
  return new Map([...lines].map((line) => [line[1] ?? '', line[2] ?? '']));
}

test('every fuse has a decision, and the packager’s configuration matches', () => {
  const known = /interface FuseOptionsV1 \{([\s\S]*?)\n\}/.exec(
    read('node_modules/app-builder-lib/out/configuration.d.ts'),
  )?.[1];
  const names = [...(known ?? '').matchAll(/^ {4}(\w+)\?:/gm)]
    .map((match) => match[1])
    // Not a fuse: how macOS signs afterwards.
    .filter((name) => name !== 'resetAdHocDarwinSignature');
  expect(names.length).toBeGreaterThan(6);
  expect(Object.keys(FUSES).sort()).toEqual([...names].sort());
  const told = [...block('electronFuses')].map(([name, value]) => [name, value === 'true']);
  expect(Object.fromEntries(told)).toEqual(FUSES);
});

test('the fuses disable all debugging and script entries', () => {
  expect(FUSES).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    grantFileProtocolExtraPrivileges: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
  });
});

test('every system has its installers, and an uninstall keeps the shop’s data', () => {
  expect(block('linux').get('target')).toBe('[dir, AppImage, deb, rpm, tar.gz]');
  expect(block('win').get('target')).toBe('[dir, nsis]');
  expect(block('mac').get('target')).toBe('[dir, dmg, zip]');
  expect(block('mac').get('hardenedRuntime')).toBe('true');
  expect(block('nsis').get('deleteAppDataOnUninstall')).toBe('false');
});

test('a till is installed per user or per machine; a kiosk per machine', () => {
  expect([block('nsis').get('oneClick'), block('nsis').get('perMachine')]).toEqual([
    ...['false', 'false'],
  ]);
  const kiosk = 'electron-builder.kiosk.yml';
  expect([block('nsis', kiosk).get('oneClick'), block('nsis', kiosk).get('perMachine')]).toEqual([
    ...['true', 'true'],
  ]);
  expect(read(kiosk)).toMatch(/^extends: electron-builder.yml$/m);
});

test('the hardened runtime on macOS has exactly one exception', () => {
  const path = block('mac').get('entitlements') ?? '';
  expect(block('mac').get('entitlementsInherit')).toBe(path);
  const keys = [...read(path).matchAll(/<key>(.*?)<\/key>/g)].map((match) => match[1]);
  expect(keys).toEqual(['com.apple.security.cs.allow-jit']);
});

test('the packages have Chromium’s texts in every language of the screens', () => {
  const guide = read('docs/guides/embed-in-electron.md');
  for (const text of [read('electron-builder.yml'), guide]) {
    expect(text).toContain(`electronLanguages: [${LANGUAGES.join(', ')}]`);
  }
});

test('the guide’s packaging file and its settings for signatures are known to the packager', () => {
  const guide = read('docs/guides/embed-in-electron.md');
  const [, yaml = ''] = /^```yaml builder\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const { properties, definitions } = scheme.parse(
    JSON.parse(read('node_modules/app-builder-lib/scheme.json')),
  );
  const keys = [...yaml.matchAll(/^(\w+):/gm)].map(([, key = '']) => key);
  expect(keys.filter((key) => !(key in properties))).toEqual([]);
  expect(keys).toContain('win');
  const known = (name: string) => Object.keys(definitions[name]?.properties ?? {});
  expect(known('WindowsConfiguration')).toEqual(
    expect.arrayContaining(['forceCodeSigning', 'signtoolOptions', 'azureSignOptions', 'target']),
  );
  for (const [list, name] of [
    [['certificateSubjectName', 'certificateSha1'], 'WindowsSigntoolConfiguration'],
    [
      ['publisherName', 'endpoint', 'codeSigningAccountName', 'certificateProfileName'],
      'WindowsAzureSigningConfiguration',
    ],
  ] as const) {
    expect(known(name)).toEqual(expect.arrayContaining([...list]));
    for (const key of list) expect(guide).toContain(key);
  }
});

const scheme = z.object({
  properties: z.record(z.string(), z.unknown()),
  definitions: z.record(
    z.string(),
    z.object({ properties: z.record(z.string(), z.unknown()).optional() }),
  ),
});

test('packaging compiles no native code', () => {
  expect(read('electron-builder.yml')).toMatch(/^npmRebuild: false$/m);
});
