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
    yield [...receiptRow(entry, fact, of, shop), ...fiscal];
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
function fiscalCells(end: BookFact | undefined, isWaiting: boolean): readonly string[] {
  if (end?.kind === 'fiscal' && end.act === 'signed') {
    const { device, number, time, signature } = end;
    return ['signed', device, String(number), time, signature];
  }
  const isFailed = end?.kind === 'fiscal' && end.act === 'failed';
  return [isFailed ? 'failed' : isWaiting ? 'waiting' : '', '', '', '', ''];
}

function receiptRow(
  entry: BookEntry,
  fact: Extract<BookFact, { readonly kind: 'receipt' | 'refund' }>,
  of: string,
  { currency, timeZone }: { readonly currency: string; readonly timeZone: string },
): readonly string[] {
  const { method, total, tip } = fact;
  const isSale = fact.kind === 'receipt';
  const signed = (amount: number) =>
    toDecimalString(money(isSale || amount === 0 ? amount : -amount), currency);
  const gross = isSale ? fact.gross : total;
  const rounding = method.kind === 'cash' ? method.rounding : ZERO;
  return [
    String(entry.receipt ?? ''),
    entry.day,
    formatLocal(fact.at, timeZone),
    fact.kind,
    fact.by,
    method.kind === 'other' ? method.name : method.kind,
    method.kind === 'phone' ? method.tid : '',
    of,
    isSale ? (fact.bill?.name ?? fact.bill?.id ?? '') : '',
    currency,
    signed(gross),
    signed(subtract(gross, total)),
    signed(total),
    signed(fact.vat.reduce((sum, { vat }) => sum + vat, 0)),
    signed(tip),
    signed(rounding),
    signed(total + tip + rounding),
    isSale ? '' : (fact.reason ?? ''),
    entry.hash,
    isSale ? (fact.member ?? '') : '',
  ];
}
