import type { DayPage } from '../../../shared/bridge/back-office.ts';
import { type DayEntry, sumDay } from '../../../shared/history/day.ts';
import { groupOf, methodOf } from '../../../shared/history/search.ts';
import { shopDay } from '../../../shared/ledger/calendar.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { RefundView } from '../../../shared/terminal/sale/state.ts';
import type { DayLine } from './history-lines.ts';
import { allRefunds, daysOf, givenBack, type HistoryDeps, salesOf } from './history-page.ts';

/**
 * The sums of a day in the shop's time zone: money counts on the day it moved, a sale on the day it
 * started, a refund on the day it was requested.
 */
export async function dayPage(from: HistoryDeps, day: string): Promise<DayPage> {
  const refunds = allRefunds(from);
  const lines = await from.history.lines(day);
  const sales = await salesOf(from, day, givenBack(refunds));
  const isOfDay = (refund: RefundView) => shopDay(refund.at, from.timeZone) === day;
  const entries: DayEntry[] = [
    ...lines.flatMap(entryOf),
    ...refunds.filter((one) => one.state === 'done' && isOfDay(one)).map(refundEntry),
    ...sales.map((sale): DayEntry => ({ kind: 'sale', state: groupOf(sale) })),
  ];
  const days = daysOf(from).slice(0, LIMITS.historyDaysKept);
  return { day, sums: sumDay(entries), days };
}

function entryOf(line: DayLine): readonly DayEntry[] {
  switch (line.kind) {
    case 'taken': {
      const { at, way, currency, amount, additional } = line;
      return [{ kind: 'taken', at, method: methodOf(way), currency, amount, additional }];
    }
    case 'tender': {
      const { at, method, currency, amount } = line;
      return [{ kind: 'tender', at, method, currency, amount }];
    }
    case 'sale':
      return [];
  }
}

function refundEntry({ at, currency, amount }: RefundView): DayEntry {
  return { kind: 'refund', at, currency, amount };
}
