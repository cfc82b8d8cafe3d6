import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { FairQueue } from '../../../shared/limits/fair-queue.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { StoreBusy, StoreUnavailable } from '../store-errors.ts';
import type { OwnDatabase } from './database.ts';

type Waiting = {
  /** May run more than once, each time after everything of the time before was undone. */
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** What belongs to everything that is undone as one: a whole batch, or one mutation by itself. */
export type Around = {
  /** Before it begins: what is known of the one before may have been undone. */
  readonly begun: () => void;
  /** At its end, still inside. */
  readonly ending: () => void;
};

/**
 * The one writer. Every mutation that arrives while a commit is under way shares the next
 * transaction, and one that fails undoes itself alone; a promise resolves only after the commit, so
 * an acknowledged write is on the disk (design, section 4).
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #own: Pick<OwnDatabase, 'files' | 'count'>;
  readonly #statement: Readonly<
    Record<'begin' | 'commit' | 'rollback' | 'save' | 'keep' | 'undo', StatementSync>
  >;
  readonly #around: Around[] = [];
  /** By owner: each commit takes of all that wait in turn, so that nobody waits behind a flood. */
  readonly #queue = new FairQueue<Waiting>(LIMITS.writeQueueMax, LIMITS.writeQueueShareMax);
  #scheduled = false;
  #closed = false;

  constructor(own: Pick<OwnDatabase, 'database' | 'files' | 'count'>) {
    const { database } = own;
    this.#database = database;
    this.#own = own;
    this.#statement = {
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      rollback: database.prepare('ROLLBACK'),
      save: database.prepare('SAVEPOINT one'),
      keep: database.prepare('RELEASE one'),
      undo: database.prepare('ROLLBACK TO one'),
    };
  }

  /**
   * Runs `mutate` in the next transaction; it may run again when another of its batch fails, so it
   * changes nothing but the database. `owner` is the merchant whose write it is, or another name that
   * takes its turn. Rejects with `StoreBusy`, when too many of this owner wait, or `StoreUnavailable`.
   */
  write<T>(owner: string, mutate: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the store is closed'));
    return new Promise<T>((resolve, reject) => {
      // The queue holds mutations of many types; this pair is the only place that knows one.
      let result: T;
      const run = () => {
        result = mutate();
      };
      const taken = this.#queue.push(owner, { run, resolve: () => resolve(result), reject });
      if (taken) this.#schedule();
      else reject(new StoreBusy());
    });
  }

  around(work: Around): void {
    this.#around.push(work);
  }

  /** Commits what is waiting and takes no more. */
  close(): void {
    this.#closed = true;
    while (this.#queue.size > 0) this.#flush();
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
    if (this.#queue.size > 0) this.#schedule();
  }

  #flush(): void {
    const batch = this.#queue.take(LIMITS.writeBatchMax);
    if (batch.length === 0) return;
    try {
      for (const done of this.#commit(batch)) done();
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  }

  /**
   * Commits the batch and answers what is to be told to whom. Nearly every mutation succeeds, so
   * they run bare at first; when one fails, all are undone and run again, each in a savepoint.
   */
  #commit(batch: readonly Waiting[]): readonly (() => void)[] {
    try {
      return this.#transaction(() => this.#within(() => batch.map(bare)));
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      return this.#transaction(() => batch.map((waiting) => this.#guarded(waiting)));
    }
  }

  #transaction<T>(work: () => T): T {
    const { files, count } = this.#own;
    files.assertUsable();
    try {
      this.#statement.begin.run();
      const result = work();
      count.count();
      this.#statement.commit.run();
      // What was written into a file that is not in its place any more is not acknowledged.
      files.assertWhole();
      count.committed();
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#statement.rollback.run();
      throw error;
    }
  }

  #within<T>(work: () => T): T {
    for (const { begun } of this.#around) begun();
    const result = work();
    for (const { ending } of this.#around) ending();
    return result;
  }

  /** Runs one mutation; only its own work is undone when it fails. */
  #guarded(waiting: Waiting): () => void {
    this.#statement.save.run();
    try {
      this.#within(waiting.run);
      this.#statement.keep.run();
      return () => waiting.resolve();
    } catch (error) {
      // A full disk makes SQLite roll everything back by itself: then the whole batch has failed.
      if (!this.#database.isTransaction || error instanceof StoreUnavailable) throw error;
      this.#statement.undo.run();
      this.#statement.keep.run();
      return () => waiting.reject(error);
    }
  }
}

function bare(waiting: Waiting): () => void {
  waiting.run();
  return () => waiting.resolve();
}
