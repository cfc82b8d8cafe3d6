import { FairQueue } from '../../../shared/limits/fair-queue.ts';
import {
  activeSpan,
  outsideSpans,
  type RecordedSpan,
} from '../../../shared/node/tracing/tracing.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Clock, Instant } from '../../../shared/time/clock.ts';
import { type Act, presentAct } from '../acts.ts';
import type { CommitReports } from '../commit-health.ts';
import { actRow } from '../sql/act-tables.ts';
import type { ChangeElsewhere, Effects } from '../store.ts';
import { hasWaited, StoreBusy, StoreUnavailable } from '../store-errors.ts';
import { addCommit, type StoreWatch } from '../store-watch.ts';
import { CommitDelay } from './commit-delay.ts';
import { closedStore, type PostgresDatabase, PUT_ACT } from './database.ts';
import { type Booking, Schedules, writeBookings } from './ledger-writer.ts';
import { type CommitNotices, NO_NOTICES, NOTIFY, type Notices, noticesOf } from './notices.ts';
import { writeDeliveries, writeEvents, writeTokens } from './outbox.ts';
import { isBehind, type WriteMode } from './payment-writer.ts';
import { Planner } from './planner.ts';
import type { Transaction } from './transaction.ts';

/** One write with its effects, in the same commit. */
export type Mutation = {
  readonly merchantId: string;
  readonly at: Instant;
  /** The notice to the other processes when it is written. */
  readonly changed: ChangeElsewhere | null;
  /**
   * Writes, and returns the effects to write with it; null when there was nothing to write. It may
   * run again, each time after a rollback of the previous run. Throws `Undone` when it wrote a part
   * and then lost a race.
   */
  readonly run: (transaction: Transaction) => Promise<Effects | null>;
};

/** Another writer was faster, and the writes of the mutation so far must be rolled back. */
export class Undone extends Error {
  override readonly name = 'Undone';
}

type Waiting = {
  readonly mutation: Mutation;
  /** The act of a person that the mutation is. */
  readonly act: Act | null;
  readonly resolve: (effects: Effects | null) => void;
  readonly reject: (error: unknown) => void;
  /** The recorded request that writes. */
  readonly span: RecordedSpan | null;
};
type Planned = Pick<Waiting, 'mutation' | 'act'>;
type Written = { readonly merchantId: string; readonly at: Instant; readonly effects: Effects };

/** Payments that two writers change at once are likely to be changed by both again. */
const RACES_AFTER_ONE = 16;

/** What a group commit needs of its process. */
type CommitsDeps = {
  readonly database: PostgresDatabase;
  readonly notices: Notices;
  /** Real time, for delays of commits. */
  readonly wall: Clock;
  readonly onCommit?: StoreWatch['onCommit'] | undefined;
  readonly reports: CommitReports;
};

/**
 * Group commit: mutations that arrive during a commit share the next transaction, and one flush of
 * the server's log. It is sent in one batch, which fails if a payment has another version; then it
 * is sent in two, first the compare-and-sets and then the effects of the successful ones. If one
 * fails for another reason, all are rolled back and each runs separately.
 */
export class Commits {
  readonly #database: PostgresDatabase;
  readonly #notices: Notices;
  readonly #schedules = new Schedules();
  readonly #planner: Planner;
  readonly #delay: CommitDelay;
  /** Number of next commits that use the confirmed mode, because one has lost a race. */
  #races = 0;
  /**
   * By merchant: each commit takes from all waiting merchants in turn, so that one merchant's load
   * does not delay others.
   */
  readonly #queue = new FairQueue<Waiting>(LIMITS.writeQueueMax, LIMITS.writeQueueShareMax);
  readonly #onCommit: StoreWatch['onCommit'] | undefined;
  readonly #reports: CommitReports;
  #turn: Promise<void> | null = null;
  #closed = false;

  constructor({ database, notices, wall, onCommit, reports }: CommitsDeps) {
    this.#delay = new CommitDelay(wall);
    this.#onCommit = onCommit;
    this.#reports = reports;
    this.#database = database;
    this.#notices = notices;
    this.#planner = new Planner(database);
  }

