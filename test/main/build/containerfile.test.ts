import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layOut } from '../../../main/build/service-deb.ts';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { takePort } from '../../support/free-port.ts';

/*
 * The Containerfile without a container: what it copies is in the tree that `npm run pack:service` lays
 * out, and its command and its health check run on that tree with its environment.
 */

const FILE = join(packageRoot(), 'main/build/service-deb/Containerfile');
/** Instructions with their arguments, in order. */
const lines = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^([A-Z]+) (.+)$/.exec(line))
  .map((match) => [match?.[1] ?? '', match?.[2] ?? ''] as const);
const all = (name: string) => lines.filter(([one]) => one === name).map(([, words]) => words);
const environment = Object.fromEntries(
  all('ENV').flatMap((words) => words.split(' ').map((one) => one.split('=', 2))),
);

const folder = mkdtempSync(join(tmpdir(), 'tillkit-image-'));
const tree = join(folder, 'tree');
beforeAll(() => layOut(packageRoot(), tree));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command of the Containerfile as it is in the tree. */
const commandOf = (json: string): readonly string[] =>
  JSON.parse(json).map((word: string) => (word.startsWith('/usr/') ? tree + word : word));

describe('the Containerfile', () => {
  it('has known instructions, a pinned base, a user without rights and no secret', () => {
    const known = 'ARG FROM COPY RUN USER ENV VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT';
    const names = new Set(lines.map(([name]) => name));
    expect([...names].sort()).toEqual(known.split(' ').sort());
    expect(all('ARG')).toEqual([
      expect.stringMatching(/^BASE=docker\.io\/library\/debian:12\.\d+-slim$/),
    ]);
    expect(all('USER')).toEqual(['10001:10001']);
    expect(all('RUN')).toEqual([`install -d -o 10001 -g 10001 -m 0700 ${all('VOLUME')[0]}`]);
    expect(environment.TILLKIT_DATA).toBe(all('VOLUME')[0]);
    // Without it the runtime looks for the user in /etc/passwd, and the service does not start.
    expect(environment.HOME).toBe(all('VOLUME')[0]);
    expect(environment.TILLKIT_PORT).toBe(all('EXPOSE')[0]);
    expect(all('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(readFileSync(FILE, 'utf8')).not.toMatch(/secret|password|token|_KEY/i);
  });

  it('copies files of the package tree to the same path in the image', () => {
    for (const words of all('COPY')) {
      const [from = '', to = ''] = words.split(' ');
      expect(existsSync(join(tree, from)), from).toBe(true);
      expect(to).toBe(`/${from}`);
    }
  });

  it('has a command that starts on a new volume, passes its health check and ends on SIGTERM', async () => {
    const data = join(folder, 'volume');
    const place = {
      TILLKIT_DATA: data,
      TILLKIT_HOST: '127.0.0.1',
      TILLKIT_PORT: `${await takePort()}`,
    };
    // Nothing of this machine's environment, as in a container.
    const env = { ...environment, ...place };
    const [program = '', ...args] = commandOf(all('ENTRYPOINT')[0] ?? '[]');
    const service = spawn(program, [...args, '--ready-json'], { env, cwd: '/' });
    const [line] = await once(createInterface(service.stdout), 'line');
    const { port } = new URL(JSON.parse(String(line)).base_url);
    const health = all('HEALTHCHECK')[0] ?? '';
    const [check = '', ...words] = commandOf(health.slice(health.indexOf('[')));
    const healthy = (at: string) =>
      promisify(execFile)(check, words, { env: { ...env, TILLKIT_PORT: at } });
    await healthy(port);
    const pages = await fetch(`http://127.0.0.1:${port}/w/`);
    expect(await pages.text()).toContain('/wallet/assets/');
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(healthy(port)).rejects.toMatchObject({ code: 1 });
    expect(existsSync(join(data, 'tillkit.db'))).toBe(true);
  });
});
