import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { RUN_FOLDER, temporaryFolder } from './run-folder.ts';
import { giveKeys, seededData } from './seeded-data.ts';

/* Services of one worker that start at the same time, in a run that has no seeded data yet. */

const run = mkdtempSync(join(temporaryFolder(), 'tillkit-run-'));
const copies: string[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of [run, ...copies]) rmSync(folder, { recursive: true, force: true });
});

const seedings = () => readdirSync(run).filter((name) => name.startsWith('seeding-'));
const contents = (folder: string, pattern: RegExp) =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

it('services that start at the same time seed the data once, with real keys', async () => {
  vi.stubEnv(RUN_FOLDER, run);
  const keys = join(run, 'keys');
  const all = Promise.all([seededData(), seededData(), giveKeys(keys)]);
  const begun = seedings();
  for (const one of await all) if (one?.data.kind === 'directory') copies.push(one.data.path);
  expect(begun).toHaveLength(1);
  expect(seedings()).toEqual([]);
  expect(new Set(copies).size).toBe(2);
  const given = contents(keys, /\.json$/);
  expect(given.length).toBeGreaterThan(1);
  for (const folder of copies) {
    expect(contents(folder, /(-keys|^demo-.*)\.json$/)).toEqual(given);
  }
  // The folder of the keys that only the faster cryptography makes.
  expect(existsSync(join(run, 'rsa-keys'))).toBe(false);
});
