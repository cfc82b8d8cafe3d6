/**
 * The books: a double-entry ledger, the log lines, what was sold, and settlements. All of it is
 * append-only, and the database itself says so: a transaction is closed by its own row, which is
 * refused unless the entries add up to zero; entries without that row cannot be committed, and
 * nothing written is ever changed or removed.
 */
export const UP = `
CREATE TABLE ledger_book (
  merchant_id TEXT PRIMARY KEY,
  last_seq INTEGER NOT NULL
) STRICT;

CREATE TABLE ledger_transaction (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (merchant_id, currency, seq)
) STRICT;
CREATE INDEX ledger_transaction_by_time ON ledger_transaction (merchant_id, currency, at, seq);

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
) STRICT;
CREATE INDEX transaction_log_by_tid ON transaction_log (merchant_id, tid, seq);
CREATE INDEX transaction_log_of_money ON transaction_log (merchant_id, currency, seq)
  WHERE gross IS NOT NULL;

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

CREATE TABLE settlement_schedule (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  opened INTEGER NOT NULL,
  next_at INTEGER,
  PRIMARY KEY (merchant_id, currency)
) STRICT;
CREATE INDEX settlement_schedule_by_time ON settlement_schedule (next_at);

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

CREATE TABLE settlement_line (
  merchant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  log TEXT NOT NULL,
  line_key TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, number, log, line_key, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ledger_transaction_balanced BEFORE INSERT ON ledger_transaction
WHEN (SELECT COALESCE(SUM(entry.amount), 1) FROM ledger_entry AS entry
  WHERE entry.merchant_id = NEW.merchant_id AND entry.currency = NEW.currency
    AND entry.seq = NEW.seq) <> 0
BEGIN SELECT RAISE(ABORT, 'a transaction of the ledger must have entries that add up to zero'); END;

CREATE TRIGGER ledger_entry_open BEFORE INSERT ON ledger_entry
WHEN EXISTS (SELECT 1 FROM ledger_transaction AS closed
  WHERE closed.merchant_id = NEW.merchant_id AND closed.currency = NEW.currency
    AND closed.seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'this transaction of the ledger is closed'); END;
${[
  'ledger_transaction',
  'ledger_entry',
  'transaction_log',
  'scope_log',
  'sales_line',
  'settlement',
  'settlement_line',
]
  .flatMap((table) => ['UPDATE', 'DELETE'].map((verb) => frozen(table, verb)))
  .join('')}`;

function frozen(table: string, verb: string): string {
  return `
CREATE TRIGGER ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
`;
}
