import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readInteger } from '../sql/rows.ts';
import { StoreUnavailable } from '../store-errors.ts';
import { CommitMark, closedFileAt, type MarkContent } from './commit-mark.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS commit_count (
  one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL
) STRICT;
INSERT INTO commit_count VALUES (1, 0) ON CONFLICT DO NOTHING`;

/** How many commits a database says it has; null in one that never counted. */
export function commitsIn(database: DatabaseSync): number | null {
  const table = `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'commit_count'`;
  if (database.prepare(table).get() === undefined) return null;
  const row = database.prepare('SELECT number FROM commit_count').get();
  return row === undefined ? null : readInteger(row, 'number');
}

/** Counts commits twice: in the commit itself, and after it in a file of its own. */
export class CommitCount {
  readonly #next: StatementSync;
  readonly #mark: CommitMark;
  #number: number;

  constructor(database: DatabaseSync, path: string, before: MarkContent | null) {
    database.exec(TABLE);
    this.#number = commitsIn(database) ?? 0;
    this.#next = database.prepare('UPDATE commit_count SET number = ?');
    this.#mark = new CommitMark(path, before);
    this.#mark.write(this.#number, { state: 'open', file: null });
  }

  /** How many are committed. */
  get commits(): number {
    return this.#number;
  }

  /** Inside a transaction, at its end. */
  count(): void {
    this.#next.run(this.#number + 1);
  }

  /** After its commit, before anything is acknowledged. Throws `StoreUnavailable`. */
  committed(): void {
    this.#number += 1;
    try {
      this.#mark.write(this.#number, { state: 'open', file: null });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new StoreUnavailable(`the mark of the database cannot be written: ${why}`);
    }
  }

  /** After the database was closed. */
  close(path: string, damaged: boolean): void {
    const file = damaged ? null : closedFileAt(path);
    this.#mark.write(this.#number, { state: damaged ? 'damaged' : 'closed', file });
    this.#mark.close();
  }
}
