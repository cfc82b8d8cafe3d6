/**
 * Leaner books. A payment names its own lines of the transaction log, so that the log needs no
 * index by payment, whose entries lay all over the file: every move wrote a page for it. The logs
 * are kept in the order of their numbers alone, which is how settlements read them.
 */
export const UP = `
ALTER TABLE payment ADD COLUMN log_seqs TEXT NOT NULL DEFAULT '';
UPDATE payment SET log_seqs = COALESCE((SELECT group_concat(',' || line.seq, '')
  FROM (SELECT seq FROM transaction_log WHERE transaction_log.merchant_id = payment.merchant_id
    AND transaction_log.tid = payment.tid ORDER BY seq) AS line), '');

CREATE TABLE lean_transaction_log (
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
INSERT INTO lean_transaction_log SELECT * FROM transaction_log ORDER BY merchant_id, seq;

CREATE TABLE lean_ledger_transaction (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (merchant_id, currency, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO lean_ledger_transaction
  SELECT * FROM ledger_transaction ORDER BY merchant_id, currency, seq;

CREATE TABLE lean_ledger_entry (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  seq INTEGER NOT NULL,
  account TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (merchant_id, currency, seq, account),
  FOREIGN KEY (merchant_id, currency, seq)
    REFERENCES lean_ledger_transaction (merchant_id, currency, seq) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
INSERT INTO lean_ledger_entry SELECT * FROM ledger_entry;

DROP TABLE ledger_entry;
DROP TABLE ledger_transaction;
DROP TABLE transaction_log;
ALTER TABLE lean_ledger_transaction RENAME TO ledger_transaction;
ALTER TABLE lean_ledger_entry RENAME TO ledger_entry;
ALTER TABLE lean_transaction_log RENAME TO transaction_log;

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
${['ledger_transaction', 'ledger_entry', 'transaction_log']
  .flatMap((table) => ['UPDATE', 'DELETE'].map((verb) => frozen(table, verb)))
  .join('')}`;

function frozen(table: string, verb: string): string {
  return `
CREATE TRIGGER ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
`;
}
