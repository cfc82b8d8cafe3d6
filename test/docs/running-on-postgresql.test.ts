import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import {
  CONTRACTED,
  EXPANDED,
  endAll,
  ends,
  LAST,
  newPlace,
  OLD,
  start,
} from '../resilience/postgres/upgrade-world.ts';
import { startTestService } from '../support/service.ts';

/* The commands for an upgrade in the guide on PostgreSQL, and the sentence that it quotes. */

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const GUIDE = read('docs/guides/running-on-postgresql.md');
const blocks = [...GUIDE.matchAll(/^ {3}```sh run\n([\s\S]*?)^ {3}```$/gm)].map(
  ([, code = '']) => code,
);
/** The text that a block gives to `psql`, which a machine with these tests may lack. */
const queries = blocks.flatMap(
  (code) => /psql "\$DATABASE" --command (["'])([\s\S]*)\1/.exec(code)?.[2] ?? [],
);

afterEach(endAll);

it('its queries show the processes with their steps, and the steps with their limits', async () => {
  const { url, raw } = await newPlace();
  await start(url, OLD);
  await start(url, EXPANDED);
  expect(queries).toHaveLength(2);
  const [processes = '', steps = ''] = queries;
  expect(await raw.rows(processes)).toMatchObject([
    { client_addr: '127.0.0.1', step: LAST },
    { client_addr: '127.0.0.1', step: LAST + 1 },
  ]);
  expect(await raw.rows(steps)).toEqual(
    EXPANDED.map(({ number, name, oldest }) => ({ number, name, oldest })),
  );
});

it('its sentence is the one that a start beside older processes fails with', async () => {
  const { url } = await newPlace();
  await start(url, OLD);
  await start(url, OLD);
  const quoted = /^> (2 processes[\s\S]*?)\n\n/m.exec(GUIDE)?.[1]?.replaceAll('\n> ', ' ') ?? '';
  const sentence = quoted.replace('10.0.0.4, 10.0.0.5', '127.0.0.1');
  await expect(start(url, CONTRACTED)).rejects.toMatchObject({ message: sentence });
});

it('its loop ends when the new process is ready', async () => {
  const service = await startTestService();
  ends.push(() => service.stop());
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-guide-'));
  ends.push(async () => rmSync(folder, { recursive: true, force: true }));
  const curl = fileURLToPath(new URL('../support/curl.ts', import.meta.url));
  writeFileSync(join(folder, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${curl}' "$@"\n`);
  chmodSync(join(folder, 'curl'), 0o755);
  const PATH = `${folder}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH, SERVICE: new URL(service.ready.base_url).origin };
  const [loop = ''] = blocks.filter((code) => code.includes('curl'));
  const { stdout } = await promisify(execFile)('sh', ['-c', loop], { env });
  expect(stdout).toContain('"ok"');
});
