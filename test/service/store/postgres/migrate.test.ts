import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { NO_EFFECTS } from '../../../../service/store/effects.ts';
import { migrate } from '../../../../service/store/postgres/migrate.ts';
import { POSTGRES_MIGRATIONS } from '../../../../service/store/postgres/migrations/index.ts';
import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import { Servers } from '../../../../service/store/postgres/servers.ts';
import type { SharedMigration } from '../../../../service/store/postgres/versions.ts';
import { SQLITE_MIGRATIONS } from '../../../../service/store/sqlite/migrations/index.ts';
import { createSystemClock } from '../../../../shared/node/system-clock.ts';
import { until } from '../../../support/last-resort.ts';
import { CUSTOMER, MERCHANT } from '../../../support/payments.ts';
import { ownPostgres, type TestDatabase } from '../../../support/postgres/shared.ts';
import { rawPostgres } from '../../../support/raw.ts';
import { newPayment } from './world.ts';

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

const NEXT: SharedMigration = {
  number: POSTGRES_MIGRATIONS.length + 1,
  name: 'colour',
  up: "ALTER TABLE merchant ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'",
  oldest: POSTGRES_MIGRATIONS.length + 1,
};
const BROKEN: SharedMigration = {
  number: NEXT.number + 1,
  name: 'broken',
  up: 'CREATE TABLE added (id TEXT); ALTER TABLE missing ADD COLUMN id TEXT',
  oldest: 1,
};
const UPGRADED = [...POSTGRES_MIGRATIONS, NEXT];

/** A database of this version that a service has used: a merchant, a customer and a payment. */
async function usedDatabase() {
  const url = await made('ready');
  const store = await openPostgresStore(url, parts);
  await store.merchants.put(MERCHANT);
  await store.customers.put(CUSTOMER);
  await store.payments.create(newPayment(), NO_EFFECTS);
  await store.close();
  const raw = await rawPostgres(url);
  const tables = async () => ({
    merchant: await raw.rows('SELECT * FROM merchant'),
    customer: await raw.rows('SELECT * FROM customer'),
    payment: await raw.rows('SELECT * FROM payment'),
  });
  const steps = () => raw.rows('SELECT number, name FROM migration ORDER BY number');
  return { url, raw, tables, steps };
}

async function change(url: string, sql: string) {
  const raw = await rawPostgres(url);
  await raw.exec(sql);
  await raw.close();
}

