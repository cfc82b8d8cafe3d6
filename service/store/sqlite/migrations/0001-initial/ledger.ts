const TRANSACTION_COLUMNS = `merchant_id, seq, tid, sub_id, at, action, type, currency, amount,
  additional_amount, gross, fee, interchange, vat, taxcode, net`;
const SCOPE_COLUMNS = 'merchant_id, seq, rid, at, status, currency, fee, vat, taxcode';

/**
 * True for an update of a log line that does more than replace the customer's name by the pseudonym of an
 * erased customer. `columns` are all columns of the log but that name.
 */
function changesMore(columns: string): string {
  const rowOf = (row: string) => `(${columns.replaceAll(/(\w+)/g, `${row}.$1`)})`;
  return `NEW.customer NOT LIKE 'erased:%' OR ${rowOf('NEW')} IS NOT ${rowOf('OLD')}`;
}

/** The rule that no row of `table` is removed, except those of removed books (`ledger_removed`). */
const removable = (table: string, ofCurrency = ' AND removed.currency = OLD.currency') =>
  `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
WHEN NOT EXISTS (SELECT 1 FROM ledger_removed AS removed
  WHERE removed.merchant_id = OLD.merchant_id AND removed.to_seq >= OLD.seq${ofCurrency})
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`;

/**
 * The double-entry ledger, the log lines, sales lines and settlements. All of it is append-only, and the
 * database enforces it: a transaction is closed by its row, which is refused unless the entries add up to
 * zero. Entries without that row cannot be committed. Written rows are never changed or removed, except that
 * the logs' name of an erased customer becomes a pseudonym, and that the retention removes old books: a row of
 * `ledger_removed` says up to which number the books of a ledger were removed, and what they had posted to its
 * accounts. It comes before the deletion, and only ever moves on. Only older profiles use `ledger_report`.
 */
