import { SERVICE } from '../owners.ts';
import { readText } from '../sql/rows.ts';
import type { PostgresDatabase } from './database.ts';
import { statement } from './statements.ts';

/** Writes of this process after which the server looks at its tables again. */
const LOOK_AFTER: readonly number[] = [100, 1_000, 10_000];
/** Rows of a table that the server knows well enough; from then on its own looks are soon enough. */
const WELL_KNOWN = 10_000;

const LITTLE_KNOWN = statement(
  `SELECT quote_ident(relname) AS name FROM pg_class
    WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind = 'r'
      AND reltuples < CAST(? AS BIGINT) AND pg_relation_size(oid) > 0`,
);

/**
 * Lets the server look at tables that it has planned for while they were empty. Until then all
 * indexes of a table look alike to it: it may find a payment by walking through all that its
 * merchant ever made, and keeps to that plan. The server looks by itself only after a minute or so,
 * which is tens of thousands of payments too late.
 */
export class Planner {
  readonly #database: PostgresDatabase;
  #written = 0;
  #next = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  /** After a commit of so many writes. */
  wrote(count: number): void {
    this.#written += count;
    const at = LOOK_AFTER[this.#next];
    if (at === undefined || this.#written < at) return;
    this.#next += 1;
    // Whoever asks waits for none of it, and works without it.
    this.#looking = this.#looking.then(() => this.#look()).catch(() => {});
  }

  /** Resolves when it does nothing any more. */
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
