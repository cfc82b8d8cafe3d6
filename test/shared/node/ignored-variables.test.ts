import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { ignoredVariables } from '../../../shared/node/ignored-variables.ts';

/* Every command names a variable of the service that it does not read, or refuses it. */

const bin = join(packageRoot(), 'main/bin');
const COMMANDS = [
  ...readFileSync(join(bin, 'tillkit.js'), 'utf8').matchAll(
    /'?([\w-]+)'?: \{\s+built[^}]*source: '([^']+)'/g,
  ),
].map(([, name = '', source = '']) => [name, join(bin, source)] as const);

it.each(COMMANDS)('tillkit %s does not ignore a mistyped variable silently', (name, source) => {
  const env = { ...process.env, TILLKIT_REGISTRATIN: 'open' };
  const readsVariables = name === 'service' || name === 'admin';
  const args = { service: ['--port', '0'], admin: ['list-merchants'] }[name] ?? ['--help'];
  const { status, stderr } = spawnSync(process.execPath, [source, ...args], {
    env,
    encoding: 'utf8',
  });
  expect(stderr).toContain('TILLKIT_REGISTRATIN');
  expect(status).toBe(readsVariables ? 2 : 0);
});

it('an environment without such variables gives no sentence', () => {
  expect(COMMANDS.length).toBeGreaterThan(9);
  expect(ignoredVariables({ PATH: '/bin', MY_TILLKIT_PORT: '1' })).toBeNull();
});
