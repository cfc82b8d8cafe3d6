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
    line.tid,
    line.subId,
    formatDateTime(line.at),
    line.action,
    line.type,
    line.customer,
    currency,
    decimal(line.amount),
    decimal(line.additionalAmount),
    ...paid,
    owner.merchantId,
    owner.settlementId,
    '',
    '',
  ];
}

/** A line of the scope log. */
export function scopeRow(line: ScopeLine, owner: LogOwner): string[] {
  return [
    line.rid,
    formatDateTime(line.at),
    line.status,
    line.customer,
    line.currency,
    toDecimalString(line.fee, line.currency),
    toDecimalString(line.vat, line.currency),
    line.taxCode,
    owner.merchantId,
    owner.settlementId,
    '',
    '',
    '',
  ];
}
