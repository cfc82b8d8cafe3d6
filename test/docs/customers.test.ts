import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createService, type Service } from '../../service/index.ts';
import { openAdmin } from '../service/admin/run-admin.ts';

/* The requests of the guide on customers, in its order, on a running service. */

const guide = readFileSync(new URL('../../docs/guides/customers.md', import.meta.url), 'utf8');
const [, commands = ''] = /^```sh run\n([\s\S]*?)^```$/m.exec(guide) ?? [];
const [, file = ''] = /^```\n(msisdn,[\s\S]*?)^```$/m.exec(guide) ?? [];
const { folder, data, done, stop } = openAdmin();
let service: Service;
let printed: readonly string[];

beforeAll(async () => {
  service = createService({ port: 0, log: 'silent', data: { kind: 'directory', path: data } });
  await service.start();
  const curl = fileURLToPath(new URL('../support/curl.ts', import.meta.url));
  writeFileSync(join(folder, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${curl}' "$@"\n`);
  chmodSync(join(folder, 'curl'), 0o755);
  writeFileSync(join(folder, 'customers.csv'), file);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, DIR: data };
  const ran = await promisify(execFile)('sh', ['-euc', commands], { env, cwd: folder });
  printed = ran.stdout.trim().split('\n');
});
afterAll(async () => {
  await service?.stop();
  stop();
});

it('every request of the guide has the result that the guide describes', () => {
  const ingrid = { msisdn: '4740000001', name: 'Ingrid Solheim' };
  const replies: unknown[] = printed.map((text) => JSON.parse(text));
  expect(replies).toMatchObject([
    { ...ingrid, status: 'active', allow_credit: false },
    { customers: [ingrid], next: null },
    ingrid,
    { ...ingrid, status: 'blocked' },
    { ...ingrid, status: 'active' },
    { ...ingrid, allow_credit: true },
    { created: 2, present: 0 },
    { id: expect.stringMatching(/^[a-z0-9]{8}$/) },
  ]);
  const exported: unknown = JSON.parse(readFileSync(join(folder, 'ingrid.json'), 'utf8'));
  expect(exported).toMatchObject({ customer: ingrid });
});

it('the commands read what the requests have changed', async () => {
  const lines = (await done('list-customers')).trim().split('\n').sort();
  expect(lines.map((line) => line.split('\t')[1]).sort()).toEqual(['', '4791234567', '4798765432']);
  expect(lines.find((line) => line.includes('\terased\t'))).not.toContain('Ingrid');
});
