import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../main/host/package-root.ts';

const read = (path: string) => readFileSync(join(packageRoot(), path), 'utf8');

/** Keys of one block of the packaging file, with their values. */
function block(name: string): ReadonlyMap<string, string> {
  const text = new RegExp(`^${name}:\\n((?: {2}.*\\n)+)`, 'm').exec(
    read('electron-builder.yml'),
  )?.[1];
  const lines = (text ?? '').matchAll(/^ {2}(\w+): (.+)$/gm);
  return new Map([...lines].map((line) => [line[1] ?? '', line[2] ?? '']));
}

test('every fuse that the packager knows is decided', () => {
  const known = /interface FuseOptionsV1 \{([\s\S]*?)\n\}/.exec(
    read('node_modules/app-builder-lib/out/configuration.d.ts'),
  )?.[1];
  const names = [...(known ?? '').matchAll(/^ {4}(\w+)\?:/gm)]
    .map((match) => match[1])
    // Not a fuse: how macOS signs afterwards.
    .filter((name) => name !== 'resetAdHocDarwinSignature');
  expect(names.length).toBeGreaterThan(6);
  expect([...block('electronFuses').keys()].sort()).toEqual([...names].sort());
});

test('the doors that fuses close are closed', () => {
  const fuses = block('electronFuses');
  for (const door of [
    'runAsNode',
    'enableNodeOptionsEnvironmentVariable',
    'enableNodeCliInspectArguments',
    'grantFileProtocolExtraPrivileges',
  ]) {
    expect([door, fuses.get(door)]).toEqual([door, 'false']);
  }
  expect(fuses.get('onlyLoadAppFromAsar')).toBe('true');
});

test('packaging compiles nothing', () => {
  expect(read('electron-builder.yml')).toMatch(/^npmRebuild: false$/m);
});
