import type { BillTexts } from '../../bill/bill.ts';
import { fiscalEndId, paymentIn, paymentOf } from '../../ids/host-ids.ts';
import { formatLocal } from '../../ledger/calendar.ts';
import { type MoneyInteger, money, subtract, toDecimalString, ZERO } from '../../money/money.ts';
import { NO_BOOKS, reduceBooks } from '../books.ts';
import type { BookEntry, BookFact } from '../entry.ts';

import type { AccountRow } from './accounts.ts';

/*
 * Tables for spreadsheet programs. Amounts are in major units with a point; text from outside cannot become a formula.
 * Columns are only ever added at the end.
 */

type Table = readonly (readonly string[])[];

/** The accounting export; `debit` and `credit` of all rows have the same sum. */
export const ACCOUNT_COLUMNS = [
  'day',
  'account',
  'what',
  'vat_rate',
  'tender',
  'currency',
  'debit',
  'credit',
] as const;

export function accountTable(rows: readonly AccountRow[], currency: string): Table {
  const decimal = (amount: MoneyInteger) => toDecimalString(amount, currency);
  return [
    ACCOUNT_COLUMNS,
    ...rows.map(({ day, account, what, vatRate, tender, debit, credit }) => [
      day,
      account,
      what,
      vatRate ?? '',
      tender ?? '',
      currency,
      decimal(debit),
      decimal(credit),
    ]),
  ];
}

/** One row for each receipt and refund. The amounts of a refund are negative. */
export const RECEIPT_COLUMNS = [
  'receipt',
  'day',
  'time',
  'kind',
  'by',
  'tender',
  'tid',
  'refund_of',
  'bill',
  'currency',
  'gross',
  'discount',
  'total',
  'vat',
  'tip',
  'rounding',
  'paid',
  'reason',
  'hash',
  'member',
  'fiscal',
  'fiscal_device',
  'fiscal_number',
  'fiscal_time',
  'fiscal_signature',
] as const;

/** The cells of a receipt by their columns, so that a column without a cell does not compile. */
type ReceiptCells = Readonly<Record<(typeof RECEIPT_COLUMNS)[number], string>>;
type FiscalColumn = Extract<keyof ReceiptCells, `fiscal${string}`>;

/**
 * `entries` are those of the range; `all` are the books from their beginning, in which the receipt of a refund is
 * found. `time` is the shop's local time. Each row is made when it is read.
 */
export function* receiptTable(
  entries: readonly BookEntry[],
  all: readonly BookEntry[],
  shop: { readonly currency: string; readonly timeZone: string },
): Generator<readonly string[]> {
  const numbers = new Map(all.map(({ fact, receipt }) => [fact.id, receipt]));
  const facts = new Map(all.map(({ fact }) => [fact.id, fact]));
  const { unsigned } = all.reduce(reduceBooks, NO_BOOKS).fiscal;
  const waiting = new Set([...unsigned].map(paymentIn));
  yield RECEIPT_COLUMNS;
  for (const entry of entries) {
    const { fact } = entry;
    if (fact.kind !== 'receipt' && fact.kind !== 'refund') continue;
    const of = refundedNumber(fact, numbers);
    const payment = paymentOf(fact.id);
    const fiscal = fiscalCells(facts.get(fiscalEndId(payment)), waiting.has(payment));
    const cells: ReceiptCells = { ...receiptCells(entry, fact, of, shop), ...fiscal };
    yield RECEIPT_COLUMNS.map((column) => cells[column]);
  }
}

/** The receipt that a refund refunds: its number in these books, or `till2-R12` of another till. */
function refundedNumber(
  fact: Extract<BookFact, { readonly kind: 'receipt' | 'refund' }>,
  numbers: ReadonlyMap<string, number | null>,
): string {
  if (fact.kind === 'receipt') return '';
  return fact.of === null ? (fact.otherReceipt ?? '') : String(numbers.get(fact.of) ?? '');
}

/** What the fiscal device made of a receipt; empty cells of a receipt without a device. */
function fiscalCells(
  end: BookFact | undefined,
  isWaiting: boolean,
): Pick<ReceiptCells, FiscalColumn> {
  const isFailed = end?.kind === 'fiscal' && end.act === 'failed';
  const state = isFailed ? 'failed' : isWaiting ? 'waiting' : '';
  const signed = end?.kind === 'fiscal' && end.act === 'signed' ? end : null;
  return {
    fiscal: signed === null ? state : 'signed',
    fiscal_device: signed?.device ?? '',
    fiscal_number: signed === null ? '' : String(signed.number),
    fiscal_time: signed?.time ?? '',
    fiscal_signature: signed?.signature ?? '',
  };
}

/** The texts of the bill. A text without a column does not compile. */
const textCells = ({ member }: Partial<BillTexts>): Pick<ReceiptCells, keyof BillTexts> => ({
  member: member ?? '',
});

function receiptCells(
  entry: BookEntry,
  fact: Extract<BookFact, { readonly kind: 'receipt' | 'refund' }>,
  of: string,
  { currency, timeZone }: { readonly currency: string; readonly timeZone: string },
): Omit<ReceiptCells, FiscalColumn> {
  const { method, total, tip } = fact;
  const isSale = fact.kind === 'receipt';
  const signed = (amount: number) =>
    toDecimalString(money(isSale || amount === 0 ? amount : -amount), currency);
  const gross = isSale ? fact.gross : total;
  const rounding = method.kind === 'cash' ? method.rounding : ZERO;
  return {
    receipt: String(entry.receipt ?? ''),
    day: entry.day,
    time: formatLocal(fact.at, timeZone),
    kind: fact.kind,
    by: fact.by,
    tender: method.kind === 'other' ? method.name : method.kind,
    tid: method.kind === 'phone' ? method.tid : '',
    refund_of: of,
    bill: isSale ? (fact.bill?.name ?? fact.bill?.id ?? '') : '',
    currency,
    gross: signed(gross),
    discount: signed(subtract(gross, total)),
    total: signed(total),
    vat: signed(fact.vat.reduce((sum, { vat }) => sum + vat, 0)),
    tip: signed(tip),
    rounding: signed(rounding),
    paid: signed(total + tip + rounding),
    reason: isSale ? '' : (fact.reason ?? ''),
    hash: entry.hash,
    ...textCells(isSale ? fact : {}),
  };
}
