import type { LedgerStore } from '../ledger-store.ts';
import {
  entrySumsOf,
  type LEDGER_SQL,
  linesByKindOf,
  movementOf,
  productSalesOf,
  scopeLineOf,
  transactionLineOf,
} from './ledger-tables.ts';
import type { NamedReads } from './named-statements.ts';
import { addSums, removedOf } from './retention-tables.ts';
import { readInteger, readIntegerOrNull } from './rows.ts';

/** The ledger as the rest of the service reads it. */
export function createLedgerStore(
  sql: NamedReads<keyof typeof LEDGER_SQL | 'removed'>,
): LedgerStore {
  return {
    async transactionLines({ merchantId, currency, from, to }, limit) {
      const rows = await sql.all('transactionLines', merchantId, currency, from, to, limit);
      return rows.map(transactionLineOf);
    },
    async movements({ merchantId, currency, from, to }, limit) {
      return (await sql.all('movements', merchantId, currency, from, to, limit)).map(movementOf);
    },
    async scopeLines({ merchantId, currency, from, to }, limit) {
      const rows = await sql.all('scopeLines', merchantId, currency, from, to, limit);
      return rows.map(scopeLineOf);
    },
    async linesByKind({ merchantId, currency, from, to }) {
      const range = [merchantId, currency, from, to] as const;
      return linesByKindOf(
        await sql.all('transactionKinds', ...range),
        await sql.all('scopeKinds', ...range),
      );
    },
    async entrySums({ merchantId, currency, from, to }) {
      return entrySumsOf(await sql.all('entrySums', merchantId, currency, from, to));
    },
    async balances({ merchantId, currency }) {
      const kept = entrySumsOf(await sql.all('balances', merchantId, currency));
      const removed = removedOf(await sql.get('removed', merchantId, currency));
      return addSums(removed?.sums ?? {}, kept);
    },
    async linesOf(merchantId, tid) {
      const rows = await sql.all('linesOf', merchantId, tid);
      return rows.map((row) => transactionLineOf(row).line);
    },
    async cutAt({ merchantId, currency }, from, end) {
      // Read first: rows that are written during the second read are not part of the cut.
      const row = await sql.get('lastSeq', merchantId);
      const ledger = [merchantId, currency];
      const later = await sql.get('firstFrom', ...ledger, ...ledger, from, end, from);
      if (later !== undefined) return readInteger(later, 'seq') - 1;
      return row === undefined ? from : readInteger(row, 'last_seq');
    },
    async sales(merchantId, { from, to, currency, numbers }, limit) {
      const range = [numbers?.from ?? 0, numbers?.to ?? Number.MAX_SAFE_INTEGER];
      const span = [merchantId, from, to, currency, currency];
      return (await sql.all('sales', ...span, ...range, limit)).map(productSalesOf);
    },
    async lastSale(merchantId, from, to) {
      const row = await sql.get('lastSale', merchantId, from, to);
      return row === undefined ? null : readIntegerOrNull(row, 'at');
    },
  };
}
