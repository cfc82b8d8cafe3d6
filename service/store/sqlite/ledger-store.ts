import type { DatabaseSync } from 'node:sqlite';
import type { LedgerStore } from '../ledger-store.ts';
import {
  entrySumsOf,
  LEDGER_SQL,
  linesByKindOf,
  productSalesOf,
  scopeLineOf,
  transactionLineOf,
} from '../sql/ledger-tables.ts';
import { addSums, RETENTION_SQL, removedOf } from '../sql/retention-tables.ts';
import { readInteger, readIntegerOrNull } from '../sql/rows.ts';
import { prepareAll } from './database.ts';

/** The ledger as the rest of the service reads it. */
export function createLedgerStore(database: DatabaseSync): LedgerStore {
  const sql = prepareAll(database, { ...LEDGER_SQL, removed: RETENTION_SQL.removed });
  return {
    async transactionLines({ merchantId, currency, from, to }, limit) {
      return sql.transactionLines.all(merchantId, currency, from, to, limit).map(transactionLineOf);
    },
    async scopeLines({ merchantId, currency, from, to }, limit) {
      return sql.scopeLines.all(merchantId, currency, from, to, limit).map(scopeLineOf);
    },
    async linesByKind({ merchantId, currency, from, to }) {
      const range = [merchantId, currency, from, to] as const;
      return linesByKindOf(sql.transactionKinds.all(...range), sql.scopeKinds.all(...range));
    },
    async entrySums({ merchantId, currency, from, to }) {
      return entrySumsOf(sql.entrySums.all(merchantId, currency, from, to));
    },
    async balances({ merchantId, currency }) {
      const kept = entrySumsOf(sql.balances.all(merchantId, currency));
      return addSums(removedOf(sql.removed.get(merchantId, currency))?.sums ?? {}, kept);
    },
    async linesOf(merchantId, tid) {
      return sql.linesOf.all(merchantId, tid).map((row) => transactionLineOf(row).line);
    },
    async cutAt({ merchantId, currency }, from, end) {
      const later = sql.firstFrom.get(merchantId, currency, from, end);
      if (later !== undefined) return readInteger(later, 'seq') - 1;
      const row = sql.lastSeq.get(merchantId);
      return row === undefined ? from : readInteger(row, 'last_seq');
    },
    async sales(merchantId, { from, to, currency, numbers }, limit) {
      const range = [numbers?.from ?? 0, numbers?.to ?? Number.MAX_SAFE_INTEGER];
      return sql.sales
        .all(merchantId, from, to, currency, currency, ...range, limit)
        .map(productSalesOf);
    },
    async lastSale(merchantId, from, to) {
      const row = sql.lastSale.get(merchantId, from, to);
      return row === undefined ? null : readIntegerOrNull(row, 'at');
    },
  };
}