  /** Returns the effects that were written, or null. Rejects with the error of the database. */
  write(mutation: Mutation): Promise<Effects | null> {
    if (this.#closed) return Promise.reject(closedStore());
    return new Promise((resolve, reject) => {
      const [act, span] = [presentAct(), activeSpan()];
      const waiting = { mutation, act, resolve, reject, span };
      if (!this.#queue.push(mutation.merchantId, waiting)) {
        reject(new StoreBusy());
        return;
      }
      this.#delay.arrived(this.#queue.size);
      this.#turn ??= outsideSpans(() => this.#turns());
    });
  }

  /** Commits the waiting mutations and accepts no more. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#delay.end();
    await this.#turn;
    await this.#planner.close();
  }

  async #turns(): Promise<void> {
    // Reads the sockets first, so that simultaneous requests share the commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.size > 0) {
      if (!this.#notices.alone && !this.#closed) await this.#delayed();
      await this.#commit(this.#queue.take(LIMITS.writeBatchMax));
    }
    this.#turn = null;
  }

  #delayed(): Promise<void> {
    return new Promise((begin) => this.#delay.pass(this.#queue.size, begin));
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const begun = performance.now();
      const results = await this.#decided(batch);
      const spans = batch.flatMap(({ span }) => span ?? []);
      addCommit(spans, begun, batch.length);
      // Before the replies, after which the same writers may write again.
      this.#delay.committed(batch.length, this.#queue.size, performance.now() - begun);
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] ?? null);
    } catch (error) {
      if (hasWaited(error)) this.#refuseWaiting(error);
      const [only, ...others] = batch;
      if (only === undefined) return;
      if (others.length === 0) {
        if (error instanceof Undone) only.resolve(null);
        else only.reject(error);
      } else if (error instanceof StoreUnavailable || error instanceof StoreBusy) {
        for (const { reject } of batch) reject(error);
      } else {
        for (const waiting of batch) await this.#commit([waiting]);
      }
    }
  }

  /**
   * Refuses every write that waits behind a commit without an answer, because it has waited as
   * long.
   */
  #refuseWaiting(error: unknown): void {
    for (const { reject } of this.#queue.take(this.#queue.size)) reject(error);
  }

  /** In one batch if there was no race, which is the normal case; otherwise in two. */
  async #decided(mutations: readonly Planned[]): Promise<readonly (Effects | null)[]> {
    if (this.#races > 0) {
      this.#races -= 1;
      return this.#together(mutations, 'confirmed');
    }
    try {
      return await this.#together(mutations, 'optimistic');
    } catch (error) {
      if (!isBehind(error)) throw error;
      this.#races = RACES_AFTER_ONE;
      return this.#together(mutations, 'confirmed');
    }
  }

  async #together(
    mutations: readonly Planned[],
    mode: WriteMode,
  ): Promise<readonly (Effects | null)[]> {
    let written: readonly Written[] = [];
    let notices: CommitNotices = NO_NOTICES;
    let changes: readonly ChangeElsewhere[] = [];
    const begun = performance.now();
    const committing = this.#database.commit(async (transaction) => {
      const effects = await everyOf(mutations.map(({ mutation }) => mutation.run(transaction)));
      const done = mutations.flatMap(({ mutation, act }, index) => {
        const own = effects[index] ?? null;
        return own === null ? [] : [{ mutation, act, effects: own }];
      });
      for (const { act } of done) if (act !== null) transaction.send(PUT_ACT, ...actRow(act));
      written = done.map(({ mutation: { merchantId, at }, effects: own }) => {
        return { merchantId, at, effects: own };
      });
      this.append(transaction, written);
      notices = noticesOf(written);
      changes = done.flatMap(({ mutation }) => mutation.changed ?? []);
      for (const payload of this.#notices.payloads(notices)) transaction.send(NOTIFY, payload);
      return effects;
    }, mode);
    const results = await committing.catch((error: unknown) => {
      // The server may have committed although its answer is lost. If it has not, a process that
      // receives the hint reads rows that have not changed.
      if (error instanceof StoreUnavailable) this.#notices.hint(notices, changes);
      throw error;
    });
    if (written.length > 0) this.#reports.committed();
    this.#onCommit?.(mutations.length, performance.now() - begun);
    this.#schedules.opened(bookingsOf(written));
    this.#notices.notify(notices);
    this.#notices.hint(notices, changes);
    this.#planner.wrote(written.length);
    return results;
  }

  /** Inside a transaction: sends the writes of the effects. */
  append(transaction: Transaction, written: readonly Written[]): void {
    const each = <T>(pick: (effects: Effects) => readonly T[]) =>
      written.flatMap(({ merchantId, at, effects }) =>
        pick(effects).map((of) => ({ merchantId, at, of })),
      );
    writeEvents(
      transaction,
      each(({ messages }) => messages),
    );
    writeDeliveries(
      transaction,
      each(({ deliveries }) => deliveries),
    );
    writeTokens(
      transaction,
      written.flatMap(({ effects }) => effects.tokens),
    );
    const bookings = bookingsOf(written);
    this.#schedules.open(transaction, bookings);
    writeBookings(transaction, bookings);
  }
}

function bookingsOf(written: readonly Written[]): readonly Booking[] {
  return written.flatMap(({ merchantId, effects }) =>
    effects.records.map((record) => ({
      merchantId,
      at: record.line.at,
      record,
      posting: record.posting,
    })),
  );
}

/**
 * Waits for all promises even if one fails: none may still run when the transaction is rolled back.
 */
async function everyOf<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
