import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { printedVersion, productVersion } from '../../../shared/node/version.ts';

const bin = join(packageRoot(), 'main/bin');
/** The sources of all commands, from the table of `tillkit`, and of `npm create tillkit`. */
const SOURCES = [
  ...readFileSync(join(bin, 'tillkit.js'), 'utf8').matchAll(/source: '([^']+)'/g),
].map(([, source = '']) => join(bin, source));

it('is the version of package.json', () => {
  expect(productVersion()).toBe(manifest.version);
});

it('is printed by every command, and nothing else is done', async () => {
  expect(SOURCES.length).toBeGreaterThan(9);
  const run = promisify(execFile);
  for (const source of [...SOURCES, join(bin, '../create/cli.ts')]) {
    const { stdout, stderr } = await run(process.execPath, [source, '--version']);
    expect([source, stdout, stderr]).toEqual([source, `${manifest.version}\n`, '']);
  }
});

it('is not printed for an option of another program behind `--`', () => {
  expect(printedVersion(['--till', 'a', '--', '--version'])).toBe(false);
  expect(printedVersion([])).toBe(false);
});
