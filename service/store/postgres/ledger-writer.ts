import type { Posting } from '../../../shared/ledger/accounts.ts';
import type { LedgerRecord } from '../../../shared/ledger/lines.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { lineColumns, scopeColumns } from '../sql/ledger-tables.ts';
import { bulk, bulkOf, byKey, counted } from './bulk.ts';
import type { Transaction } from './transaction.ts';

/** One write into a merchant's ledger: a line of a log, a money transaction, or both. */
export type Booking = {
  readonly merchantId: string;
  readonly at: Instant;
  readonly record: LedgerRecord | null;
  readonly posting: Posting | null;
};

/** The number of a row: `numbered` has the last one of each merchant. */
const seqOf = (numbered: string): string => `(SELECT numbered.last_seq FROM ${numbered} AS numbered
    WHERE numbered.merchant_id = given.merchant_id) - given.back`;
const SEQ = seqOf('ledger_book');
const KEY = { merchant_id: 'text', back: 'bigint' } as const;

// A separate part locks the ledger's row until the end of the transaction, so numbers and commits
// have the same order in all processes, and no number is skipped. Everything that each commit
// writes is one statement, because starting a statement costs as much as writing a few rows.
const BOOK = bulkOf([
  [
    { merchant_id: 'text', more: 'bigint' },
    `WITH booked AS (
      INSERT INTO ledger_book (merchant_id, last_seq) SELECT merchant_id, more FROM GIVEN
      ON CONFLICT (merchant_id) DO UPDATE SET last_seq = ledger_book.last_seq + excluded.last_seq
      RETURNING merchant_id, last_seq),`,
  ],
  [
    {
      ...KEY,
      tid: 'text',
      sub_id: 'text',
      at: 'bigint',
      action: 'text',
      type: 'text',
      customer: 'text',
      currency: 'text',
      amount: 'bigint',
      additional_amount: 'bigint',
      gross: 'bigint',
      fee: 'bigint',
      interchange: 'bigint',
      vat: 'bigint',
      taxcode: 'text',
      net: 'bigint',
    },
    `lines AS (
      INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer,
        currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net)
      SELECT merchant_id, ${seqOf('booked')}, tid, sub_id, at, action, type, customer, currency,
        amount, additional_amount, gross, fee, interchange, vat, taxcode, net FROM GIVEN),`,
  ],
  [
    {
      ...KEY,
      at: 'bigint',
      line: 'bigint',
      kind: 'text',
      product_id: 'text',
      description: 'text',
      currency: 'text',
      vat_rate: 'bigint',
      total: 'bigint',
      vat: 'bigint',
      quantity: 'double precision',
    },
    `sold AS (
      INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency,
        vat_rate, total, vat, quantity)
      SELECT merchant_id, at, ${seqOf('booked')}, line, kind, product_id, description, currency,
        vat_rate, total, vat, quantity FROM GIVEN)`,
  ],
  [
    { ...KEY, currency: 'text', account: 'text', amount: 'bigint' },
    `INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount)
      SELECT merchant_id, currency, ${seqOf('booked')}, account, amount FROM GIVEN`,
  ],
]);

const SCOPES = bulk(
  {
    ...KEY,
    rid: 'text',
    at: 'bigint',
    status: 'text',
    customer: 'text',
    currency: 'text',
    fee: 'bigint',
    vat: 'bigint',
    taxcode: 'text',
  },
  `INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode)
    SELECT merchant_id, ${SEQ}, rid, at, status, customer, currency, fee, vat, taxcode FROM GIVEN`,
);

// Closes what the entries opened; the database refuses it unless they add up to zero.
const CLOSE = bulk(
  { ...KEY, currency: 'text', at: 'bigint', kind: 'text' },
  `INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind)
    SELECT merchant_id, currency, ${SEQ}, at, kind FROM GIVEN`,
);

const SCHEDULES = bulk(
  { merchant_id: 'text', currency: 'text', opened: 'bigint' },
  `INSERT INTO settlement_schedule (merchant_id, currency, opened)
    SELECT merchant_id, currency, opened FROM GIVEN
    ON CONFLICT (merchant_id, currency) DO NOTHING`,
);

type Cells = (string | number | null)[];

/** Sends the writes of these bookings, each with the next number of its merchant's ledger. */
export function writeBookings(transaction: Transaction, bookings: readonly Booking[]): void {
  if (bookings.length === 0) return;
  const groups = byKey(bookings, ({ merchantId }) => merchantId);
  const lines: Cells[] = [];
  const scopes: Cells[] = [];
  const sales: Cells[] = [];
  const entries: Cells[] = [];
  const closes: Cells[] = [];
  for (const { row, back } of counted(groups)) {
    const { merchantId, at, record, posting } = row;
    if (record?.kind === 'scope') scopes.push([merchantId, back, ...scopeColumns(record.line)]);
    if (record?.kind === 'transaction') {
      lines.push([merchantId, back, ...lineColumns(record.line)]);
      for (const [index, sale] of record.sales.entries()) {
        const { kind, productId, description, vatRate, total, vat, quantity } = sale;
        const what = [kind, productId, description, record.line.currency];
        sales.push([merchantId, back, at, index, ...what, vatRate, total, vat, quantity]);
      }
    }
    if (posting === null) continue;
    for (const { account, amount } of balanced(posting)) {
      entries.push([merchantId, back, posting.currency, account, amount]);
    }
    closes.push([merchantId, back, posting.currency, at, posting.kind]);
  }
  const counts = [...groups].map(([merchantId, rows]) => [merchantId, rows.length]);
  transaction.send(BOOK.statement, ...BOOK.values([counts, lines, sales, entries]));
  if (scopes.length > 0) transaction.send(SCOPES.statement, ...SCOPES.values(scopes));
  // A separate statement: until then the entries' transaction must not exist.
  if (closes.length > 0) transaction.send(CLOSE.statement, ...CLOSE.values(closes));
}

function balanced({ kind, entries }: Posting): Posting['entries'] {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0);
  if (sum !== 0) throw new Error(`a ${kind} of the ledger is ${sum} minor units off`);
  return entries;
}

/** Ensures that every ledger with transactions has a settlement schedule. */
export class Schedules {
  /** Ledgers whose schedule is committed; a schedule is never removed. */
  #known = new Set<string>();

  /** Sends the writes that create the schedules; existing ones do not change. */
  open(transaction: Transaction, bookings: readonly Booking[]): void {
    const rows = new Map<string, Cells>();
    for (const { merchantId, at, posting } of bookings) {
      if (posting === null) continue;
      const key = `${posting.currency} ${merchantId}`;
      if (this.#known.has(key) || rows.has(key)) continue;
      rows.set(key, [merchantId, posting.currency, at]);
    }
    if (rows.size === 0) return;
    const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    transaction.send(SCHEDULES.statement, ...SCHEDULES.values(sorted));
  }

  /** Called after the commit. */
  opened(bookings: readonly Booking[]): void {
    if (this.#known.size > SCHEDULES_REMEMBERED) this.#known = new Set();
    for (const { merchantId, posting } of bookings) {
      if (posting !== null) this.#known.add(`${posting.currency} ${merchantId}`);
    }
  }
}

const SCHEDULES_REMEMBERED = 10_000;
