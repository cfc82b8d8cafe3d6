import type { Bills } from '../../bill/bill.ts';
import { withoutOld } from '../../bill/bill-index.ts';
import type { BillCommand, BillRecord, BillRefusal, BillResult } from '../../bill/commands.ts';
import { type BillDecision, decideBill, decideResult, type Permit } from '../../bill/decide.ts';
import { isOtherTender, reduceBill } from '../../bill/reduce.ts';
import { type DeviceClock, type Instant, instantOf } from '../../time/clock.ts';
import type { JournalFailure } from '../engine/journal.ts';
import type { JournalQueue } from '../engine/journal-queue.ts';

/** The record of a command that took effect, none for a repeat; or why it changed nothing. */
export type Booked =
  | { readonly ok: true; readonly record: BillRecord | null }
  | { readonly ok: false; readonly reason: BillRefusal }
  | { readonly ok: false; readonly reason: 'not_saved'; readonly failure: JournalFailure };

/**
 * The bills of this till's journal. One command or result is decided after the other, each on the bills that the one
 * before it left, so the journal has them in the order in which they took effect.
 */
export interface BillBook {
  bills(): Bills;
  /** Decides a command. Its record is durable before it takes effect. */
  command(command: BillCommand, permit: Permit): Promise<Booked>;
  /**
   * Records what became of a tender or a refund. It takes effect also while the journal cannot be written: a restart
   * learns it from the sale again.
   */
  result(result: BillResult): Promise<Booked>;
}

export type BillBookDeps = {
  readonly journalQueue: JournalQueue;
  readonly clock: DeviceClock;
  readonly restored: Bills;
  /** Called when a part of a bill was paid by another tender than the phone. */
  readonly otherTender: () => void;
};

export function createBillBook({
  journalQueue,
  clock,
  restored,
  otherTender,
}: BillBookDeps): BillBook {
  let bills = restored;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  function apply(record: BillRecord): void {
    bills = withoutOld(reduceBill(bills, record), record.at);
    if (isOtherTender(record)) otherTender();
  }

  async function book(
    decide: (at: Instant) => BillDecision,
    write: (record: BillRecord) => Promise<Booked>,
  ): Promise<Booked> {
    const decided = decide(instantOf(clock.now()));
    if (!decided.ok || decided.record === null) return decided;
    const booked = await write(decided.record);
    if (booked.ok) apply(decided.record);
    return booked;
  }

  return {
    bills: () => bills,
    command: (command, permit) =>
      inTurn(() =>
        book(
          (at) => decideBill(bills, command, at, permit),
          async (record) => {
            const written = await journalQueue.must({ v: 1, at: record.at, kind: 'bill', record });
            if (written.ok) return { ok: true, record };
            return { ok: false, reason: 'not_saved', failure: written.failure };
          },
        ),
      ),
    result: (result) =>
      inTurn(() =>
        book(
          (at) => decideResult(bills, result, at),
          async (record) => {
            await journalQueue.write({ v: 1, at: record.at, kind: 'bill', record });
            return { ok: true, record };
          },
        ),
      ),
  };
}