export const LEDGER = `
CREATE TABLE ledger_book (
  merchant_id TEXT PRIMARY KEY,
  last_seq INTEGER NOT NULL
) STRICT;

CREATE TABLE transaction_log (
  merchant_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  tid TEXT NOT NULL,
  sub_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  type TEXT NOT NULL,
  customer TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL,
  additional_amount INTEGER NOT NULL,
  gross INTEGER,
  fee INTEGER,
  interchange INTEGER,
  vat INTEGER,
  taxcode TEXT,
  net INTEGER,
  PRIMARY KEY (merchant_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER transaction_log_no_update BEFORE UPDATE ON transaction_log
WHEN ${changesMore(TRANSACTION_COLUMNS)}
BEGIN SELECT RAISE(ABORT, 'transaction_log is append-only'); END;
${removable('transaction_log')}

CREATE TABLE ledger_transaction (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (merchant_id, currency, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER ledger_transaction_balanced BEFORE INSERT ON ledger_transaction
WHEN (SELECT COALESCE(SUM(entry.amount), 1) FROM ledger_entry AS entry
  WHERE entry.merchant_id = NEW.merchant_id AND entry.currency = NEW.currency
    AND entry.seq = NEW.seq) <> 0
BEGIN SELECT RAISE(ABORT, 'a transaction of the ledger must have entries that add up to zero'); END;
CREATE TRIGGER ledger_transaction_no_update BEFORE UPDATE ON ledger_transaction
BEGIN SELECT RAISE(ABORT, 'ledger_transaction is append-only'); END;
${removable('ledger_transaction')}

CREATE TABLE ledger_entry (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  seq INTEGER NOT NULL,
  account TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (merchant_id, currency, seq, account),
  FOREIGN KEY (merchant_id, currency, seq)
    REFERENCES ledger_transaction (merchant_id, currency, seq) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
CREATE TRIGGER ledger_entry_open BEFORE INSERT ON ledger_entry
WHEN EXISTS (SELECT 1 FROM ledger_transaction AS closed
  WHERE closed.merchant_id = NEW.merchant_id AND closed.currency = NEW.currency
    AND closed.seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'this transaction of the ledger is closed'); END;
CREATE TRIGGER ledger_entry_no_update BEFORE UPDATE ON ledger_entry
BEGIN SELECT RAISE(ABORT, 'ledger_entry is append-only'); END;
${removable('ledger_entry')}

CREATE TABLE scope_log (
  merchant_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  rid TEXT NOT NULL,
  at INTEGER NOT NULL,
  status TEXT NOT NULL,
  customer TEXT NOT NULL,
  currency TEXT NOT NULL,
  fee INTEGER NOT NULL,
  vat INTEGER NOT NULL,
  taxcode TEXT NOT NULL,
  PRIMARY KEY (merchant_id, seq)
) STRICT;
CREATE INDEX scope_log_of_money ON scope_log (merchant_id, currency, seq) WHERE fee <> 0;
CREATE TRIGGER scope_log_no_update BEFORE UPDATE ON scope_log
WHEN ${changesMore(SCOPE_COLUMNS)}
BEGIN SELECT RAISE(ABORT, 'scope_log is append-only'); END;
${removable('scope_log')}

CREATE TABLE sales_line (
  merchant_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  line INTEGER NOT NULL,
  kind TEXT NOT NULL,
  product_id TEXT NOT NULL,
  description TEXT NOT NULL,
  currency TEXT NOT NULL,
  vat_rate INTEGER NOT NULL,
  total INTEGER NOT NULL,
  vat INTEGER NOT NULL,
  quantity REAL NOT NULL,
  PRIMARY KEY (merchant_id, at, seq, line)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER sales_line_no_update BEFORE UPDATE ON sales_line
BEGIN SELECT RAISE(ABORT, 'sales_line is append-only'); END;
${removable('sales_line')}

CREATE TABLE settlement_schedule (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  opened INTEGER NOT NULL,
  next_at INTEGER,
  PRIMARY KEY (merchant_id, currency)
) STRICT;
CREATE INDEX settlement_schedule_by_time ON settlement_schedule (next_at, merchant_id, currency);

CREATE TABLE settlement (
  merchant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  currency TEXT NOT NULL,
  created INTEGER NOT NULL,
  to_seq INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (merchant_id, number)
) STRICT;
CREATE INDEX settlement_by_currency ON settlement (merchant_id, currency, number);
CREATE INDEX settlement_by_time ON settlement (merchant_id, currency, created, number);
CREATE TRIGGER settlement_no_update BEFORE UPDATE ON settlement
BEGIN SELECT RAISE(ABORT, 'settlement is append-only'); END;
CREATE TRIGGER settlement_no_delete BEFORE DELETE ON settlement
BEGIN SELECT RAISE(ABORT, 'settlement is append-only'); END;

CREATE TABLE settlement_line (
  merchant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  log TEXT NOT NULL,
  line_key TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, number, log, line_key, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER settlement_line_no_update BEFORE UPDATE ON settlement_line
BEGIN SELECT RAISE(ABORT, 'settlement_line is append-only'); END;
${removable('settlement_line', '')}

CREATE TABLE ledger_report (
  merchant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, number)
) STRICT;

CREATE TABLE ledger_removed (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  number INTEGER NOT NULL,
  to_seq INTEGER NOT NULL,
  until INTEGER NOT NULL,
  sums TEXT NOT NULL,
  PRIMARY KEY (merchant_id, currency)
) STRICT;
CREATE TRIGGER ledger_removed_forward BEFORE UPDATE ON ledger_removed
WHEN NEW.merchant_id <> OLD.merchant_id OR NEW.currency <> OLD.currency OR NEW.to_seq <= OLD.to_seq
BEGIN SELECT RAISE(ABORT, 'ledger_removed only moves forward'); END;
CREATE TRIGGER ledger_removed_no_delete BEFORE DELETE ON ledger_removed
BEGIN SELECT RAISE(ABORT, 'ledger_removed only moves forward'); END;
`;
