import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../main/host/adapters/machine.ts';

/*
 * An older Node may start `npm ci` than the one in the packages, which runs the product. npm compares
 * `engines` with the older one, so the lock file omits `engines`; this test compares it with the one in
 * the packages.
 */

const Engines = z
  .union([z.object({ node: z.string().optional() }), z.array(z.string())])
  .optional();
const read = (file: string): unknown => JSON.parse(readFileSync(join(packageRoot(), file), 'utf8'));

const { packages, lockfileVersion } = z
  .object({
    lockfileVersion: z.number(),
    packages: z.record(z.string(), z.object({ engines: Engines, resolved: z.string().optional() })),
  })
  .parse(read('package-lock.json'));
const folders = Object.keys(packages).filter((folder) => folder !== '');

it('the lock file contains no `engines`', () => {
  const asking = folders.filter((folder) => packages[folder]?.engines !== undefined);
  expect(lockfileVersion).toBe(3);
  expect(asking, 'npm run lock takes `engines` out').toEqual([]);
});

it('the `engines` of every installed package allow the Node in the optional dependencies', () => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(read('package.json'));
  const [version = '', ...others] = new Set(Object.values(optionalDependencies));
  expect(others).toEqual([]);
  const installed = folders
    .map((folder) => `${folder}/package.json`)
    .filter((file) => existsSync(join(packageRoot(), file)));
  expect(installed.length).toBeGreaterThan(300);
  const wrong = installed.filter((file) => {
    const { engines } = z.object({ engines: Engines }).parse(read(file));
    const wanted = engines === undefined || Array.isArray(engines) ? undefined : engines.node;
    return wanted !== undefined && !satisfies(version, wanted);
  });
  expect(wrong).toEqual([]);
});

// npm reads the last of two members with the same name; a merge of two changes can leave both.
it('package.json has each member once', () => {
  const text = readFileSync('package.json', 'utf8');
  expect(`${JSON.stringify(JSON.parse(text), null, 2)}\n`).toBe(text);
});
