import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { OpenedData } from '../../service/app/core.ts';
import { readText } from '../../service/store/sql/rows.ts';
import { migrate } from '../../service/store/sqlite/migrate.ts';
import { storeOn } from '../../service/store/sqlite/open.ts';
import type { Store } from '../../service/store/store.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { hashOf } from './prng.ts';

/** The data of a service in memory. Many worlds use one place, one after the other. */
export type DataPlace = {
  /**
   * The data as `seed` made it at the first opening, without what earlier services have written. The
   * earlier service must be closed.
   */
  open(clock: Clock, seed: (store: Store) => Promise<void>): Promise<OpenedData>;
  remove(): void;
};

/** A place whose database is opened, and whose statements are prepared, only one time. */
export function createDataPlace(): DataPlace {
  const database = new PreparedOnce(':memory:');
  migrate(database);
  let reset: (() => void) | null = null;
  const storeAt = (clock: Clock) =>
    storeOn({ database, files: NO_FILES, count: NO_COUNT, close: () => undefined }, clock);
  return {
    async open(clock, seed) {
      if (reset === null) {
        const first = storeAt(clock);
        await seed(first);
        await first.close();
        reset = keepContent(database);
      } else reset();
      return { path: '', store: storeAt(clock), keys: KEYS, callbackKeys: NO_CALLBACKS };
    },
    remove: () => database.close(),
  };
}

/** Keeps each prepared statement, because preparing costs more than all queries of most worlds. */
class PreparedOnce extends DatabaseSync {
  readonly #statements = new Map<string, StatementSync>();

  override prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = super.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }
}

/** Copies every row and returns a function that restores them. */
function keepContent(database: DatabaseSync): () => void {
  dropDeleteTriggers(database);
  database.exec("ATTACH ':memory:' AS first");
  const tables = database
    .prepare(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
    .map((row) => readText(row, 'name'));
  for (const table of tables) {
    database.exec(`CREATE TABLE first."${table}" AS SELECT * FROM main."${table}"`);
  }
  const back = new Map(
    tables.map((table) => [
      table,
      [
        database.prepare(`DELETE FROM main."${table}"`),
        database.prepare(`INSERT INTO main."${table}" SELECT * FROM first."${table}"`),
      ],
    ]),
  );
  const rowsIn = (table: string) => `EXISTS (SELECT 1 FROM ${table})`;
  const isWritten = tables.map(
    (table) =>
      `SELECT '${table}' AS name WHERE ${rowsIn(`main."${table}"`)} OR ${rowsIn(`first."${table}"`)}`,
  );
  const written = database.prepare(isWritten.join(' UNION ALL '));
  return () => {
    // Tables refer to each other, so no order of the tables satisfies all foreign keys.
    database.exec('PRAGMA foreign_keys = OFF; BEGIN');
    for (const row of written.all()) {
      for (const statement of back.get(readText(row, 'name')) ?? []) statement.run();
    }
    database.exec('COMMIT; PRAGMA foreign_keys = ON');
  };
}

/**
 * Removes the triggers that forbid the deletion of ledger rows, because a reset deletes them. The service
 * never deletes such a row.
 */
function dropDeleteTriggers(database: DatabaseSync): void {
  const triggers = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%DELETE ON%'")
    .all();
  for (const row of triggers) database.exec(`DROP TRIGGER "${readText(row, 'name')}"`);
}

const NO_FILES = { assertUsable: () => undefined, assertWhole: () => undefined };
const NO_COUNT = { count: () => undefined, committed: () => undefined };

const unused = () => Promise.reject(new Error('a world has no key pairs'));
/** A number instead of a digest, because no caller in the simulation forges one. */
const KEYS: OpenedData['keys'] = {
  mac: (purpose, text) => String(hashOf(`${purpose}\n${text}`)).padStart(43, '0'),
  idToken: unused,
  prepare: unused,
};
const NO_CALLBACKS: OpenedData['callbackKeys'] = {
  signing: unused,
  published: unused,
  announce: unused,
  rotate: unused,
};
