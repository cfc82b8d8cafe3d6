import { add, ZERO } from '../money/money.ts';
import { LIMITS } from '../protocol/limits.ts';
import { type PeriodInput, type PeriodPayment, periodPayment } from '../protocol/period.ts';
import { type CloseEntry, readClose } from './close.ts';
import type { BookEntry } from './entry.ts';
import { foldClose } from './fold.ts';

/** Numbers and signs an entry as the till's books do; the key of the fact is set to the one that signs. */
export type Seal = (entry: CloseEntry) => CloseEntry;

/**
 * What the till tells the service of a closed period: its entries in order, and its close. The service always takes it:
 * a close with more rows or characters than it takes is folded, and signed again by `seal`, because a signature of the
 * books does not cover it (D-402).
 */
export function handOver(
  entries: readonly BookEntry[],
  close: CloseEntry,
  seal: Seal,
): PeriodInput | null {
  const [first] = entries;
  if (first === undefined) return null;
  const all = entries.flatMap(paymentOf);
  const payments = all.slice(0, LIMITS.periodPaymentsMax);
  const leftOut = all.length - payments.length;
  return { close: lineOf(close, leftOut, seal), continues: first.previous, payments };
}

/** Rows of each list of a folded close; halved until the service takes it. */
const ROWS = 1_000;

function lineOf(close: CloseEntry, payments: number, seal: Seal): string {
  const whole = JSON.stringify(close);
  if (payments === 0 && isTaken(whole)) return whole;
  for (let rows = ROWS; ; rows = Math.floor(rows / 2)) {
    const fact = foldClose(close.fact, rows, { hash: close.hash, payments });
    const line = JSON.stringify(seal({ ...close, fact }));
    // Without rows it has fixed figures and the texts of one close alone.
    if (rows === 0 || isTaken(line)) return line;
  }
}

const isTaken = (line: string) => line.length <= LIMITS.periodCloseMax && readClose(line) !== null;

/**
 * One row for each receipt and refund of a payment by phone, so that a payment that is booked twice has two. The books
 * may not know the id of a payment; the comparison then says that the till does not have it.
 */
function paymentOf({ day, fact }: BookEntry): readonly PeriodPayment[] {
  if (fact.kind !== 'receipt' && fact.kind !== 'refund') return [];
  const { method, total, tip } = fact;
  if (method.kind !== 'phone') return [];
  const { tid } = method;
  const row =
    fact.kind === 'receipt'
      ? { tid, day, captured: total, tip, refunded: ZERO }
      : { tid, day, captured: ZERO, tip: ZERO, refunded: add(total, tip) };
  return periodPayment.safeParse(row).success ? [row] : [];
}
