import { afterAll, expect, it } from 'vitest';
import { openAdmin } from '../service/admin/run-admin.ts';
import { newPostgres } from '../support/postgres/shared.ts';
import { rawPostgres } from '../support/raw.ts';

const admin = openAdmin();
const database = await newPostgres();
afterAll(async () => {
  admin.stop();
  await database.drop();
});
const there = ['--database-url', database.url];

it('the operator creates and lists merchants on PostgreSQL', async () => {
  await admin.done('create-merchant', ...there, '--id', 'shop', '--name', 'Shop');
  expect(await admin.done('list-merchants', ...there)).toContain('shop');
  const raw = await rawPostgres(database.url);
  expect(await raw.rows('SELECT id FROM merchant')).toEqual([{ id: 'shop' }]);
  await raw.close();
});

it('the backup command refuses PostgreSQL, and commands refuse an invalid database address', async () => {
  expect(await admin.fails(2, 'backup', ...there, 'file')).toContain('its own tools');
  const other = ['--database-url', 'mysql://x'];
  expect(await admin.fails(2, 'list-merchants', ...other)).toContain('postgres://');
});
