import { type Account, accountOf } from '../../../shared/ledger/accounts.ts';
import {
  type LedgerRecord,
  type LineMoney,
  SALES_KINDS,
  SCOPE_STATUSES,
  type ScopeLine,
  type TransactionLine,
} from '../../../shared/ledger/lines.ts';
import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import { LOG_ACTIONS } from '../../../shared/payment/moves.ts';
import type {
  AccountSums,
  LedgerMovement,
  LineSums,
  LinesByKind,
  Numbered,
  ProductSales,
} from '../ledger-store.ts';
import { type Row, readInteger, readIntegerOrNull, readText, readTextOrNull } from './rows.ts';

/** Reads a value of a closed set. Any other value means a damaged database. */
function readWord<W extends string>(row: Row, column: string, words: readonly W[]): W {
  const text = readText(row, column);
  const word = words.find((one) => one === text);
  if (word === undefined) throw new TypeError(`column ${column} has an unknown value`);
  return word;
}

const readMoney = (row: Row, column: string): MoneyInteger => money(readInteger(row, column));

export function transactionLineOf(row: Row): Numbered<TransactionLine> {
  const line: TransactionLine = {
    tid: readText(row, 'tid'),
    subId: readText(row, 'sub_id'),
    at: readInteger(row, 'at'),
    action: readWord(row, 'action', LOG_ACTIONS),
    type: readWord(row, 'type', ['credit', '']),
    customer: readText(row, 'customer'),
    currency: readText(row, 'currency'),
    amount: readMoney(row, 'amount'),
    additionalAmount: readMoney(row, 'additional_amount'),
    money: lineMoneyOf(row),
  };
  return { seq: readInteger(row, 'seq'), line };
}

export function movementOf(row: Row): LedgerMovement {
  return {
    seq: readInteger(row, 'seq'),
    tid: readText(row, 'tid'),
    at: readInteger(row, 'at'),
    kind: readWord(row, 'action', ['capture', 'refund']),
    amount: money(Math.abs(readInteger(row, 'gross'))),
    posId: readTextOrNull(row, 'pos_id'),
  };
}

function lineMoneyOf(row: Row): LineMoney | null {
  if (readIntegerOrNull(row, 'gross') === null) return null;
  return {
    gross: readMoney(row, 'gross'),
    fee: readMoney(row, 'fee'),
    interchange: readMoney(row, 'interchange'),
    vat: readMoney(row, 'vat'),
    taxCode: readText(row, 'taxcode'),
    net: readMoney(row, 'net'),
  };
}

export function scopeLineOf(row: Row): Numbered<ScopeLine> {
  const line: ScopeLine = {
    rid: readText(row, 'rid'),
    at: readInteger(row, 'at'),
    status: readWord(row, 'status', SCOPE_STATUSES),
    customer: readText(row, 'customer'),
    currency: readText(row, 'currency'),
    fee: readMoney(row, 'fee'),
    vat: readMoney(row, 'vat'),
    taxCode: readText(row, 'taxcode'),
  };
  return { seq: readInteger(row, 'seq'), line };
}

export function productSalesOf(row: Row): ProductSales {
  return {
    productId: readText(row, 'product_id'),
    description: readText(row, 'description'),
    currency: readText(row, 'currency'),
    vatRate: readInteger(row, 'vat_rate'),
    kind: readWord(row, 'kind', SALES_KINDS),
    total: readMoney(row, 'total'),
    vat: readMoney(row, 'vat'),
    quantity: readInteger(row, 'quantity'),
  };
}

/** Lines by kind, from the rows of both logs. */
export function linesByKindOf(transaction: readonly Row[], scope: readonly Row[]): LinesByKind {
  return {
    transaction: new Map(
      transaction.map((row) => [readWord(row, 'kind', LOG_ACTIONS), sumsOf(row)]),
    ),
    scope: new Map(scope.map((row) => [readWord(row, 'kind', SCOPE_STATUSES), sumsOf(row)])),
  };
}

function sumsOf(row: Row): LineSums {
  return {
    count: readInteger(row, 'count'),
    gross: readMoney(row, 'gross'),
    fee: readMoney(row, 'fee'),
    interchange: readMoney(row, 'interchange'),
    vat: readMoney(row, 'vat'),
  };
}

/** Sums by account, as rows of `account` and `amount`. */
export function entrySumsOf(rows: readonly Row[]): AccountSums {
  const sums: Partial<Record<Account, MoneyInteger>> = {};
  for (const row of rows) {
    const account = accountOf(readText(row, 'account'));
    if (account === null) throw new TypeError('column account has an unknown value');
    sums[account] = readMoney(row, 'amount');
  }
  return sums;
}

export type Line<K> = Extract<LedgerRecord, { readonly kind: K }>['line'];

