import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { StoreBusy, StoreUnavailable } from '../store-errors.ts';
import { sqliteCode } from './database.ts';

type Waiting = {
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * The one writer. Every mutation that arrives while a commit is under way shares the next
 * transaction, each in a savepoint of its own; a promise resolves only after the commit, so an
 * acknowledged write is on the disk (design, section 4).
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #statement: Readonly<
    Record<'begin' | 'commit' | 'save' | 'keep' | 'undo', StatementSync>
  >;
  #queue: Waiting[] = [];
  #scheduled = false;
  #closed = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statement = {
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      save: database.prepare('SAVEPOINT one'),
      keep: database.prepare('RELEASE one'),
      undo: database.prepare('ROLLBACK TO one'),
    };
  }

  /** Runs `mutate` in the next transaction. Rejects with `StoreBusy` or `StoreUnavailable`. */
  write<T>(mutate: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the store is closed'));
    if (this.#queue.length >= LIMITS.writeQueueMax) return Promise.reject(new StoreBusy());
    return new Promise<T>((resolve, reject) => {
      // The queue holds mutations of many types; this pair is the only place that knows one.
      let result: T;
      const run = () => {
        result = mutate();
      };
      this.#queue.push({ run, resolve: () => resolve(result), reject });
      this.#schedule();
    });
  }

  /** Commits what is waiting and takes no more. */
  close(): void {
    this.#closed = true;
    while (this.#queue.length > 0) this.#flush();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // One more look at the sockets before the commit: those whose replies left with the last one
    // have asked again by now, and share this one. A lone writer waits microseconds for it.
    setImmediate(() => setImmediate(() => this.#turn()));
  }

  #turn(): void {
    this.#scheduled = false;
    this.#flush();
    if (this.#queue.length > 0) this.#schedule();
  }

  #flush(): void {
    const batch = this.#queue.slice(0, LIMITS.writeBatchMax);
    this.#queue = this.#queue.slice(batch.length);
    if (batch.length === 0) return;
    const settle: (() => void)[] = [];
    try {
      this.#statement.begin.run();
      for (const waiting of batch) settle.push(this.#step(waiting, batch.length > 1));
      this.#statement.commit.run();
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      const refused = unavailable(error);
      for (const waiting of batch) waiting.reject(refused);
      return;
    }
    for (const done of settle) done();
  }

  /** Runs one mutation; only its own work is undone when it fails. */
  #step(waiting: Waiting, shared: boolean): () => void {
    if (!shared) {
      waiting.run();
      return () => waiting.resolve(undefined);
    }
    this.#statement.save.run();
    try {
      waiting.run();
      this.#statement.keep.run();
      return () => waiting.resolve(undefined);
    } catch (error) {
      // A full disk makes SQLite roll everything back by itself: then the whole batch has failed.
      if (!this.#database.isTransaction || isFatal(error)) throw error;
      this.#statement.undo.run();
      this.#statement.keep.run();
      return () => waiting.reject(error);
    }
  }
}

const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_READONLY = 8;

function isFatal(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE_IOERR || code === SQLITE_FULL || code === SQLITE_READONLY;
}

function unavailable(error: unknown): unknown {
  if (!isFatal(error)) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new StoreUnavailable(`the database cannot be written: ${why}`);
}
