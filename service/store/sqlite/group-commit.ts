import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { FairQueue } from '../../../shared/limits/fair-queue.ts';
import {
  activeSpan,
  outsideSpans,
  type RecordedSpan,
} from '../../../shared/node/tracing/tracing.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type Act, presentAct } from '../acts.ts';
import type { CommitReports } from '../commit-health.ts';
import { afterQuietTurn } from '../quiet-turn.ts';
import { ACT_SQL, actRow } from '../sql/act-tables.ts';
import { readInteger } from '../sql/rows.ts';
import { READINESS } from '../store.ts';
import { StoreBusy, StoreUnavailable } from '../store-errors.ts';
import { addCommit, type StoreWatch } from '../store-watch.ts';
import type { ReadyDatabase } from './database.ts';

type Waiting = {
  readonly owner: string;
  /** May run more than once, each time after a rollback of the previous run. */
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** The recorded request that writes. */
  readonly span: RecordedSpan | null;
};

/** The callbacks to run after a commit, and whether it changed a row. */
type Committed = { readonly result: readonly (() => void)[]; readonly changed: boolean };

/** Hooks around everything that is rolled back together: a whole batch, or a single mutation. */
export type TransactionHooks = {
  /** Before it begins: state of the previous run may be invalid after a rollback. */
  readonly begun: () => void;
  /** At its end, inside the transaction. */
  readonly ending: () => void;
};

/**
 * The single writer. Every mutation that arrives during a commit shares the next transaction, and a
 * failing one is rolled back alone. A promise resolves only after the commit, so an acknowledged
 * write is on the disk.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #own: Pick<ReadyDatabase, 'files' | 'count'>;
  readonly #statement: Readonly<
    Record<'begin' | 'commit' | 'rollback' | 'save' | 'keep' | 'undo' | 'changes', StatementSync>
  >;
  readonly #around: TransactionHooks[] = [];
  /**
   * By owner: each commit takes from all waiting owners in turn, so that one owner's load does not
   * delay others.
   */
  readonly #queue = new FairQueue<Waiting>(LIMITS.writeQueueMax, LIMITS.writeQueueShareMax);
  readonly #onCommit: StoreWatch['onCommit'] | undefined;
  readonly #reports: CommitReports | undefined;
  /** Prepared at the first act. */
  #putAct: StatementSync | null = null;
  #scheduled = false;
  #closed = false;

  constructor(
    own: Omit<ReadyDatabase, 'close'>,
    onCommit?: StoreWatch['onCommit'],
    reports?: CommitReports,
  ) {
    this.#onCommit = onCommit;
    this.#reports = reports;
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
      changes: database.prepare('SELECT total_changes() AS number'),
    };
  }

  /**
   * Runs `mutate` in the next transaction. It may run again when another mutation of its batch
   * fails, so it must change nothing but the database. `owner` is the merchant of the write, or
   * another name of a queue. Rejects with `StoreBusy` when too many writes of this owner wait, or
   * with `StoreUnavailable`.
   */
  write<T>(owner: string, mutate: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the store is closed'));
    return new Promise<T>((resolve, reject) => {
      // The queue holds mutations of different types; this pair is the only place that knows the
      // type.
      let result: T;
      const act = presentAct();
      const run = () => {
        const before = act === null ? 0 : this.#changes();
        result = mutate();
        if (act !== null && this.#changes() !== before) this.#keepAct(act);
      };
      const waiting = { owner, run, resolve: () => resolve(result), reject, span: activeSpan() };
      const taken = this.#queue.push(owner, waiting);
      if (taken) this.#schedule();
      else reject(new StoreBusy());
    });
  }

  #keepAct(act: Act): void {
    this.#putAct ??= this.#database.prepare(ACT_SQL.put);
    this.#putAct.run(...actRow(act));
  }

  around(work: TransactionHooks): void {
    this.#around.push(work);
  }

  /** Commits the waiting mutations and accepts no more. */
  close(): void {
    this.#closed = true;
    while (this.#queue.size > 0) this.#flush();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    outsideSpans(() =>
      afterQuietTurn(
        () => this.#queue.size,
        () => this.#turn(),
      ),
    );
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
      const spans = batch.flatMap(({ span }) => span ?? []);
      const timed = this.#onCommit !== undefined || spans.length > 0;
      const begun = timed ? performance.now() : 0;
      const { result: results, changed } = this.#commit(batch);
      // A batch without a change wrote nothing, and the readiness check's own write is not a caller's.
      if (changed && batch.every(({ owner }) => owner !== READINESS)) this.#reports?.committed();
      if (timed) {
        this.#onCommit?.(batch.length, performance.now() - begun);
        addCommit(spans, begun, batch.length);
      }
      for (const done of results) done();
    } catch (error) {
      this.#reports?.refused(error);
      for (const waiting of batch) waiting.reject(error);
    }
  }

  /**
   * Commits the batch and returns the callbacks to run after it. Nearly every mutation succeeds, so
   * the first try has no savepoints. When one fails, all are rolled back and run again, each in a
   * savepoint.
   */
  #commit(batch: readonly Waiting[]): Committed {
    try {
      return this.#transaction(() => this.#within(() => batch.map(bare)));
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      return this.#transaction(() => batch.map((waiting) => this.#guarded(waiting)));
    }
  }

  #transaction<T>(work: () => T): { readonly result: T; readonly changed: boolean } {
    const { files, count } = this.#own;
    files.assertUsable();
    try {
      this.#statement.begin.run();
      const before = this.#changes();
      const result = work();
      // SQLite writes nothing for a batch that changed nothing, such as a sweep; the count must not.
      const changed = this.#changes() !== before;
      if (changed) count.count();
      this.#statement.commit.run();
      // Writes into a moved file are not acknowledged.
      files.assertWhole();
      if (changed) count.committed();
      return { result, changed };
    } catch (error) {
      if (this.#database.isTransaction) this.#statement.rollback.run();
      throw error;
    }
  }

  /** Number of rows that this connection has inserted, changed or removed. */
  #changes(): number {
    return readInteger(this.#statement.changes.get() ?? {}, 'number');
  }

  #within<T>(work: () => T): T {
    for (const { begun } of this.#around) begun();
    const result = work();
    for (const { ending } of this.#around) ending();
    return result;
  }

  /** Runs one mutation; a failure rolls back only its own writes. */
  #guarded(waiting: Waiting): () => void {
    this.#statement.save.run();
    try {
      this.#within(waiting.run);
      this.#statement.keep.run();
      return () => waiting.resolve();
    } catch (error) {
      // On a full disk SQLite rolls everything back: then the whole batch has failed.
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