export function lineColumns(line: Line<'transaction'>) {
  const { money } = line;
  return [
    line.tid,
    line.subId,
    line.at,
    line.action,
    line.type,
    line.customer,
    line.currency,
    line.amount,
    line.additionalAmount,
    money?.gross ?? null,
    money?.fee ?? null,
    money?.interchange ?? null,
    money?.vat ?? null,
    money?.taxCode ?? null,
    money?.net ?? null,
  ];
}

export function scopeColumns(line: Line<'scope'>) {
  const { rid, at, status, customer, currency, fee, vat, taxCode } = line;
  return [rid, at, status, customer, currency, fee, vat, taxCode];
}

export const LEDGER_SQL = {
  transactionLines: `SELECT * FROM transaction_log
    WHERE merchant_id = ? AND currency = ? AND seq > ? AND seq <= ? AND gross IS NOT NULL
    ORDER BY seq LIMIT ?`,
  // The till is found for each line of the page by the payment's key, whatever a database knows of its tables.
  movements: `SELECT line.seq, line.tid, line.at, line.action, line.gross,
      (SELECT payment.pos_id FROM payment
        WHERE payment.tid = line.tid AND payment.merchant_id = line.merchant_id) AS pos_id
    FROM transaction_log AS line
    WHERE line.merchant_id = ? AND line.currency = ? AND line.seq > ? AND line.seq <= ?
      AND line.gross IS NOT NULL
    ORDER BY line.seq LIMIT ?`,
  scopeLines: `SELECT * FROM scope_log
    WHERE merchant_id = ? AND currency = ? AND seq > ? AND seq <= ? AND fee <> 0
    ORDER BY seq LIMIT ?`,
  transactionKinds: `SELECT action AS kind, COUNT(*) AS count,
      CAST(COALESCE(SUM(gross), 0) AS BIGINT) AS gross, CAST(COALESCE(SUM(fee), 0) AS BIGINT) AS fee,
      CAST(COALESCE(SUM(interchange), 0) AS BIGINT) AS interchange,
      CAST(COALESCE(SUM(vat), 0) AS BIGINT) AS vat
    FROM transaction_log WHERE merchant_id = ? AND currency = ? AND seq > ? AND seq <= ? GROUP BY action`,
  scopeKinds: `SELECT status AS kind, COUNT(*) AS count, 0 AS gross,
      CAST(SUM(fee) AS BIGINT) AS fee, 0 AS interchange, CAST(SUM(vat) AS BIGINT) AS vat
    FROM scope_log WHERE merchant_id = ? AND currency = ? AND seq > ? AND seq <= ? GROUP BY status`,
  entrySums: `SELECT account, CAST(SUM(amount) AS BIGINT) AS amount FROM ledger_entry
    WHERE merchant_id = ? AND currency = ? AND seq > ? AND seq <= ? GROUP BY account`,
  balances: `SELECT account, CAST(SUM(amount) AS BIGINT) AS amount FROM ledger_entry
    WHERE merchant_id = ? AND currency = ? GROUP BY account`,
  // A payment names its own lines, as ',1,5,9'. CROSS keeps the order of the tables, so that each
  // line is found by its number; otherwise SQLite reads the merchant's whole log.
  linesOf: `SELECT line.* FROM payment
    CROSS JOIN json_each('[' || substr(payment.log_seqs, 2) || ']') AS own
    CROSS JOIN transaction_log AS line
      ON line.merchant_id = payment.merchant_id AND line.seq = own.value
    WHERE payment.merchant_id = ? AND payment.tid = ? ORDER BY line.seq`,
  lastSeq: 'SELECT last_seq FROM ledger_book WHERE merchant_id = ?',
  // The one behind the last that is earlier. In the order of the numbers, so that each part ends at its first match.
  firstFrom: `SELECT seq FROM ledger_transaction
    WHERE merchant_id = ? AND currency = ? AND seq > COALESCE((SELECT seq FROM ledger_transaction
      WHERE merchant_id = ? AND currency = ? AND seq > ? AND at < ? ORDER BY seq DESC LIMIT 1), ?)
    ORDER BY seq LIMIT 1`,
  sales: `SELECT product_id, MAX(description) AS description, currency, vat_rate, kind,
      CAST(SUM(total) AS BIGINT) AS total, CAST(SUM(vat) AS BIGINT) AS vat, SUM(quantity) AS quantity
    FROM sales_line WHERE merchant_id = ? AND at >= ? AND at < ? AND (CAST(? AS TEXT) IS NULL OR currency = ?)
      AND seq > ? AND seq <= ?
    GROUP BY product_id, currency, vat_rate, kind
    ORDER BY product_id, currency, vat_rate, kind LIMIT ?`,
  lastSale: `SELECT MAX(at) AS at FROM sales_line WHERE merchant_id = ? AND at >= ? AND at < ?`,
};
