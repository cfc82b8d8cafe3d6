import type { BookEntry, BookFact } from '../../books/entry.ts';
import { movedBy } from '../../books/receipts.ts';
import { type Format, formatFor } from '../../format/format.ts';
import type { EntryId } from '../../ids/host-ids.ts';
import { readAmount } from '../../money/amount-text.ts';
import { add, type MoneyInteger, ZERO } from '../../money/money.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { typedNumber } from '../../protocol/receipt-number.ts';
import type { Instant } from '../../time/clock.ts';

/*
 * The one list of all receipts of a till (D-581): of every tender, with refunds and payouts, made from the books. A bill that
 * was paid in several ways has a receipt for each payment.
 */

/** What the list keeps of a receipt or of a refund. Amounts in minor units of the till's currency. */
export type ListedReceipt = {
  readonly id: EntryId;
  readonly receipt: number;
  readonly kind: 'sale' | 'refund' | 'payout';
  readonly at: Instant;
  /** The business day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly by: string;
  /** The name of the bill; null if it has none. */
  readonly bill: string | null;
  readonly lines: readonly { readonly name: string; readonly quantity: string }[];
  /** What moved, with tip and rounding; of a refund what went back, not negative. */
  readonly total: MoneyInteger;
  readonly tender: 'phone' | 'cash' | 'other';
  /** The shop's name of another tender; null for phone and cash. */
  readonly tenderName: string | null;
  /** The payment in the service; null if it was not paid by phone. */
  readonly tid: string | null;
  /** Of a refund: the receipt that it refunds, or the number of another till's receipt. */
  readonly of: EntryId | null;
  readonly otherReceipt: string | null;
};

/** A receipt or a refund as the list keeps it; null for another entry. */
export function listedOf({ fact, receipt, day }: BookEntry): ListedReceipt | null {
  if (receipt === null || (fact.kind !== 'receipt' && fact.kind !== 'refund')) return null;
  const { id, at, by, method } = fact;
  return {
    id,
    receipt,
    kind: kindOf(fact),
    at,
    day,
    by,
    bill: fact.kind === 'receipt' ? (fact.bill?.name ?? null) : null,
    lines: fact.lines.map(({ name, quantity }) => ({ name, quantity })),
    total: movedBy(fact),
    tender: method.kind,
    tenderName: method.kind === 'other' ? method.name : null,
    tid: method.kind === 'phone' ? method.tid : null,
    of: fact.kind === 'refund' ? fact.of : null,
    otherReceipt: fact.kind === 'refund' ? (fact.otherReceipt ?? null) : null,
  };
}

function kindOf(fact: Extract<BookFact, { kind: 'receipt' | 'refund' }>): ListedReceipt['kind'] {
  if (fact.kind === 'refund') return 'refund';
  return fact.total < 0 ? 'payout' : 'sale';
}

/** What a person looks for; a receipt must fit every member that is not null. */
export type ReceiptsWanted = {
  /** A number, an amount, an item, a bill's name, the end of a phone number, a reference, or a time such as 09:16. */
  readonly text: string;
  readonly tender: ListedReceipt['tender'] | null;
  /** The shop's name of another tender. */
  readonly tenderName: string | null;
  /** Only refunds, and receipts of which something was refunded. */
  readonly refunds: boolean;
  /** The first and the last business day, `YYYY-MM-DD`. */
  readonly from: string | null;
  readonly to: string | null;
};

/** What the list knows beside the receipts. */
export type ReceiptsKnown = {
  /** In the order of their numbers. */
  readonly rows: readonly ListedReceipt[];
  /** What was refunded of a receipt. */
  readonly refundedOf: (id: EntryId) => MoneyInteger;
  readonly numberOf: (id: EntryId) => number | null;
};

/** How the list reads what a person types. */
export type ReceiptReader = {
  readonly currency: string;
  readonly timeZone: string;
  /** The phone number behind a payment; null where the till does not know it any more. */
  readonly phoneOf: (tid: string) => string | null;
};

/** As many names of a receipt stand in its row. */
const NAMED = 3;
/** The least digits that find a phone number, and as many of them are shown. */
export const PHONE_DIGITS = 4;

/** A row of the list: a receipt with what is left out of the names, and what was refunded of it. */
export type ReceiptRow = Omit<ListedReceipt, 'id' | 'of' | 'otherReceipt'> & {
  /** Lines whose names are left out. */
  readonly more: number;
  /** Of a refund: the number of the receipt that it refunds, `12` or, of another till, `till2-R12`; null where unknown. */
  readonly refundOf: number | string | null;
  readonly refunded: MoneyInteger;
  /** The last digits of the customer's phone; null where the till does not know them. */
  readonly phone: string | null;
};

/** A page of the list, newest first. */
export type ReceiptsPage = {
  readonly rows: readonly ReceiptRow[];
  /** How many there are of text and days, whatever the other filters say. */
  readonly counts: {
    readonly all: number;
    readonly refunds: number;
    readonly tenders: readonly {
      readonly tender: ListedReceipt['tender'];
      readonly tenderName: string | null;
      readonly count: number;
    }[];
  };
  /** Where the next page begins; null on the last one. */
  readonly next: number | null;
};

/**
 * One page of the receipts that are wanted, `before` this number. Pure; it looks at each known receipt at most once.
 */
