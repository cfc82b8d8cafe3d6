/** The tables whose rows the retention may remove. */
const REMOVABLE = [
  ...['transaction_log', 'ledger_transaction', 'ledger_entry', 'scope_log', 'sales_line'],
  'settlement_line',
];

/**
 * The ledger: double-entry transactions, the log lines, the sales, and settlements. All of it is
 * append-only, which the database enforces: entries without their transaction cannot be committed,
 * a transaction is refused unless its entries add up to zero, and no written row is ever changed or
 * removed, except that the logs' name of an erased customer becomes a pseudonym, and that the retention
 * removes old books, as on SQLite: `append_only` lets a DELETE pass, and `removed_only` looks at each of
 * its rows. The checks look at the rows of a statement one by one through the primary key, because a join
 * might be planned as a scan of the whole ledger.
 */
export const LEDGER = `
CREATE TABLE ledger_book (
  merchant_id TEXT COLLATE "C" PRIMARY KEY,
  last_seq BIGINT NOT NULL
);

CREATE TABLE ledger_transaction (
  merchant_id TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  at BIGINT NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (merchant_id, currency, seq)
);

CREATE TABLE ledger_entry (
  merchant_id TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  account TEXT COLLATE "C" NOT NULL,
  amount BIGINT NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (merchant_id, currency, seq, account),
  FOREIGN KEY (merchant_id, currency, seq)
    REFERENCES ledger_transaction (merchant_id, currency, seq) DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE transaction_log (
  merchant_id TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  tid TEXT COLLATE "C" NOT NULL,
  sub_id TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  action TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  customer TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  amount BIGINT NOT NULL,
  additional_amount BIGINT NOT NULL,
  gross BIGINT,
  fee BIGINT,
  interchange BIGINT,
  vat BIGINT,
  taxcode TEXT COLLATE "C",
  net BIGINT,
  PRIMARY KEY (merchant_id, seq)
);
CREATE INDEX transaction_log_by_tid ON transaction_log (merchant_id, tid, seq);

CREATE TABLE scope_log (
  merchant_id TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  rid TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  customer TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  fee BIGINT NOT NULL,
  vat BIGINT NOT NULL,
  taxcode TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (merchant_id, seq)
);
CREATE INDEX scope_log_of_money ON scope_log (merchant_id, currency, seq) WHERE fee <> 0;

CREATE TABLE sales_line (
  merchant_id TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  line BIGINT NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  product_id TEXT COLLATE "C" NOT NULL,
  description TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  vat_rate BIGINT NOT NULL,
  total BIGINT NOT NULL,
  vat BIGINT NOT NULL,
  quantity DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (merchant_id, at, seq, line)
);

CREATE TABLE settlement_schedule (
  merchant_id TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  opened BIGINT NOT NULL,
  next_at BIGINT,
  lease_until BIGINT,
  PRIMARY KEY (merchant_id, currency)
);
CREATE INDEX settlement_schedule_by_time ON settlement_schedule (next_at, merchant_id, currency);

CREATE TABLE settlement (
  merchant_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  created BIGINT NOT NULL,
  to_seq BIGINT NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (merchant_id, number)
);
CREATE INDEX settlement_by_currency ON settlement (merchant_id, currency, number);
CREATE INDEX settlement_by_time ON settlement (merchant_id, currency, created, number);

CREATE TABLE settlement_line (
  merchant_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  log TEXT COLLATE "C" NOT NULL,
  line_key TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, number, log, line_key, seq)
);

CREATE TABLE ledger_report (
  merchant_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  closed BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, number)
);

CREATE TABLE ledger_removed (
  merchant_id TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  to_seq BIGINT NOT NULL,
  until BIGINT NOT NULL,
  sums TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (merchant_id, currency)
);

CREATE FUNCTION ledger_balanced() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added WHERE (
    SELECT COALESCE(SUM(entry.amount), 1) FROM ledger_entry AS entry
      WHERE entry.merchant_id = added.merchant_id AND entry.currency = added.currency
        AND entry.seq = added.seq) <> 0)
  THEN RAISE EXCEPTION 'a transaction of the ledger must have entries that add up to zero';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_transaction_balanced AFTER INSERT ON ledger_transaction
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_balanced();

CREATE FUNCTION ledger_open() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added WHERE (
    SELECT 1 FROM ledger_transaction AS closed
      WHERE closed.merchant_id = added.merchant_id AND closed.currency = added.currency
        AND closed.seq = added.seq LIMIT 1) IS NOT NULL)
  THEN RAISE EXCEPTION 'this transaction of the ledger is closed';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entry_open AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_open();

CREATE FUNCTION append_only() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME <> 'settlement' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE FUNCTION pseudonym_only() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.customer LIKE 'erased:%' AND to_jsonb(NEW) - 'customer' = to_jsonb(OLD) - 'customer'
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
${['ledger_transaction', 'ledger_entry', 'sales_line', 'settlement', 'settlement_line']
  .map(
    (table) => `
CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();`,
  )
  .join('')}
${['transaction_log', 'scope_log']
  .map(
    (table) => `
CREATE TRIGGER ${table}_append_only BEFORE DELETE OR TRUNCATE ON ${table}
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER ${table}_pseudonym_only BEFORE UPDATE ON ${table}
  FOR EACH ROW EXECUTE FUNCTION pseudonym_only();`,
  )
  .join('')}

CREATE FUNCTION removed_forward() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.merchant_id = OLD.merchant_id AND NEW.currency = OLD.currency AND NEW.to_seq > OLD.to_seq
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'ledger_removed only moves forward';
END $$;
CREATE TRIGGER ledger_removed_forward BEFORE UPDATE OR DELETE ON ledger_removed
  FOR EACH ROW EXECUTE FUNCTION removed_forward();
CREATE TRIGGER ledger_removed_whole BEFORE TRUNCATE ON ledger_removed
  FOR EACH STATEMENT EXECUTE FUNCTION removed_forward();

CREATE FUNCTION removed_only() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'settlement_line' THEN
    IF EXISTS (SELECT 1 FROM ledger_removed AS removed
      WHERE removed.merchant_id = OLD.merchant_id AND removed.to_seq >= OLD.seq)
    THEN RETURN OLD; END IF;
  ELSIF EXISTS (SELECT 1 FROM ledger_removed AS removed
    WHERE removed.merchant_id = OLD.merchant_id AND removed.to_seq >= OLD.seq
      AND removed.currency = OLD.currency)
  THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
${REMOVABLE.map(
  (table) => `
CREATE TRIGGER ${table}_removed_only BEFORE DELETE ON ${table}
  FOR EACH ROW EXECUTE FUNCTION removed_only();`,
).join('')}
`;
