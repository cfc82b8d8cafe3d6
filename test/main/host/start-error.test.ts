import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startFailure } from '../../../main/host/start-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillkit-start-'));
const file = join(folder, 'file');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true }));

const refused = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: refused`), { code }, path === undefined ? {} : { path });

it.each<[string, () => unknown, string]>([
  ['a file in place of a folder', () => mkdirSync(file, { recursive: true }), 'must be a folder'],
  ['a file on the way', () => mkdirSync(join(file, 'in'), { recursive: true }), 'must be a folder'],
  ['a folder in place of a file', () => openSync(folder, 'a'), 'must be a file'],
  [
    'a folder of another user',
    () => Promise.reject(refused('EACCES', file)),
    'may not read or write',
  ],
  ['a disk that cannot be written', () => Promise.reject(refused('EROFS', file)), 'another folder'],
  ['a port that is not allowed', () => Promise.reject(refused('EACCES')), 'does not allow it'],
])('%s is said in a sentence with the path', async (_, start, words) => {
  const failure = await Promise.resolve().then(start).catch(startFailure);
  expect(failure).toContain(words);
  if (words !== 'does not allow it') expect(failure).toContain(folder);
  expect(failure).not.toMatch(/E[A-Z]{4,}: file|E[A-Z]{4,}: illegal/);
});