export function findReceipts(
  { rows, refundedOf, numberOf }: ReceiptsKnown,
  wanted: ReceiptsWanted,
  before: number | null,
  reader: ReceiptReader,
): ReceiptsPage {
  const isNamed = matcherOf(wanted.text, reader);
  const { tender, tenderName, refunds, from, to } = wanted;
  const isRefund = (row: ListedReceipt) => row.kind === 'refund' || refundedOf(row.id) > 0;
  const found: ListedReceipt[] = [];
  const tenders = new Map<string, { row: ListedReceipt; count: number }>();
  let [all, refunded] = [0, 0];
  let next: number | null = null;
  for (const row of rows.toReversed()) {
    if ((from !== null && row.day < from) || (to !== null && row.day > to)) continue;
    if (!isNamed(row)) continue;
    all += 1;
    const isBack = isRefund(row);
    if (isBack) refunded += 1;
    const key = `${row.tender} ${row.tenderName ?? ''}`;
    tenders.set(key, { row, count: (tenders.get(key)?.count ?? 0) + 1 });
    if (tender !== null && row.tender !== tender) continue;
    if (tenderName !== null && row.tenderName !== tenderName) continue;
    if ((refunds && !isBack) || (before !== null && row.receipt >= before)) continue;
    if (found.length < LIMITS.historyPage) found.push(row);
    else next ??= found.at(-1)?.receipt ?? null;
  }
  return {
    rows: found.map((row) => rowOf(row, { refundedOf, numberOf }, reader)),
    counts: {
      all,
      refunds: refunded,
      tenders: [...tenders]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { row, count }]) => ({ tender: row.tender, tenderName: row.tenderName, count })),
    },
    next,
  };
}

function rowOf(
  { id, of, otherReceipt, lines, ...row }: ListedReceipt,
  { refundedOf, numberOf }: Omit<ReceiptsKnown, 'rows'>,
  { phoneOf }: Pick<ReceiptReader, 'phoneOf'>,
): ReceiptRow {
  return {
    ...row,
    lines: lines.slice(0, NAMED),
    more: Math.max(0, lines.length - NAMED),
    refundOf: of === null ? otherReceipt : numberOf(of),
    refunded: refundedOf(id),
    phone: row.tid === null ? null : (phoneOf(row.tid)?.slice(-PHONE_DIGITS) ?? null),
  };
}

/** The least characters of a payment's reference that find it: a shorter text is part of many. */
const REFERENCE_PART = 6;
const TIME = /^(\d{1,2})[:.](\d{2})$/;

/** Whether a receipt has every word of a text. A text that is an amount as a whole, `1 250,00`, is one word. */
function matcherOf(text: string, reader: ReceiptReader): (row: ListedReceipt) => boolean {
  const typed = text.trim().toLocaleLowerCase();
  if (typed === '') return () => true;
  const format = formatFor({ language: 'en', timeZone: reader.timeZone });
  const whole = readAmount(typed, reader.currency);
  const words = typed.split(/\s+/).map((word) => wordMatcher(word, reader, format));
  return (row) => (whole !== null && row.total === whole) || words.every((isIn) => isIn(row));
}

function wordMatcher(word: string, reader: ReceiptReader, format: Format) {
  const number = typedNumber(word);
  const amount = readAmount(word, reader.currency);
  const [, hour, minute] = TIME.exec(word) ?? [];
  const time = hour === undefined ? null : `${hour.padStart(2, '0')}:${minute}`;
  const digits = /^\d+$/.test(word) && word.length >= PHONE_DIGITS ? word : null;
  return (row: ListedReceipt): boolean =>
    row.receipt === number ||
    (amount !== null && Math.abs(row.total) === amount) ||
    (time !== null && format.time(row.at) === time) ||
    (digits !== null && row.tid !== null && (reader.phoneOf(row.tid) ?? '').endsWith(digits)) ||
    (word.length >= REFERENCE_PART && (row.tid ?? '').toLocaleLowerCase().includes(word)) ||
    hasText(row, word);
}

function hasText({ lines, bill, tenderName, otherReceipt }: ListedReceipt, word: string): boolean {
  const has = (text: string | null) => text?.toLocaleLowerCase().includes(word) === true;
  return lines.some(({ name }) => has(name)) || [bill, tenderName, otherReceipt].some(has);
}

/** The receipts of a till, as the books note them. */
export type ReceiptList = ReceiptsKnown & {
  /** Notes the receipts of a file of the books, or of entries that were just written. */
  note(entries: readonly BookEntry[]): void;
};

/**
 * Keeps the newest receipts in memory, about 300 bytes each, so that a search reads no file. It is made of the books at each
 * start and never kept, so it cannot differ from them.
 */
export function createReceiptList(most: number = LIMITS.receiptsSearched): ReceiptList {
  let rows: readonly ListedReceipt[] = [];
  let written: ListedReceipt[] = [];
  const numbers = new Map<EntryId, number>();
  const refunded = new Map<EntryId, MoneyInteger>();

  function all(): readonly ListedReceipt[] {
    if (written.length === 0) return rows;
    const sorted = [...rows, ...written].sort((a, b) => a.receipt - b.receipt);
    for (const { id } of sorted.slice(0, -most)) numbers.delete(id);
    rows = sorted.slice(-most);
    written = [];
    return rows;
  }

  return {
    get rows() {
      return all();
    },
    refundedOf: (id) => refunded.get(id) ?? ZERO,
    numberOf: (id) => numbers.get(id) ?? null,
    note(entries) {
      for (const entry of entries) {
        const row = listedOf(entry);
        if (row === null || numbers.has(row.id)) continue;
        numbers.set(row.id, row.receipt);
        if (row.of !== null) refunded.set(row.of, add(refunded.get(row.of) ?? ZERO, row.total));
        written.push(row);
      }
      if (written.length > most) all();
    },
  };
}
