export const LEDGER_SQL = {
  transactionLines: `SELECT * FROM transaction_log
    WHERE merchant_id = ? AND currency = ? AND seq > ? AND seq <= ? AND gross IS NOT NULL
    ORDER BY seq LIMIT ?`,
  scopeLines: `SELECT * FROM scope_log
    WHERE merchant_id = ? AND currency = ? AND seq > ? AND seq <= ? AND fee <> 0
    ORDER BY seq LIMIT ?`,
  entrySums: `SELECT account, CAST(SUM(amount) AS BIGINT) AS amount FROM ledger_entry
    WHERE merchant_id = ? AND currency = ? AND seq > ? AND seq <= ? GROUP BY account`,
  balances: `SELECT account, CAST(SUM(amount) AS BIGINT) AS amount FROM ledger_entry
    WHERE merchant_id = ? AND currency = ? GROUP BY account`,
  // A payment names its own lines, as ',1,5,9'. CROSS keeps the order of the tables, in which each line
  // is found by its number; left to itself SQLite reads the merchant's whole log instead.
  linesOf: `SELECT line.* FROM payment
    CROSS JOIN json_each('[' || substr(payment.log_seqs, 2) || ']') AS own
    CROSS JOIN transaction_log AS line
      ON line.merchant_id = payment.merchant_id AND line.seq = own.value
    WHERE payment.merchant_id = ? AND payment.tid = ? ORDER BY line.seq`,
  lastSeq: 'SELECT last_seq FROM ledger_book WHERE merchant_id = ?',
  // In the order of the numbers, so that it ends at the first one found.
  firstFrom: `SELECT seq FROM ledger_transaction
    WHERE merchant_id = ? AND currency = ? AND seq > ? AND at >= ? ORDER BY seq LIMIT 1`,
  sales: `SELECT product_id, MAX(description) AS description, currency, vat_rate, kind,
      CAST(SUM(total) AS BIGINT) AS total, CAST(SUM(vat) AS BIGINT) AS vat, SUM(quantity) AS quantity
    FROM sales_line WHERE merchant_id = ? AND at >= ? AND at < ? AND (CAST(? AS TEXT) IS NULL OR currency = ?)
      AND seq > ? AND seq <= ?
    GROUP BY product_id, currency, vat_rate, kind
    ORDER BY product_id, currency, vat_rate, kind LIMIT ?`,
  lastSale: `SELECT MAX(at) AS at FROM sales_line WHERE merchant_id = ? AND at >= ? AND at < ?`,
};
