import { type MoneyInteger, money, ZERO } from '../money/money.ts';
import type { ScopeLine, TransactionLine } from './lines.ts';

/** What the lines of a settlement add up to, in one currency. */
export type Totals = {
  readonly amount: MoneyInteger;
  readonly additionalAmount: MoneyInteger;
  readonly captures: MoneyInteger;
  readonly refunds: MoneyInteger;
  readonly captureCount: number;
  readonly refundCount: number;
  readonly transactionFee: MoneyInteger;
  readonly transactionFeeVat: MoneyInteger;
  readonly interchange: MoneyInteger;
  readonly scopeFee: MoneyInteger;
  readonly scopeFeeVat: MoneyInteger;
  readonly scopeCount: number;
};

export const NO_TOTALS: Totals = {
  amount: ZERO,
  additionalAmount: ZERO,
  captures: ZERO,
  refunds: ZERO,
  captureCount: 0,
  refundCount: 0,
  transactionFee: ZERO,
  transactionFeeVat: ZERO,
  interchange: ZERO,
  scopeFee: ZERO,
  scopeFeeVat: ZERO,
  scopeCount: 0,
};

/** Adds a line of the transaction log; one that moves no money changes nothing. */
export function withTransaction(totals: Totals, line: TransactionLine): Totals {
  if (line.money === null) return totals;
  const { gross, fee, vat, interchange } = line.money;
  const back = line.action === 'refund';
  const sign = back ? -1 : 1;
  return {
    ...totals,
    amount: money(totals.amount + sign * line.amount),
    additionalAmount: money(totals.additionalAmount + sign * line.additionalAmount),
    captures: money(totals.captures + (back ? 0 : gross)),
    refunds: money(totals.refunds - (back ? gross : 0)),
    captureCount: totals.captureCount + (back ? 0 : 1),
    refundCount: totals.refundCount + (back ? 1 : 0),
    transactionFee: money(totals.transactionFee + fee),
    transactionFeeVat: money(totals.transactionFeeVat + vat),
    interchange: money(totals.interchange + interchange),
  };
}

/** Adds a line of the scope log. */
export function withScope(totals: Totals, line: ScopeLine): Totals {
  return {
    ...totals,
    scopeFee: money(totals.scopeFee + line.fee),
    scopeFeeVat: money(totals.scopeFeeVat + line.vat),
    scopeCount: totals.scopeCount + 1,
  };
}

export function isEmpty(totals: Totals): boolean {
  return totals.captureCount + totals.refundCount + totals.scopeCount === 0;
}
