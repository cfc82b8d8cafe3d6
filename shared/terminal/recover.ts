import type { Instant } from '../time/clock.ts';
import { DAY } from '../time/clock.ts';
import { apply } from './apply.ts';
import { changeRun } from './progress.ts';
import type { JournalRecord, UnclaimedRecord } from './records.ts';
import { isOver, openSale, type Sale } from './sale.ts';

/** What a journal says. */
export type Remembered = {
  /** Every sale, oldest first. */
  readonly sales: ReadonlyMap<string, Sale>;
  readonly unclaimed: ReadonlyMap<string, UnclaimedRecord>;
};

/** Rebuilds everything the till knew from its journal. */
export function remember(records: readonly JournalRecord[]): Remembered {
  const sales = new Map<string, Sale>();
  const unclaimed = new Map<string, UnclaimedRecord>();
  for (const record of records) {
    switch (record.kind) {
      case 'check':
        break;
      case 'unclaimed':
        unclaimed.set(record.tid, record);
        break;
      case 'claimed':
        unclaimed.delete(record.tid);
        break;
      case 'opened':
        if (!sales.has(record.sale)) sales.set(record.sale, openSale(record));
        break;
      default: {
        const sale = sales.get(record.sale);
        if (sale !== undefined) sales.set(record.sale, apply(sale, record));
      }
    }
  }
  return { sales: new Map([...sales].map(([id, sale]) => [id, picked(sale)])), unclaimed };
}

/** A sale as a new run of the till takes it up. */
function picked(sale: Sale): Sale {
  // An ended sale is history; the screen after a restart begins empty.
  if (isOver(sale.facts)) return { ...sale, facts: { ...sale.facts, aside: true } };
  return changeRun(sale, { found: true, doubtful: true, lookFirst: true });
}

/** How long an ended sale stays in the journal: longer than the service keeps its events. */
const ENDED_LIFE = 2 * DAY;
/** The newest sales stay whatever their age; the running number is taken from them. */
const NEWEST_KEPT = 50;

/** The records worth keeping: all of open sales, of recent ones, and of unclaimed results. */
export function compact(records: readonly JournalRecord[], now: Instant): JournalRecord[] {
  const { sales, unclaimed } = remember(records);
  const newest = new Set([...sales.keys()].slice(-NEWEST_KEPT));
  const keeps = (id: string) => {
    const ended = sales.get(id)?.facts.ended ?? null;
    return sales.has(id) && (newest.has(id) || ended === null || now - ended < ENDED_LIFE);
  };
  return records.filter((record) => {
    switch (record.kind) {
      case 'check':
      case 'claimed':
        return false;
      case 'unclaimed':
        return unclaimed.get(record.tid) === record;
      default:
        return keeps(record.sale);
    }
  });
}
