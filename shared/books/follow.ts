import { amountsOf, linesOf } from '../bill/amounts.ts';
import { type Bill, type Bills, NO_BILLS, type Person } from '../bill/bill.ts';
import { withBills, withoutOld } from '../bill/bill-index.ts';
import type { BillRecord } from '../bill/commands.ts';
import { isPaid } from '../bill/paid.ts';
import { reduceBill } from '../bill/reduce.ts';
import { returnedOn } from '../bill/returned.ts';
import {
  correctionOf,
  type EntryId,
  entryOfRefund,
  receiptOfPayment,
  receiptOfSale,
  receiptOfTender,
  secondOf,
  type TenderId,
} from '../ids/host-ids.ts';
import type { RatedAmount } from '../lines/divide.ts';
import { soldItem } from '../lines/line-item.ts';
import { add, type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import { present } from '../objects/present.ts';
import { applyRecord } from '../terminal/sale/apply-record.ts';
import type {
  BillRefundedRecord,
  JournalRecord,
  OpenedRecord,
  RefundEndedRecord,
  RefundedLineRecord,
  RefundOpenedRecord,
  SaleRecord,
} from '../terminal/sale/records.ts';
import type { RefundedGoods } from '../terminal/sale/refunded-goods.ts';
import { hasLost, isMoneyOver, openSales, type Sale } from '../terminal/sale/sale.ts';
import { saleStatement } from '../terminal/sale/sale-statement.ts';
import type { Instant } from '../time/clock.ts';
import type { BookedMethod, BookFact } from './entry.ts';
import {
  bookedMethodOf,
  partsOfSale,
  partsOfTender,
  type ReceiptParts,
  type RefundedSale,
  wholeLines,
} from './receipts.ts';

/*
 * The books follow the till's journal: each record that moved money, or that took an order back, is an event. The same
 * record gives the same event with the same id whenever it is read, so it is booked once.
 */

/** An event for the books. */
export type BookEvent =
  | { readonly kind: 'fact'; readonly fact: BookFact }
  /** What a refund of products of a bill gave back in cash or by another tender. */
  | {
      readonly kind: 'share_refund';
      readonly id: EntryId;
      readonly at: Instant;
      readonly by: string;
      readonly approvedBy: string;
      readonly reason: string | null;
      /** The entry of the payment. */
      readonly receipt: EntryId;
      readonly goods: readonly RefundedGoods[];
      readonly method: BookedMethod;
    }
  /** A phone refund that the service has made. The books find its receipt by the payment. */
  | {
      readonly kind: 'phone_refund';
      readonly id: EntryId;
      readonly at: Instant;
      readonly by: string;
      readonly approvedBy: string;
      readonly tid: string;
      readonly amount: MoneyInteger;
      readonly tip: MoneyInteger;
      readonly reason: string | null;
      readonly lines: readonly RefundedLineRecord[];
      /** What it gives back of lines of a bill, of which the payment paid a share. */
      readonly goods?: readonly RefundedGoods[];
      /** The number of the receipt at the till that sold it; left out for a sale of this till. */
      readonly otherReceipt?: string;
      /** By rate, where the till knew the lines of the payment (D-472). */
      readonly rates?: readonly RatedAmount[];
      /** The sale, if its money is still moving: its receipt comes later. */
      readonly sale?: RefundedSale;
    };

/** The id of an event. */
export const eventId = (event: BookEvent) => (event.kind === 'fact' ? event.fact.id : event.id);

/** A sale that may have a receipt, and the part of a bill that it paid. */
export type SaleOfReceipt = { readonly id: string; readonly bill?: { readonly tender: TenderId } };

/** The ids that the receipt of a sale can have. The second request of a pair has an id of its own. */
export const receiptIds = ({ id, bill }: SaleOfReceipt): readonly EntryId[] =>
  bill === undefined ? [id, secondOf(id)].map(receiptOfSale) : [receiptOfTender(bill.tender)];

/** The words that the books need, in the language of the till. */
export type BookWords = {
  /** A part of a bill; null for a bill without a name. */
  readonly part: (name: string | null) => string;
  /** The reason of a discount that nobody gave one for. */
  readonly discount: string;
  /** The method of a payment that a register recorded without a name. */
  readonly other: string;
};

/** Reads the journal in its order and finds the events. */
export interface Follower {
  next(record: JournalRecord): readonly BookEvent[];
}

/** Sales that have ended and of which a bill may still learn the payment. */
const ENDED_HELD = 500;

export function createFollower(words: BookWords): Follower {
  let bills: Bills = NO_BILLS;
  const sales = new Map<string, Sale>();
  const ended = new Set<string>();
  const refunds = new Map<string, RefundOpenedRecord>();

  function end(id: string): void {
    ended.add(id);
    const [oldest] = ended;
    if (ended.size <= ENDED_HELD || oldest === undefined) return;
    ended.delete(oldest);
    sales.delete(oldest);
  }

  function ofSale(record: SaleRecord): readonly BookEvent[] {
    const before = sales.get(record.sale);
    if (before === undefined) return [];
    const sale = applyRecord(before, record);
    sales.set(record.sale, sale);
    if (!isMoneyOver(sale.facts) || isMoneyOver(before.facts)) return [];
    end(record.sale);
    return saleEvents(sale, record.at, words);
  }

  function opened(record: OpenedRecord): void {
    if (sales.has(record.sale)) return;
    for (const sale of openSales(record)) sales.set(sale.facts.id, sale);
  }

  /** The payment of a tender; empty if its sale is not known any more. */
  function tidOf(tender: TenderId): string {
    const all = [...sales.values()].filter(({ facts }) => facts.bill?.tender === tender);
    const paid = all.find(({ facts }) => !hasLost(facts)) ?? all[0];
    return paid?.facts.created?.tid ?? '';
  }

  /** The sale of a payment that has no receipt yet, because more of it can be captured. */
  function movingSale(tid: string): RefundedSale | undefined {
    const sale = [...sales.values()].find(({ facts }) => facts.created?.tid === tid);
    if (sale === undefined || isMoneyOver(sale.facts)) return undefined;
    const { id, bill, body } = sale.facts;
    return {
      id: bill === null ? receiptOfSale(id) : receiptOfTender(bill.tender),
      sold: (body.line_items ?? []).map(soldItem),
    };
  }

  function ofBill(record: BillRecord): readonly BookEvent[] {
    const before = bills.bills.get(record.bill);
    bills = withoutOld(reduceBill(bills, record), record.at);
    const after = bills.bills.get(record.bill);
    return before === undefined || after === undefined
      ? []
      : billEvents(before, after, record, words, tidOf);
  }

  return {
    next(record) {
      switch (record.kind) {
        case 'bill':
          return ofBill(record.record);
        case 'bill_kept':
          bills = withBills(bills, [record.bill]);
          return [];
        case 'tendered':
          return [payment(record.id, record.at, record.amount, record.method ?? words.other)];
        case 'refund_opened':
          refunds.set(record.refund, record);
          return [];
        case 'bill_refunded':
          for (const one of record.phones) refunds.set(one.refund, one);
          return record.here.map((one) => shareRefund(record, one));
        case 'refund_ended': {
          const refund = refunds.get(record.refund);
          refunds.delete(record.refund);
          const isDone = refund !== undefined && record.how === 'done';
          return isDone ? [phoneRefund(refund, record, movingSale(refund.tid))] : [];
        }
        case 'opened':
          opened(record);
          return [];
        case 'check':
        case 'unclaimed':
        case 'claimed':
        case 'code':
        case 'code_scanned':
        case 'code_closed':
        case 'permission_opened':
        case 'permission_created':
        case 'permission_ended':
        case 'bills_done':
        case 'last_tender':
          return [];
        default:
          return ofSale(record);
      }
    },
  };
}

/** All events of a journal, oldest first. */
export function eventsOf(
  records: readonly JournalRecord[],
  words: BookWords,
): readonly BookEvent[] {
  const follower = createFollower(words);
  return records.flatMap((record) => follower.next(record));
}

/** The receipt of a sale without a bill. A bill learns the payments of its own sales. */
function saleEvents({ facts }: Sale, at: Instant, { discount }: BookWords): readonly BookEvent[] {
  const { captured, additional } = saleStatement(facts);
  if (facts.bill !== null || hasLost(facts) || captured === 0) return [];
  const { body, label, created, by } = facts;
  const own = {
    id: facts.id,
    at,
    by,
    tip: additional.captured,
    captured,
    tid: created?.tid ?? null,
  };
  const sold = { ...own, text: body.text ?? label ?? '', lines: body.line_items ?? [] };
  return [{ kind: 'fact', fact: receiptOfPhoneSale(sold, discount) }];
}

type Receipt = Extract<BookFact, { kind: 'receipt' }>;

/** A receipt beside its parts, with each member by its name: undefined is left out. */
type ReceiptOwn = {
  readonly [Name in Exclude<keyof Receipt, keyof ReceiptParts | 'kind'>]:
    | Receipt[Name]
    | (Record<never, never> extends Pick<Receipt, Name> ? undefined : never);
};

/** What the receipt of a payment without a bill has of one. */
const WITHOUT_BILL = { bill: null, billLines: undefined, member: undefined };

/** The one place that makes a receipt. Whatever the books get to know of it, each caller says. */
function receiptFact({ id, at, by, bill, ...own }: ReceiptOwn, parts: ReceiptParts): Receipt {
  return { id, at, by, bill, kind: 'receipt', ...present(own), ...parts };
}

const receiptEvent = (own: ReceiptOwn, parts: ReceiptParts): BookEvent => ({
  kind: 'fact',
  fact: receiptFact(own, parts),
});

/** What a sale by phone without a bill says on its receipt, in the books or where the books do not have it. */
export type SoldByPhone = {
  readonly id: string;
  readonly at: Instant;
  readonly by: Person;
  readonly tip: MoneyInteger;
  /** What was captured, with the tip. */
  readonly captured: MoneyInteger;
  readonly tid: string | null;
  readonly text: string;
  readonly lines: Parameters<typeof partsOfSale>[0];
};

/** The receipt of a sale by phone without a bill. */
export function receiptOfPhoneSale(sale: SoldByPhone, discount: string): Receipt {
  const { id, at, by, tip, captured, tid, text: name, lines } = sale;
  const method = { kind: 'phone', tid: tid ?? '' } as const;
  const own = { id: receiptOfSale(id), at, by, tip, ...WITHOUT_BILL, method };
  return receiptFact(own, partsOfSale(lines, subtract(captured, tip), { name, by, discount }));
}

/** A payment by another tender that a cash register or a screen recorded without a bill. */
function payment(id: string, at: Instant, amount: MoneyInteger, name: string): BookEvent {
  const isCash = name.toLowerCase() === 'cash';
  const method = isCash
    ? ({ kind: 'cash', rounding: ZERO, received: amount } as const)
    : ({ kind: 'other', name } as const);
  const parts = partsOfSale([], amount, { name: '', by: '', discount: '' });
  const own = { id: receiptOfPayment(id), at, by: '', tip: ZERO, method, ...WITHOUT_BILL };
  return receiptEvent(own, parts);
}

function phoneRefund(
  refund: RefundOpenedRecord,
  { at, rates = refund.rates }: Pick<RefundEndedRecord, 'at' | 'rates'>,
  sale?: RefundedSale,
): BookEvent {
  const {
    amount,
    additional: tip,
    tid,
    text: reason,
    approval,
    lines = [],
    goods,
    otherReceipt,
  } = refund;
  const approvedBy = approval?.approver ?? '';
  return {
    kind: 'phone_refund',
    id: entryOfRefund(refund.refund),
    at,
    by: approval?.by ?? approvedBy,
    approvedBy,
    tid,
    amount,
    tip,
    reason,
    lines,
    ...present({ goods, otherReceipt, rates, sale }),
  };
}

function shareRefund(
  { at, by, approver: approvedBy, reason }: BillRefundedRecord,
  { refund, receipt, name, rounding, goods }: BillRefundedRecord['here'][number],
): BookEvent {
  const method: BookedMethod =
    name === null ? { kind: 'cash', rounding, received: ZERO } : { kind: 'other', name };
  const what = { id: entryOfRefund(refund), receipt: receipt as EntryId, goods, method };
  return { kind: 'share_refund', at, by, approvedBy, reason, ...what };
}

function billEvents(
  before: Bill,
  after: Bill,
  record: BillRecord,
  words: BookWords,
  tidOf: (tender: TenderId) => string,
): readonly BookEvent[] {
  const { at, id } = record;
  switch (record.act) {
    case 'pay':
    case 'tender_paid': {
      const tender = after.tenders.find((one) => one.id === record.tender);
      if (tender?.state !== 'paid') return [];
      const asked = before.tenders.find((one) => one.id === record.tender)?.amount;
      const parts = partsOfTender(before, tender.amount, words.part(after.name), asked);
      const method = bookedMethodOf(tender, tidOf(tender.id));
      const bill = { id: after.id, name: after.name };
      const member = after.member ?? undefined;
      const billLines = isPaid(after) && isShared(after) ? wholeLines(after) : undefined;
      const { by, tip } = tender;
      const own = { id: receiptOfTender(tender.id), at, by, bill, billLines, member, tip, method };
      return [receiptEvent(own, parts)];
    }
    case 'remove':
    case 'options':
    case 'set_quantity': {
      const line = before.lines.find(({ id: own }) => own === record.line);
      // Fewer returned deposits give the customer less. The day has those that were paid (D-530).
      if (line === undefined || line.kind === 'deposit_return') return [];
      const { name } = line;
      const amount = subtract(priceIn(before, record.line), priceIn(after, record.line));
      const act = record.act === 'remove' ? 'removed' : 'reduced';
      const isLess =
        record.act === 'options'
          ? amount > 0
          : act === 'removed' || isSmaller(before, after, record.line);
      if (!isLess) return [];
      const fact = {
        id: correctionOf(id),
        at,
        by: record.by,
        bill: before.id,
        name,
        reason: null,
      };
      return [{ kind: 'fact', fact: { ...fact, kind: 'correction', act, amount } }];
    }
    case 'clear': {
      if (before.lines.length === 0) return [];
      // What was ordered, whatever deposits would have come off it.
      const amount = add(amountsOf(before).total, ...returnedOn(before).map((one) => one.amount));
      const { by, reason } = record;
      const fact = { id: correctionOf(id), at, by, bill: before.id, name: before.name ?? '' };
      return [
        { kind: 'fact', fact: { ...fact, kind: 'correction', act: 'cleared', amount, reason } },
      ];
    }
    default:
      return [];
  }
}

/** True for a bill of several payments. */
const isShared = ({ tenders }: Bill) => tenders.filter(({ state }) => state === 'paid').length > 1;

/**
 * What a line costs without the money off the whole bill, which stays with the other lines; nothing if it is not on the
 * bill.
 */
function priceIn({ lines }: Bill, id: string): MoneyInteger {
  const place = lines.findIndex((line) => line.id === id);
  return linesOf({ lines, discounts: [] })[place]?.total ?? ZERO;
}

function isSmaller(before: Bill, after: Bill, id: string): boolean {
  const unitsIn = ({ lines }: Bill) => lines.find((line) => line.id === id)?.quantity ?? 0;
  return unitsIn(after) < unitsIn(before);
}
