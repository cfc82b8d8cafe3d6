import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../support/last-resort.ts';
import { type Cluster, startCluster } from '../support/postgres/cluster.ts';
import { adminUrl } from '../support/postgres/server.ts';
import { runSql } from '../support/raw.ts';

/* The commands of the guide's appendix on a standby, in its order, on a primary, its standby and a service. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const guide = readFileSync(join(ROOT, 'docs/guides/running-on-postgresql.md'), 'utf8');
const [, section = ''] = /^## Appendix: promote a standby by hand\n(.*?)^## /ms.exec(guide) ?? [];

/** The blocks with this mark, without the indentation of a list. */
const blocks = (mark: string): readonly string[] =>
  [...section.matchAll(/^( *)```sh (\w+)\n([\s\S]*?)^ *```$/gm)]
    .filter(([, , found]) => found === mark)
    .map(([, indent = '', , text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));

let home = '';
let cluster: Cluster;
let service: ChildProcess | null = null;
let base = '';
let ports: readonly string[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tillkit-standby-'));
  cluster = await startCluster(home, { synchronous: false, name: 'db_2' });
  ports = cluster.servers.split(',').map((server) => server.split(':')[1] ?? '');
  const admin = adminUrl(cluster.primaryPort());
  await runSql(admin, 'CREATE ROLE tillkit LOGIN', 'CREATE DATABASE tillkit OWNER tillkit');
  for (const name of ['psql', 'curl']) {
    const file = join(ROOT, `test/support/${name}.ts`);
    writeFileSync(join(home, name), `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`);
    chmodSync(join(home, name), 0o755);
  }
});
afterAll(async () => {
  if (service !== null && service.exitCode === null) {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
  }
  await cluster?.stop();
  rmSync(home, { recursive: true, force: true });
});

/** The names of the guide, as they are here. */
const here = (text: string) =>
  text
    .replaceAll(/-h db-(\d)\.example/g, (_, at) => `-h 127.0.0.1 -p ${ports[Number(at) - 1]}`)
    .replaceAll(/db-(\d)\.example/g, (_, at) => `127.0.0.1:${ports[Number(at) - 1]}`)
    .replaceAll('https://pay.example', base)
    .replaceAll('/var/lib/tillkit', join(home, 'keys'))
    .replaceAll('npx tillkit service', `exec '${process.execPath}' '${ROOT}service/app/cli.ts'`);

async function run(commands: string | undefined): Promise<string> {
  const env = { ...process.env, PATH: `${home}:${process.env.PATH}` };
  return (await promisify(execFile)('sh', ['-euc', here(commands ?? 'false')], { env })).stdout;
}

it('the commands make the standby synchronous, start a service on both servers, and fail over', async () => {
  const [role, synchronous] = blocks('primary');
  await run(role);
  await until(
    () => run(synchronous),
    (printed) => printed === 't\ndb_2|streaming|quorum\n',
  );
  const [start = ''] = blocks('service');
  service = spawn('sh', ['-euc', `${here(start).trimEnd()} --port 0 --ready-json`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (service.stdout === null) throw new Error('the service has no output');
  const [line] = await once(createInterface(service.stdout), 'line');
  base = new URL(JSON.parse(String(line)).base_url).origin;
  const [check] = blocks('check');
  const ready = () => run(check).catch(() => '');
  const isReady = async () => JSON.parse(await until(ready, (text) => text !== ''));
  expect(await isReady()).toEqual({ status: 'ok' });

  await cluster.killPrimary();
  await until(ready, (text) => text === '');
  const [promote] = blocks('standby');
  expect(await run(promote)).toBe('t\nt\nf\n');
  expect(await isReady()).toEqual({ status: 'ok' });
});
