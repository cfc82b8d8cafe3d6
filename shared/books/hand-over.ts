import { add, ZERO } from '../money/money.ts';
import type { PeriodInput, PeriodPayment } from '../protocol/period.ts';
import type { BookEntry } from './entry.ts';

/** What the till tells the service of a closed period: its entries in order, and the line of its close. */
export function handOver(entries: readonly BookEntry[], close: string): PeriodInput | null {
  const [first] = entries;
  if (first === undefined) return null;
  return { close, continues: first.previous, payments: entries.flatMap(paymentOf) };
}

/** One row for each receipt and refund of a payment by phone, so that a payment that is booked twice has two. */
function paymentOf({ day, fact }: BookEntry): readonly PeriodPayment[] {
  if (fact.kind !== 'receipt' && fact.kind !== 'refund') return [];
  const { means, total, tip } = fact;
  if (means.kind !== 'phone') return [];
  const { tid } = means;
  return fact.kind === 'receipt'
    ? [{ tid, day, captured: total, tip, refunded: ZERO }]
    : [{ tid, day, captured: ZERO, tip: ZERO, refunded: add(total, tip) }];
}
