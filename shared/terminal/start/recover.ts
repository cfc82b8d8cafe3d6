import { type Bills, NO_BILLS } from '../../bill/bill.ts';
import { withBills } from '../../bill/bill-index.ts';
import { isOtherTender, reduceBill } from '../../bill/reduce.ts';
import type { Instant } from '../../time/clock.ts';
import { type OpenCode, openCode } from '../codes/codes.ts';
import { openPermission, type PermissionFacts } from '../permissions/permission.ts';
import { applyPermissionRecord } from '../permissions/queue.ts';
import { endRefund, madeSum, openRefund, type RefundFacts } from '../refunds/refund.ts';
import { applyRecord, placeOf, withPlace } from '../sale/apply-record.ts';
import { withRefunds } from '../sale/outcome-reducer.ts';
import type {
  BillRefundedRecord,
  JournalRecord,
  SaleRecord,
  UnclaimedRecord,
} from '../sale/records.ts';
import { isOver, openSales, type Sale } from '../sale/sale.ts';
import { changeRun } from '../sale/transition.ts';

/** The state that a journal contains. */
export type RecoveredState = {
  /** Every sale, oldest first. */
  readonly sales: ReadonlyMap<string, Sale>;
  readonly unclaimed: ReadonlyMap<string, UnclaimedRecord>;
  /** Codes that wait for their total, with their scans. */
  readonly codes: ReadonlyMap<string, OpenCode>;
  /** All refunds. */
  readonly refunds: ReadonlyMap<string, RefundFacts>;
  /** Refunds of products of a bill, by the id of their command. */
  readonly billRefunds: ReadonlyMap<string, BillRefundedRecord>;
  /** Requests for data. */
  readonly permissions: ReadonlyMap<string, PermissionFacts>;
  /** Times of the last payments by another tender, in the order of the records. */
  readonly tendered: readonly Instant[];
  /** Ids of payments by another tender, the oldest first. */
  readonly tenderIds: readonly string[];
  readonly bills: Bills;
  /** Largest number of a sale or a code. */
  readonly lastNumber: number;
};

/** Rebuilds the state of a till from its journal. */
export function recoverState(records: readonly JournalRecord[]): RecoveredState {
  const sales = new Map<string, Sale>();
  const unclaimed = new Map<string, UnclaimedRecord>();
  const codes = new Map<string, OpenCode>();
  const refunds = new Map<string, RefundFacts>();
  const billRefunds = new Map<string, BillRefundedRecord>();
  const permissions = new Map<string, PermissionFacts>();
  const tendered: Instant[] = [];
  const tenderIds: string[] = [];
  let bills = NO_BILLS;
  let lastNumber = 0;
  for (const record of records) {
    if ('number' in record) lastNumber = Math.max(lastNumber, record.number);
    switch (record.kind) {
      case 'check':
        break;
      case 'unclaimed':
        unclaimed.set(record.tid, record);
        break;
      case 'claimed':
        unclaimed.delete(record.tid);
        break;
      case 'code':
        codes.set(record.code, openCode(record));
        break;
      case 'code_scanned': {
        const code = codes.get(record.code);
        if (code !== undefined) codes.set(record.code, { ...code, token: record.token });
        break;
      }
      case 'code_closed':
        codes.delete(record.code);
        break;
      case 'tendered':
        tendered.push(record.at);
        tenderIds.push(record.id);
        break;
      case 'last_tender':
        tendered.push(record.at);
        break;
      case 'bill':
        bills = reduceBill(bills, record.record);
        if (isOtherTender(record.record)) tendered.push(record.at);
        break;
      case 'bill_kept':
        bills = withBills(bills, [record.bill]);
        break;
      case 'bills_done':
        bills = { ...bills, done: [...record.ids, ...bills.done] };
        break;
      case 'permission_opened':
        permissions.set(record.request, openPermission(record));
        break;
      case 'permission_created':
      case 'permission_ended': {
        const request = permissions.get(record.request);
        if (request !== undefined)
          permissions.set(record.request, applyPermissionRecord(request, record));
        break;
      }
      case 'refund_opened':
        if (!refunds.has(record.refund)) refunds.set(record.refund, openRefund(record));
        break;
      case 'bill_refunded':
        billRefunds.set(record.id, record);
        for (const one of record.phones) {
          if (!refunds.has(one.refund)) refunds.set(one.refund, openRefund(one));
        }
        break;
      case 'refund_ended': {
        const refund = refunds.get(record.refund);
        if (refund === undefined) break;
        refunds.set(record.refund, endRefund(refund, record));
        if (record.how === 'done') countRefunds(sales, refund.tid, refunds);
        break;
      }
      case 'opened':
        // A code becomes the sale that has its id.
        codes.delete(record.sale);
        if (!sales.has(record.sale)) {
          for (const sale of openSales(record)) sales.set(sale.facts.id, sale);
        }
        break;
      default: {
        const sale = sales.get(record.sale);
        if (sale === undefined) break;
        sales.set(record.sale, applyRecord(sale, record));
        placeOther(sales, sale, record);
      }
    }
  }
  const resumed = new Map([...sales].map(([id, sale]) => [id, resumeSale(sale)]));
  const tenders = { tendered, tenderIds };
  return {
    sales: resumed,
    unclaimed,
    codes,
    refunds,
    billRefunds,
    permissions,
    ...tenders,
    bills,
    lastNumber,
  };
}

/** The place of a pair is in one record; applies it to the other request too. */
function placeOther(sales: Map<string, Sale>, { facts }: Sale, record: SaleRecord): void {
  const place = placeOf(record);
  const other = sales.get(facts.leg?.other ?? '');
  if (place === null || other === undefined) return;
  sales.set(other.facts.id, withPlace(other, place));
}

/** Counts the refunds of a payment on its sale, also if no outcome was read after them. */
function countRefunds(
  sales: Map<string, Sale>,
  tid: string,
  refunds: ReadonlyMap<string, RefundFacts>,
): void {
  const sale = [...sales.values()].find(({ facts }) => facts.created?.tid === tid);
  if (sale === undefined) return;
  const facts = withRefunds(sale.facts, madeSum(refunds.values(), tid));
  sales.set(facts.id, { ...sale, facts });
}

/** A sale at the start of the till. */
function resumeSale(sale: Sale): Sale {
  // Ended sales leave the main screen.
  if (isOver(sale.facts)) return { ...sale, facts: { ...sale.facts, aside: true } };
  // Without a scan of its code no request was sent.
  if (sale.facts.awaits !== null) return changeRun(sale, { restored: true });
  return changeRun(sale, {
    restored: true,
    request: 'doubtful',
    unsure: true,
    lookFirst: true,
  });
}
