import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../main/host/adapters/machine.ts';
import { runCommand } from '../main/start/run-till.ts';

/* The length of the README and the commands on a new machine, as far as this machine can check them. */

const read = (file: string) => readFileSync(join(packageRoot(), file), 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

it('the README has at most 120 lines', () => {
  expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(120);
});

describe('a new machine', () => {
  it('continuous integration runs both test commands and installs nothing by itself', () => {
    expect(read('README.md')).toMatch(/^npm ci && npm test$/m);
    expect(read('.ci/run').trim().split('\n').at(-1)).toBe(
      'npm ci && npm test && npm run test:full',
    );
    expect(read('.ci/run')).not.toMatch(/apt|dpkg|curl/);
  });

  it.each(['service', 'admin', 'terminal', 'build', 'build:screens', 'test', 'test:stress'])(
    'npm run %s on an older Node fails with one sentence that names the required Node',
    async (name) => {
      const [, file = ''] =
        /^node --import \.\/main\/bin\/needs-node\.js (\S+)/.exec(scripts[name] ?? '') ?? [];
      const older = "Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
      const first = [`data:text/javascript,${older}`, './main/bin/needs-node.js'];
      const { code, text } = await runCommand(
        file,
        [],
        first.flatMap((module) => ['--import', module]),
      ).ended;
      expect([code, text.trim()]).toEqual([
        1,
        'Tillkit needs Node 24 or newer; this is Node 20.20.2.',
      ]);
    },
  );
});
