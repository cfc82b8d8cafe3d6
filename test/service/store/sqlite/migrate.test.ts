import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Migration } from '../../../../service/store/schema-history.ts';
import { migrate } from '../../../../service/store/sqlite/migrate.ts';
import { SQLITE_MIGRATIONS } from '../../../../service/store/sqlite/migrations/index.ts';
import { openSqliteStore } from '../../../../service/store/sqlite/open.ts';
import { newDatabase } from '../../../support/payments.ts';

const NEXT: Migration = {
  number: SQLITE_MIGRATIONS.length + 1,
  name: 'colour',
  up: "ALTER TABLE merchant ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'",
};
const BROKEN: Migration = {
  number: NEXT.number + 1,
  name: 'broken',
  up: 'CREATE TABLE added (id TEXT) STRICT; ALTER TABLE missing ADD COLUMN id TEXT',
};

let place: ReturnType<typeof newDatabase>;
let database: DatabaseSync;
beforeEach(() => {
  place = newDatabase();
  database = new DatabaseSync(place.path);
  migrate(database);
  database.exec("INSERT INTO merchant (id, name, terms) VALUES ('shop', 'Shop', '{\"life\":1}')");
});
afterEach(() => {
  if (database.isOpen) database.close();
  place.remove();
});

const steps = () => database.prepare('SELECT number, name FROM migration ORDER BY number').all();

describe('the schema on SQLite', () => {
  it('is created once; a second start changes nothing', async () => {
    migrate(database);
    expect(steps()).toHaveLength(SQLITE_MIGRATIONS.length);
    database.close();
    const store = openSqliteStore(place.path);
    expect((await store.merchants.read('shop'))?.name).toBe('Shop');
    await store.close();
  });

  it('is brought up to date by a new migration, which keeps the rows', () => {
    migrate(database, [...SQLITE_MIGRATIONS, NEXT]);
    expect(steps().at(-1)).toEqual({ number: NEXT.number, name: 'colour' });
    const row = database.prepare('SELECT name, colour FROM merchant').get();
    expect(row).toEqual({ name: 'Shop', colour: 'red' });
  });

  it('does not change when one of several new migrations fails', () => {
    expect(() => migrate(database, [...SQLITE_MIGRATIONS, NEXT, BROKEN])).toThrow(/missing/);
    expect(steps()).toHaveLength(SQLITE_MIGRATIONS.length);
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE name = 'added'").all();
    expect(tables).toEqual([]);
  });

  it('of a newer version is refused', () => {
    migrate(database, [...SQLITE_MIGRATIONS, NEXT]);
    expect(() => migrate(database)).toThrow(/newer version/);
  });

  it('with a different history is refused', () => {
    database.exec("UPDATE migration SET checksum = 'x' WHERE number = 1");
    expect(() => migrate(database)).toThrow(/Migration 1 of the database/);
  });
});
