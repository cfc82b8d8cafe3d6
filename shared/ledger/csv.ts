import { type MoneyInteger, toDecimalString } from '../money/money.ts';
import { formatDateTime } from '../time/date-time.ts';
import type { ScopeLine, TransactionLine } from './lines.ts';

/** Header of the transaction log of a settlement: 17 columns and two reserved ones (section 1.13). */
export const TRANSACTION_COLUMNS: readonly string[] = [
  'tid',
  'sub_id',
  'timestamp',
  'action',
  'type',
  'customer',
  'currency',
  'amount',
  'additional_amount',
  'gross',
  'fee',
  'interchange',
  'vat',
  'taxcode',
  'net',
  'merchant_id',
  'settlement_id',
  'reserved1',
  'reserved2',
];

/** Header of the scope log of a settlement (section 1.13). */
export const SCOPE_COLUMNS: readonly string[] = [
  'rid',
  'timestamp',
  'status',
  'customer',
  'currency',
  'fee',
  'vat',
  'taxcode',
  'merchant_id',
  'settlement_id',
  'reserved1',
  'reserved2',
  'reserved3',
];

/** Whose log it is, as the last columns of every line say. */
export type LogOwner = { readonly merchantId: string; readonly settlementId: string };

/** A line of the transaction log; amounts in major units with the currency's decimals. */
export function transactionRow(line: TransactionLine, owner: LogOwner): string[] {
  const { currency, money } = line;
  const decimal = (amount: MoneyInteger) => toDecimalString(amount, currency);
  const paid =
    money === null
      ? ['', '', '', '', '', '']
      : [
          decimal(money.gross),
          decimal(money.fee),
          decimal(money.interchange),
          decimal(money.vat),
          money.taxCode,
          decimal(money.net),
        ];
  return [
    plainText(line.tid),
    plainText(line.subId),
    formatDateTime(line.at),
    line.action,
    line.type,
    plainText(line.customer),
    currency,
    decimal(line.amount),
    decimal(line.additionalAmount),
    ...paid,
    plainText(owner.merchantId),
    plainText(owner.settlementId),
    '',
    '',
  ];
}

/** A line of the scope log. */
export function scopeRow(line: ScopeLine, owner: LogOwner): string[] {
  return [
    plainText(line.rid),
    formatDateTime(line.at),
    line.status,
    plainText(line.customer),
    line.currency,
    toDecimalString(line.fee, line.currency),
    toDecimalString(line.vat, line.currency),
    line.taxCode,
    plainText(owner.merchantId),
    plainText(owner.settlementId),
    '',
    '',
    '',
  ];
}

/** Where a spreadsheet may begin a cell in a text, by its language's separator; then what it runs. */
const FORMULA = /(^|[;,|\t\r\n])(?=["']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * An apostrophe is put before text from outside that a spreadsheet would read as a formula: at its start,
 * and after everything that a spreadsheet may read as the end of a cell (a separator of another language,
 * a tab, the end of a line). The full-width forms count too, because some spreadsheets read them as the
 * plain ones. Amounts are never changed: a refund starts with a minus sign and must stay a number.
 */
export function plainText(text: string): string {
  const safe = text.replace(FORMULA, "$1'");
  return /^[\t\r\n]/.test(safe) ? `'${safe}` : safe;
}
