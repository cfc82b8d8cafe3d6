import type { LedgerStore } from '../ledger-store.ts';
import { LEDGER_SQL } from '../sql/ledger.ts';
import { entrySumsOf, productSalesOf, scopeLineOf, transactionLineOf } from '../sql/ledger-rows.ts';
import { readInteger, readIntegerOrNull } from '../sql/rows.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements({
  ...LEDGER_SQL,
  linesOf: 'SELECT * FROM transaction_log WHERE merchant_id = ? AND tid = ? ORDER BY seq',
});

/** The books as the rest of the service reads them. */
export function createLedgerStore(database: PostgresDatabase): LedgerStore {
  return {
    async transactionLines({ merchantId, currency, from, to }, limit) {
      const rows = await database.all(SQL.transactionLines, merchantId, currency, from, to, limit);
      return rows.map(transactionLineOf);
    },
    async scopeLines({ merchantId, currency, from, to }, limit) {
      const rows = await database.all(SQL.scopeLines, merchantId, currency, from, to, limit);
      return rows.map(scopeLineOf);
    },
    async entrySums({ merchantId, currency, from, to }) {
      return entrySumsOf(await database.all(SQL.entrySums, merchantId, currency, from, to));
    },
    async balances({ merchantId, currency }) {
      return entrySumsOf(await database.all(SQL.balances, merchantId, currency));
    },
    async linesOf(merchantId, tid) {
      const rows = await database.all(SQL.linesOf, merchantId, tid);
      return rows.map((row) => transactionLineOf(row).line);
    },
    async cutAt({ merchantId, currency }, from, end) {
      // Read first: what is written while the other answer is on its way is not part of the cut.
      const book = await database.get(SQL.lastSeq, merchantId);
      const later = await database.get(SQL.firstFrom, merchantId, currency, from, end);
      if (later !== undefined) return readInteger(later, 'seq') - 1;
      return book === undefined ? from : readInteger(book, 'last_seq');
    },
    async sales(merchantId, { from, to, currency, numbers }, limit) {
      const range = [numbers?.from ?? 0, numbers?.to ?? Number.MAX_SAFE_INTEGER];
      const span = [merchantId, from, to, currency, currency];
      return (await database.all(SQL.sales, ...span, ...range, limit)).map(productSalesOf);
    },
    async lastSale(merchantId, from, to) {
      const row = await database.get(SQL.lastSale, merchantId, from, to);
      return row === undefined ? null : readIntegerOrNull(row, 'at');
    },
  };
}
