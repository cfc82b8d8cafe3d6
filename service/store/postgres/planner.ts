import { readText } from '../sql/rows.ts';
import { SERVICE } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { statement } from './statements.ts';

/** Numbers of writes of this process after which the server analyses its tables again. */
const LOOK_AFTER: readonly number[] = [100, 1_000, 10_000];
/** Number of rows above which the server's own statistics are sufficient. */
const WELL_KNOWN = 10_000;

const LITTLE_KNOWN = statement(
  `SELECT quote_ident(relname) AS name FROM pg_class
    WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind = 'r'
      AND reltuples < CAST(? AS BIGINT) AND pg_relation_size(oid) > 0`,
);

/**
 * Makes the server analyse tables that it has planned for while they were empty. Without statistics
 * the server rates all indexes of a table equally: it may find a payment by scanning all payments of
 * its merchant, and it keeps that plan. The server analyses by itself only after about a minute, which is
 * tens of thousands of payments too late.
 */
export class Planner {
  readonly #database: PostgresDatabase;
  #written = 0;
  #next = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  /** Called after a commit with this number of writes. */
  wrote(count: number): void {
    this.#written += count;
    const at = LOOK_AFTER[this.#next];
    if (at === undefined || this.#written < at) return;
    this.#next += 1;
    // Runs in the background; no request waits for it.
    this.#looking = this.#looking.then(() => this.#look()).catch(() => {});
  }

  /** Resolves when no analysis is in progress. */
  async close(): Promise<void> {
    this.#next = LOOK_AFTER.length;
    await this.#looking;
  }

  async #look(): Promise<void> {
    const tables = await this.#database.all(LITTLE_KNOWN, WELL_KNOWN);
    const names = tables.map((row) => readText(row, 'name'));
    if (names.length === 0) return;
    await this.#database
      .writesOf(SERVICE)
      .run({ name: '', text: `ANALYZE (SKIP_LOCKED) ${names.join(', ')}` });
  }
}
