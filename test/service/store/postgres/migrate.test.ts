import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../../service/store/postgres/migrate.ts';
import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import { SQLITE_MIGRATIONS } from '../../../../service/store/sqlite/migrations/index.ts';
import { createSystemClock } from '../../../../shared/node/system-clock.ts';
import { ownPostgres, type TestDatabase } from '../../../support/postgres/shared.ts';
import { rawPostgres } from '../../../support/raw.ts';

const databases: TestDatabase[] = [];
async function made(kind: 'empty' | 'ready') {
  const database = await ownPostgres(kind);
  databases.push(database);
  return database.url;
}
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

const parts = { wall: createSystemClock(), self: 'test' };

async function change(url: string, sql: string) {
  const raw = await rawPostgres(url);
  await raw.exec(sql);
  await raw.close();
}

describe('the schema on PostgreSQL', () => {
  it('has the tables and columns of the embedded database, except those that each has alone', async () => {
    const embedded = new DatabaseSync(':memory:');
    for (const { up } of SQLITE_MIGRATIONS) embedded.exec(up);
    const own = embedded
      .prepare(
        `SELECT t.name AS table_name, c.name AS column_name FROM sqlite_master AS t
          JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'`,
      )
      .all()
      .map((row) => `${row.table_name}.${row.column_name}`);
    const raw = await rawPostgres(await made('ready'));
    const rows = await raw.rows(`SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> 'migration'`);
    await raw.close();
    const there = rows.map((row) => `${row.table_name}.${row.column_name}`);
    expect(own.filter((column) => !there.includes(column))).toEqual(['payment.log_seqs']);
    expect(there.filter((column) => !own.includes(column)).sort()).toEqual([
      'payment.lease_until',
      'permission_request.lease_until',
      'settlement_schedule.lease_until',
    ]);
  });

  it('compares every text by its bytes', async () => {
    const raw = await rawPostgres(await made('ready'));
    const rows = await raw.rows(`SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> 'migration' AND data_type = 'text'
        AND collation_name IS DISTINCT FROM 'C'`);
    await raw.close();
    expect(rows).toEqual([]);
  });

  it('is created once by processes that start at the same time', async () => {
    const url = await made('empty');
    await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
    const raw = await rawPostgres(url);
    expect(await raw.rows('SELECT number, name FROM migration')).toEqual([
      { number: 1, name: 'initial' },
    ]);
    await raw.close();
  });
});

describe('a database that cannot be used is refused with a sentence', () => {
  it.each([
    ["INSERT INTO migration VALUES (99, 'future', 'x')", /newer version/],
    ["UPDATE migration SET checksum = 'x'", /Migration 1/],
  ])('after %s', async (sql, sentence) => {
    const url = await made('ready');
    await change(url, sql);
    await expect(openPostgresStore(url, parts)).rejects.toThrow(sentence);
  });

  it('if commits are acknowledged before they are durable', async () => {
    const url = await made('ready');
    const name = new URL(url).pathname.slice(1);
    await change(url, `ALTER DATABASE ${name} SET synchronous_commit = off`);
    await expect(openPostgresStore(url, parts)).rejects.toThrow(/synchronous_commit/);
  });

  it('if it is unreachable', async () => {
    const nowhere = 'postgres://postgres@127.0.0.1:1/none';
    await expect(openPostgresStore(nowhere, parts)).rejects.toThrow(/cannot be reached/);
  });
});
