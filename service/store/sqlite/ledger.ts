import type { DatabaseSync } from 'node:sqlite';
import type { LedgerStore } from '../ledger-store.ts';
import { entrySumsOf, productSalesOf, scopeLineOf, transactionLineOf } from './ledger-rows.ts';
import { readInteger, readIntegerOrNull } from './rows.ts';
import { prepareAll } from './statements.ts';

const SQL = {
  transactionLines: `SELECT * FROM transaction_log
    WHERE merchant_id = ? AND currency = ? AND seq > ? AND seq <= ? AND gross IS NOT NULL
    ORDER BY seq LIMIT ?`,
  scopeLines: `SELECT * FROM scope_log
    WHERE merchant_id = ? AND currency = ? AND seq > ? AND seq <= ? AND fee <> 0
    ORDER BY seq LIMIT ?`,
  entrySums: `SELECT account, SUM(amount) AS amount FROM ledger_entry
    WHERE merchant_id = ? AND currency = ? AND seq > ? AND seq <= ? GROUP BY account`,
  balances: `SELECT account, SUM(amount) AS amount FROM ledger_entry
    WHERE merchant_id = ? AND currency = ? GROUP BY account`,
  // A payment names its own lines, as ',1,5,9'.
  linesOf: `SELECT line.* FROM payment
    JOIN json_each('[' || substr(payment.log_seqs, 2) || ']') AS own
    JOIN transaction_log AS line ON line.merchant_id = payment.merchant_id AND line.seq = own.value
    WHERE payment.merchant_id = ? AND payment.tid = ? ORDER BY line.seq`,
  lastSeq: 'SELECT last_seq FROM ledger_book WHERE merchant_id = ?',
  // In the order of the numbers, so that it ends at the first one found.
  firstFrom: `SELECT seq FROM ledger_transaction
    WHERE merchant_id = ? AND currency = ? AND seq > ? AND at >= ? ORDER BY seq LIMIT 1`,
  sales: `SELECT product_id, MAX(description) AS description, currency, vat_rate, kind,
      SUM(total) AS total, SUM(vat) AS vat, SUM(quantity) AS quantity
    FROM sales_line WHERE merchant_id = ? AND at >= ? AND at < ? AND (? IS NULL OR currency = ?)
      AND seq > ? AND seq <= ?
    GROUP BY product_id, currency, vat_rate, kind
    ORDER BY product_id, currency, vat_rate, kind LIMIT ?`,
  lastSale: `SELECT MAX(at) AS at FROM sales_line WHERE merchant_id = ? AND at >= ? AND at < ?`,
};

/** The books as the rest of the service reads them. */
export function createLedgerStore(database: DatabaseSync): LedgerStore {
  const sql = prepareAll(database, SQL);
  return {
    async transactionLines({ merchantId, currency, from, to }, limit) {
      return sql.transactionLines.all(merchantId, currency, from, to, limit).map(transactionLineOf);
    },
    async scopeLines({ merchantId, currency, from, to }, limit) {
      return sql.scopeLines.all(merchantId, currency, from, to, limit).map(scopeLineOf);
    },
    async entrySums({ merchantId, currency, from, to }) {
      return entrySumsOf(sql.entrySums.all(merchantId, currency, from, to));
    },
    async balances({ merchantId, currency }) {
      return entrySumsOf(sql.balances.all(merchantId, currency));
    },
    async linesOf(merchantId, tid) {
      return sql.linesOf.all(merchantId, tid).map((row) => transactionLineOf(row).line);
    },
    async cutAt({ merchantId, currency }, from, end) {
      const later = sql.firstFrom.get(merchantId, currency, from, end);
      if (later !== undefined) return readInteger(later, 'seq') - 1;
      const book = sql.lastSeq.get(merchantId);
      return book === undefined ? from : readInteger(book, 'last_seq');
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
