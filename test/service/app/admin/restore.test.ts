import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../service/store/sqlite/open.ts';
import { openAdmin } from '../../admin/run-admin.ts';

/* The commands of the guide on recovery, on a database that is damaged. */

const GUIDE = new URL('../../../../docs/guides/recovery.md', import.meta.url);
let admin: ReturnType<typeof openAdmin>;
let database = '';
beforeEach(async () => {
  admin = openAdmin();
  database = join(admin.data, 'tillkit.db');
  await admin.done('create-merchant', '--id', 'shop', '--name', 'Kaffebaren');
});
afterEach(() => admin.stop());

/** A command of the guide's blocks, without `npx tillkit admin` and the folder of the data. */
function named(name: string): readonly string[] {
  const commands = [...readFileSync(GUIDE, 'utf8').matchAll(/^npx tillkit admin (.*)$/gm)]
    .map(([, words = '']) => words.replace(' --data DIR', '').split(' '))
    .map((words) => words.map((word) => word.replace(/^\/safe/, admin.folder)));
  return commands.find(([first]) => first === name) ?? [];
}

it('a damaged database is moved aside with its log, and replaced by a backup', async () => {
  const { data, done, fails } = admin;
  const [file = ''] = named('restore').slice(1);
  await done('backup', file);
  writeFileSync(database, Buffer.alloc(40_960, 0xa5));
  expect(await fails(1, 'list-merchants')).toMatch(/tillkit\.db cannot be opened|is damaged/);
  expect(named('restore')).toEqual(['restore', file, '--replace']);
  expect(await done(...named('restore'))).toContain('sound; 1 merchants');
  expect(await done('list-merchants')).toContain('shop');
  const kept = readdirSync(data).find((name) => /^tillkit\.db\.before-\d+$/.test(name)) ?? '';
  expect(readFileSync(join(data, kept))[0]).toBe(0xa5);
});

it('a database that has lost commits is opened when the operator accepts the loss', async () => {
  const { done, fails } = admin;
  const older = readFileSync(database);
  await done('create-merchant', '--id', 'second', '--name', 'Another shop');
  writeFileSync(database, older);
  const refused = await fails(1, 'list-merchants');
  expect(refused).toMatch(/has lost \d+ acknowledged commits?/);
  expect(named('accept-loss')).toEqual(['accept-loss']);
  expect(await done(...named('accept-loss'))).toMatch(
    /^accepted that \d+ acknowledged commits? .* lost\n/,
  );
  expect(await done('list-merchants')).not.toContain('second');
  expect(await fails(1, 'accept-loss')).toContain('nothing is lost');
});

it('accept-loss is refused while a service uses the database', async () => {
  const { data, fails, run } = admin;
  const { code, err } = await run(['list-merchants', '--data', data]);
  expect([code, err]).toEqual([0, '']);
  const store = openSqliteStore(database);
  // While a service has the folder, every command is refused.
  expect(await fails(1, 'accept-loss')).toContain('Stop the service first.');
  await store.close();
});
