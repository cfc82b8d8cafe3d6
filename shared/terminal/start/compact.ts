import type { Bills } from '../../bill/bill.ts';
import { isOpenBill } from '../../bill/paid.ts';
import { isOtherTender } from '../../bill/reduce.ts';
import { DAY, type Instant } from '../../time/clock.ts';
import type { OpenCode } from '../codes/codes.ts';
import type { JournalRecord } from '../sale/records.ts';
import { isUnmatched, type SaleFacts } from '../sale/sale.ts';
import { recoverState } from './recover.ts';

/** How long an ended sale stays in the journal. The service keeps its events for a shorter time. */
const ENDED_LIFE = 2 * DAY;
/** The newest sales stay at any age, because the running number continues from them. */
const NEWEST_KEPT = 50;

/**
 * Keeps the records of open sales, recent sales and unclaimed results; drops all others. A bill takes the place of its
 * records.
 */
export function compact(records: readonly JournalRecord[], now: Instant): JournalRecord[] {
  const { sales, unclaimed, codes, refunds, permissions, tendered, bills } = recoverState(records);
  const newest = new Set([...sales.keys()].slice(-NEWEST_KEPT));
  const isKept = (id: string) => {
    const facts = sales.get(id)?.facts;
    // A person has not seen the end of a sale that is still on hold.
    if (facts !== undefined && (isUnmatched(facts) || facts.onHold)) return true;
    // The bill learns the result of its tender from the sale.
    if (facts !== undefined && waitsFor(bills, facts)) return true;
    const ended = facts?.ended ?? null;
    return sales.has(id) && (newest.has(id) || ended === null || now - ended < ENDED_LIFE);
  };
  // A record from the future counts only once its time has come (see `last-payment.ts`).
  const lastTender = new Set([
    ...tendered.slice(-1),
    ...tendered.filter((at) => at <= now).slice(-1),
  ]);
  const isFresh = (code: OpenCode | null) => code !== null && now - code.opened < ENDED_LIFE;
  // A pair begins with one record, so both requests are kept or dropped together.
  const keeps = (id: string) => isKept(id) || isKept(sales.get(id)?.facts.leg?.other ?? '');
  const kept = records.filter((record) => {
    switch (record.kind) {
      case 'check':
      case 'claimed':
        return false;
      case 'unclaimed':
        return unclaimed.get(record.tid) === record;
      case 'code':
      case 'code_scanned':
        return isFresh(codes.get(record.code) ?? null);
      case 'code_closed':
        return false;
      case 'tendered':
        // A repeat of its id must find it.
        return now - record.at < ENDED_LIFE || lastTender.has(record.at);
      case 'last_tender':
        return lastTender.has(record.at);
      case 'bill':
        return isOtherTender(record.record) && lastTender.has(record.at);
      case 'bill_kept':
      case 'bills_done':
        return false;
      case 'permission_opened':
      case 'permission_created':
      case 'permission_ended': {
        const end = permissions.get(record.request)?.end ?? null;
        return end === null || now - end.at < ENDED_LIFE;
      }
      case 'bill_refunded': {
        const ends = record.phones.map(({ refund }) => refunds.get(refund)?.end ?? null);
        return ends.includes(null) || now - record.at < ENDED_LIFE;
      }
      case 'refund_opened':
      case 'refund_ended': {
        const end = refunds.get(record.refund)?.end ?? null;
        return end === null || now - end.at < ENDED_LIFE;
      }
      default:
        return keeps(record.sale);
    }
  });
  const named = new Set<string>();
  for (const { facts } of sales.values()) {
    if (facts.bill !== null && keeps(facts.id)) named.add(facts.bill.bill);
  }
  return [...kept.map(withoutBill), ...keptBills(bills, named, now)];
}

/** The time of a payment by another tender stays; its bill has a record of its own. */
function withoutBill(record: JournalRecord): JournalRecord {
  return record.kind === 'bill' ? { v: 1, at: record.at, kind: 'last_tender' } : record;
}

function waitsFor({ bills }: Bills, { bill }: SaleFacts): boolean {
  const tenders = bills.get(bill?.bill ?? '')?.tenders ?? [];
  return tenders.some(({ id, state }) => id === bill?.tender && state === 'open');
}

/** The bills that are open, that ended a short time ago, or of which a kept sale pays a part. */
function keptBills(
  { bills, done }: Bills,
  named: ReadonlySet<string>,
  now: Instant,
): JournalRecord[] {
  if (done.length === 0) return [];
  const kept = [...bills.values()].filter(
    (bill) => isOpenBill(bill) || now - bill.changedAt < ENDED_LIFE || named.has(bill.id),
  );
  return [
    ...kept.map((bill) => ({ v: 1, at: bill.changedAt, kind: 'bill_kept', bill }) as const),
    { v: 1, at: now, kind: 'bills_done', ids: [...done] },
  ];
}
