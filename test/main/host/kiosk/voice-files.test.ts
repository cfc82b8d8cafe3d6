import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageRoot } from '../../../../main/host/adapters/machine.ts';
import { buildVoice, readVoice, voiceFiles } from '../../../../main/host/kiosk/voice-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-voice-'));
  writeFileSync(join(folder, 'package.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const withPackages = () =>
  symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'), 'junction');

test('the voice is the unchanged program, the data of four languages, its licence and its source', () => {
  withPackages();
  const files = voiceFiles(folder);
  const original = join(folder, 'node_modules/@echogarden/espeak-ng-emscripten');
  expect(files?.get('espeak-ng.js')).toEqual(readFileSync(join(original, 'espeak-ng.js')));
  expect(files?.get('COPYING.txt')?.toString()).toContain('GNU GENERAL PUBLIC LICENSE');
  expect(files?.get('SOURCE.txt')?.toString()).toMatch(/espeak-ng-emscripten 0\..*https:/s);
  const size = files?.get('espeak-ng.data')?.length ?? 0;
  const { slices } = JSON.parse(files?.get('espeak-ng.json')?.toString() ?? '');
  expect(slices).toHaveLength(12);
  expect(size).toBeGreaterThan(1_000_000);
  expect(size).toBeLessThan(2_000_000);
});

test('the installer’s voice is read from its folder, without the package', () => {
  withPackages();
  buildVoice(folder);
  const built = readVoice(folder);
  rmSync(join(folder, 'node_modules'));
  expect(readVoice(folder)).toEqual(built);
  expect([...built.keys()]).toContain('voice/espeak-ng.js');
});

test('without the package the build writes no voice files and the kiosk reads none', () => {
  expect(readVoice(folder).size).toBe(0);
  buildVoice(folder);
  expect(existsSync(join(folder, 'dist/voice'))).toBe(true);
  expect(readdirSync(join(folder, 'dist/voice'))).toEqual([]);
  expect(readVoice(folder).size).toBe(0);
});