describe('the schema on PostgreSQL', () => {
  it('has the tables and columns of the embedded database, except four known columns', async () => {
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

  it('compares every text column by its bytes', async () => {
    const raw = await rawPostgres(await made('ready'));
    const rows = await raw.rows(`SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> 'migration' AND data_type = 'text'
        AND collation_name IS DISTINCT FROM 'C'`);
    await raw.close();
    expect(rows).toEqual([]);
  });

  it('is created once by processes that start at the same time', async () => {
    const url = await made('empty');
    await Promise.all(Array.from({ length: 4 }, () => migrate(new Servers(url))));
    const raw = await rawPostgres(url);
    const steps = POSTGRES_MIGRATIONS.map(({ number, name }) => ({ number, name }));
    expect(await raw.rows('SELECT number, name FROM migration ORDER BY number')).toEqual(steps);
    await raw.close();
  });
});

describe('a new migration', () => {
  it('is applied once by processes that start together, and keeps the rows', async () => {
    const { url, raw, tables, steps } = await usedDatabase();
    const before = await tables();
    expect([before.merchant.length, before.payment.length]).toEqual([1, 1]);
    await Promise.all(Array.from({ length: 4 }, () => migrate(new Servers(url), UPGRADED)));
    expect((await steps()).at(-1)).toEqual({ number: NEXT.number, name: 'colour' });
    const merchant = before.merchant.map((row) => ({ ...row, colour: 'red' }));
    expect(await tables()).toEqual({ ...before, merchant });
    await raw.close();
    await expect(openPostgresStore(url, parts)).rejects.toThrow(/newer version/);
  });

  it('does not change the schema or the rows if a later migration fails', async () => {
    const { url, raw, tables, steps } = await usedDatabase();
    const before = await tables();
    await expect(migrate(new Servers(url), [...UPGRADED, BROKEN])).rejects.toThrow(/missing/);
    expect(await steps()).toHaveLength(POSTGRES_MIGRATIONS.length);
    expect(await raw.rows("SELECT 1 FROM pg_tables WHERE tablename = 'added'")).toEqual([]);
    expect(await tables()).toEqual(before);
    await raw.close();
    await (await openPostgresStore(url, parts)).close();
  });
});

describe('an index of a new step', () => {
  const INDEXED: readonly SharedMigration[] = [
    ...POSTGRES_MIGRATIONS,
    {
      number: NEXT.number,
      name: 'merchant-by-name',
      up: 'CREATE INDEX IF NOT EXISTS merchant_by_name ON merchant (name)',
      index: 'merchant_by_name',
      oldest: 1,
    },
  ];
  const VALID = `SELECT indisvalid FROM pg_index
    WHERE indexrelid = to_regclass('merchant_by_name')`;
  const WAITING = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%'
    AND datname = current_database() AND wait_event_type = 'Lock'`;

  /** Starts the upgrade while a transaction that has written a merchant is open. */
  async function building() {
    const used = await usedDatabase();
    const writer = await rawPostgres(used.url);
    await writer.exec("BEGIN; UPDATE merchant SET name = 'open'");
    const upgrade = migrate(new Servers(used.url), INDEXED);
    const [waiting] = await until(
      () => used.raw.rows(WAITING),
      (rows) => rows.length > 0,
    );
    return { ...used, writer, upgrade, pid: waiting?.pid };
  }

  it('is built while other connections write to the table', async () => {
    const { raw, steps, writer, upgrade } = await building();
    await raw.exec("SET lock_timeout = '10s'; UPDATE merchant SET terms = terms WHERE false");
    await writer.exec('COMMIT');
    await upgrade;
    expect(await raw.rows(VALID)).toEqual([{ indisvalid: 1 }]);
    expect((await steps()).at(-1)).toEqual({ number: NEXT.number, name: 'merchant-by-name' });
    await Promise.all([writer.close(), raw.close()]);
  });

  it('is built again if its build was interrupted', async () => {
    const { url, raw, steps, writer, upgrade, pid } = await building();
    // Awaited from here on: the connection can end before the server answers the one that ended it.
    const interrupted = expect(upgrade).rejects.toThrow();
    await raw.exec(`SELECT pg_terminate_backend(${pid})`);
    await interrupted;
    await writer.exec('COMMIT');
    expect(await raw.rows(VALID)).toEqual([{ indisvalid: 0 }]);
    expect(await steps()).toHaveLength(POSTGRES_MIGRATIONS.length);
    await migrate(new Servers(url), INDEXED);
    expect(await raw.rows(VALID)).toEqual([{ indisvalid: 1 }]);
    await Promise.all([writer.close(), raw.close()]);
  });

  it('is built once by processes that start together', async () => {
    const { url, raw, steps } = await usedDatabase();
    await Promise.all(Array.from({ length: 4 }, () => migrate(new Servers(url), INDEXED)));
    expect(await raw.rows(VALID)).toEqual([{ indisvalid: 1 }]);
    expect((await steps()).at(-1)).toEqual({ number: NEXT.number, name: 'merchant-by-name' });
    await raw.close();
  });
});

describe('a database that cannot be used', () => {
  it.each([
    ["INSERT INTO migration VALUES (99, 'future', 'x', 99)", /newer version/],
    ["UPDATE migration SET checksum = 'x'", /Migration 1/],
  ])('is refused with the reason after %s', async (sql, sentence) => {
    const url = await made('ready');
    await change(url, sql);
    await expect(openPostgresStore(url, parts)).rejects.toThrow(sentence);
  });

  it('is refused if it acknowledges commits before they are durable', async () => {
    const url = await made('ready');
    const name = new URL(url).pathname.slice(1);
    await change(url, `ALTER DATABASE ${name} SET synchronous_commit = off`);
    await expect(openPostgresStore(url, parts)).rejects.toThrow(/synchronous_commit/);
  });

  it('is refused if it is unreachable', async () => {
    const nowhere = 'postgres://postgres@127.0.0.1:1/none';
    await expect(openPostgresStore(nowhere, parts)).rejects.toThrow(/cannot be reached/);
  });
});
