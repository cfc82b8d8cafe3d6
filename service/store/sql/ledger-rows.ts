import { type Account, accountOf } from '../../../shared/ledger/accounts.ts';
import {
  type LineMoney,
  SALES_KINDS,
  SCOPE_STATUSES,
  type ScopeLine,
  type TransactionLine,
} from '../../../shared/ledger/lines.ts';
import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import { LOG_ACTIONS } from '../../../shared/payment/moves.ts';
import type { Numbered, ProductSales } from '../ledger-store.ts';
import { type Row, readInteger, readIntegerOrNull, readText } from './rows.ts';

/** Reads one of a closed set of words. Another word means a damaged database. */
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

/** Sums by account, as rows of `account` and `amount`. */
export function entrySumsOf(rows: readonly Row[]): Partial<Record<Account, MoneyInteger>> {
  const sums: Partial<Record<Account, MoneyInteger>> = {};
  for (const row of rows) {
    const account = accountOf(readText(row, 'account'));
    if (account === null) throw new TypeError('column account has an unknown value');
    sums[account] = readMoney(row, 'amount');
  }
  return sums;
}
