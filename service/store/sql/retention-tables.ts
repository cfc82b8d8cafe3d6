import { ACCOUNTS } from '../../../shared/ledger/accounts.ts';
import { add, type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import type { Permission } from '../../permissions/rules/permission.ts';
import type {
  AccountSums,
  OldPage,
  OldPayment,
  RemovedBooks,
  Settlement,
} from '../ledger-store.ts';
import { paymentOf } from './payment-tables.ts';
import { type Row, readInteger, readText } from './rows.ts';

const RANGE = 'merchant_id = ? AND currency = ? AND seq > ? AND seq <= ?';

export const RETENTION_SQL = {
  removed: `SELECT number, to_seq, until, sums FROM ledger_removed
    WHERE merchant_id = ? AND currency = ?`,
  salesRemoved: 'SELECT MAX(until) AS until FROM ledger_removed WHERE merchant_id = ?',
  firstKept: `SELECT body FROM settlement
    WHERE merchant_id = ? AND currency = ? AND number >= ? AND to_seq > ? ORDER BY number LIMIT 1`,
  // Changes no row if another process has removed the same lines: it has changed `to_seq`.
  advance: `INSERT INTO ledger_removed (merchant_id, currency, number, to_seq, until, sums)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, currency) DO UPDATE SET number = excluded.number,
      to_seq = excluded.to_seq, until = excluded.until, sums = excluded.sums
    WHERE ledger_removed.to_seq = ?`,
  lines: `SELECT 'transaction' AS log, tid AS line_key, seq, at FROM transaction_log WHERE ${RANGE}
    UNION ALL SELECT 'scope', rid, seq, at FROM scope_log WHERE ${RANGE}`,
};

/** Each takes a range of a ledger. The entries come before the transactions that they refer to. */
export const REMOVE_RANGE_SQL = {
  entries: `DELETE FROM ledger_entry WHERE ${RANGE}`,
  transactions: `DELETE FROM ledger_transaction WHERE ${RANGE}`,
  transactionLines: `DELETE FROM transaction_log WHERE ${RANGE}`,
  scopeLines: `DELETE FROM scope_log WHERE ${RANGE}`,
};

const OLD = 'merchant_id = ? AND created < ?';

/** The oldest payments of a merchant; `lines` selects the lines of the log about `payment`. */
export const oldPayments = (lines: string) => `SELECT request, state,
    CASE WHEN EXISTS (${lines}) THEN 1 ELSE 0 END AS logged FROM payment
  WHERE ${OLD} AND (created, tid) > (?, ?) ORDER BY created, tid LIMIT ?`;

export const OLD_PERMISSIONS = `SELECT request, state FROM permission_request
  WHERE ${OLD} AND (created, rid) > (?, ?) ORDER BY created, rid LIMIT ?`;

export const oldParameters = (merchantId: string, { before, after, limit }: OldPage) =>
  [merchantId, before, after.created, after.id, limit] as const;

export function oldPaymentOf(row: Row): OldPayment {
  return { payment: paymentOf(row), logged: readInteger(row, 'logged') === 1 };
}

/** The service wrote the stored text itself. */
export function removedOf(row: Row | undefined): RemovedBooks | null {
  if (row === undefined) return null;
  const sums: AccountSums = JSON.parse(readText(row, 'sums'));
  const [number, toSeq] = [readInteger(row, 'number'), readInteger(row, 'to_seq')];
  return { number, toSeq, until: readInteger(row, 'until'), sums };
}

/** The values of `advance`. `sums` are those of the removed range alone. */
export function advanceParameters(
  { merchantId, currency, number, end }: Settlement,
  before: RemovedBooks | null,
  to: number,
  sums: AccountSums,
): (string | number)[] {
  const all = JSON.stringify(addSums(before?.sums ?? {}, sums));
  return [merchantId, currency, number, to, end, all, before?.toSeq ?? 0];
}

/** The sums of two parts of a ledger together, without accounts that are zero. */
export function addSums(one: AccountSums, other: AccountSums): AccountSums {
  const both: [string, MoneyInteger][] = ACCOUNTS.map((account) => [
    account,
    add(one[account] ?? ZERO, other[account] ?? ZERO),
  ]);
  return Object.fromEntries(both.filter(([, amount]) => amount !== 0));
}

/** Tables with rows of a payment, apart from `payment`; the rows go before the payment. */
export const OF_PAYMENT = ['payment_permission', 'attachment', 'ticket'] as const;

/** Merchant, key and version of each. */
export const paymentKeys = (payments: readonly Payment[]) =>
  payments.map(({ merchantId, tid, version }) => [merchantId, tid, version] as const);

export const permissionKeys = (permissions: readonly Permission[]) =>
  permissions.map(({ merchantId, rid, version }) => [merchantId, rid, version] as const);
