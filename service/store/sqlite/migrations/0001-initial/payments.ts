/**
 * Payments, shortlinks and scans. `due_at` is null unless time alone will move the payment, so the
 * partial index holds live payments only. A payment names its own lines of the transaction log
 * (`log_seqs`), so that the log needs no index by payment. `shortlink_id` is set while a payment waits
 * for a scan. A payment's permission request has an id (D-117, D-122). Only older profiles use `ticket`.
 */
export const PAYMENTS = `
CREATE TABLE payment (
  tid TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  pos_id TEXT NOT NULL,
  pos_tid TEXT NOT NULL,
  code INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created INTEGER NOT NULL,
  due_at INTEGER,
  customer_id TEXT,
  request TEXT NOT NULL,
  state TEXT NOT NULL,
  shortlink_id TEXT,
  log_seqs TEXT NOT NULL DEFAULT '',
  UNIQUE (merchant_id, pos_id, pos_tid)
) STRICT;
CREATE INDEX payment_by_creation ON payment (merchant_id, created, tid);
CREATE INDEX payment_by_status ON payment (merchant_id, code / 1000, created, tid);
CREATE INDEX payment_by_due ON payment (due_at, tid) WHERE due_at IS NOT NULL;
CREATE INDEX payment_by_customer ON payment (customer_id, created) WHERE customer_id IS NOT NULL;
CREATE INDEX payment_of_unknown ON payment (tid) WHERE customer_id IS NULL AND code = 4004;
CREATE INDEX payment_listening ON payment (shortlink_id, created)
  WHERE shortlink_id IS NOT NULL AND customer_id IS NULL AND code = 1003;

CREATE TABLE payment_permission (
  rid TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  tid TEXT NOT NULL REFERENCES payment (tid)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_permission_by_tid ON payment_permission (tid);

CREATE TABLE shortlink (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  serial_number TEXT UNIQUE,
  callback_uri TEXT,
  label TEXT,
  is_active INTEGER NOT NULL,
  created INTEGER NOT NULL,
  seqno INTEGER NOT NULL
) STRICT;
CREATE INDEX shortlink_by_merchant ON shortlink (merchant_id, id);

CREATE TABLE shortlink_serial (
  serial_number TEXT PRIMARY KEY,
  merchant_id TEXT,
  shortlink_id TEXT
) STRICT;

CREATE TABLE scan (
  token TEXT PRIMARY KEY,
  message_id TEXT NOT NULL UNIQUE,
  merchant_id TEXT NOT NULL,
  shortlink_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  argstring TEXT NOT NULL,
  at INTEGER NOT NULL,
  seqno INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  consumed_by TEXT,
  held_by TEXT
) STRICT;
CREATE INDEX scan_free ON scan (merchant_id, shortlink_id, at, seqno) WHERE consumed_by IS NULL;
CREATE INDEX scan_by_expiry ON scan (expires);

CREATE TABLE ticket (
  merchant_id TEXT NOT NULL,
  tid TEXT NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (merchant_id, tid)
) STRICT;
`;
