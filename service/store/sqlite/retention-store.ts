import type { DatabaseSync } from 'node:sqlite';
import type { LedgerKey, RetentionStore } from '../ledger-store.ts';
import { entrySumsOf, LEDGER_SQL } from '../sql/ledger-tables.ts';
import { permissionOf } from '../sql/permission-tables.ts';
import {
  advanceParameters,
  OF_PAYMENT,
  OLD_PERMISSIONS,
  oldParameters,
  oldPaymentOf,
  oldPayments,
  paymentKeys,
  permissionKeys,
  REMOVE_RANGE_SQL,
  RETENTION_SQL,
  removedOf,
} from '../sql/retention-tables.ts';
import { readInteger, readIntegerOrNull, readText } from '../sql/rows.ts';
import { settlementOf } from '../sql/settlement-tables.ts';
import { SERVICE } from '../store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import type { RecentPayments } from './payment-store.ts';

const SQL = {
  ...RETENTION_SQL,
  entrySums: LEDGER_SQL.entrySums,
  settledLine: `DELETE FROM settlement_line
    WHERE merchant_id = ? AND number = ? AND log = ? AND line_key = ? AND seq = ?`,
  sales: 'DELETE FROM sales_line WHERE merchant_id = ? AND at = ? AND seq = ?',
  oldPayments: oldPayments(`SELECT 1
    FROM json_each('[' || substr(payment.log_seqs, 2) || ']') AS own CROSS JOIN transaction_log AS line
    ON line.merchant_id = payment.merchant_id AND line.seq = own.value`),
  isUnchanged: 'SELECT 1 FROM payment WHERE merchant_id = ? AND tid = ? AND version = ?',
  payment: 'DELETE FROM payment WHERE merchant_id = ? AND tid = ?',
  oldPermissions: OLD_PERMISSIONS,
  permission: 'DELETE FROM permission_request WHERE merchant_id = ? AND rid = ? AND version = ?',
};

type RetentionDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly recent: RecentPayments;
};

export function createRetentionStore({ database, commits, recent }: RetentionDeps): RetentionStore {
  const sql = prepareAll(database, SQL);
  const ranges = Object.values(prepareAll(database, REMOVE_RANGE_SQL));
  const ofPayment = OF_PAYMENT.map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE merchant_id = ? AND tid = ?`),
  );
  const removed = ({ merchantId, currency }: LedgerKey) =>
    removedOf(sql.removed.get(merchantId, currency));

  return {
    removed: async (ledgerKey) => removed(ledgerKey),
    async salesRemovedUntil(merchantId) {
      const row = sql.salesRemoved.get(merchantId);
      return row === undefined ? null : readIntegerOrNull(row, 'until');
    },
    async firstKept(ledgerKey) {
      const { number = 0, toSeq: from = 0 } = removed(ledgerKey) ?? {};
      const { merchantId, currency } = ledgerKey;
      const settlement = settlementOf(sql.firstKept.get(merchantId, currency, number, from));
      return settlement === null ? null : { settlement, from };
    },
    removeBooks(settlement, from, to) {
      const { merchantId, currency, number } = settlement;
      const range = [merchantId, currency, from, to];
      return commits.write(SERVICE, () => {
        const before = removed(settlement);
        if ((before?.toSeq ?? 0) !== from) return false;
        const sums = entrySumsOf(sql.entrySums.all(...range));
        // First, because the database refuses to remove a line of books that are kept.
        sql.advance.run(...advanceParameters(settlement, before, to, sums));
        for (const row of sql.lines.all(...range, ...range)) {
          const [log, key] = [readText(row, 'log'), readText(row, 'line_key')];
          const [seq, at] = [readInteger(row, 'seq'), readInteger(row, 'at')];
          sql.settledLine.run(merchantId, number, log, key, seq);
          sql.sales.run(merchantId, at, seq);
        }
        for (const statement of ranges) statement.run(...range);
        return true;
      });
    },
    async oldPayments(merchantId, page) {
      return sql.oldPayments.all(...oldParameters(merchantId, page)).map(oldPaymentOf);
    },
    async removePayments(payments) {
      const count = await commits.write(SERVICE, () => {
        const unchanged = paymentKeys(payments).filter((one) => sql.isUnchanged.get(...one));
        for (const [merchantId, tid] of unchanged) {
          for (const statement of ofPayment) statement.run(merchantId, tid);
          sql.payment.run(merchantId, tid);
        }
        return unchanged.length;
      });
      for (const { tid } of payments) recent.forget(tid);
      return count;
    },
    async oldPermissions(merchantId, page) {
      return sql.oldPermissions.all(...oldParameters(merchantId, page)).map(permissionOf);
    },
    removePermissions: (permissions) =>
      commits.write(
        SERVICE,
        () =>
          permissionKeys(permissions).filter((one) => sql.permission.run(...one).changes === 1)
            .length,
      ),
  };
}
