/**
 * Shortlinks, the stock of printed serial numbers, and scans. A payment that waits for a scan
 * carries the shortlink in a column of its own, with an index over those that still wait.
 */
export const UP = `
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
  consumed_by TEXT
) STRICT;
CREATE INDEX scan_free ON scan (merchant_id, shortlink_id, at, seqno) WHERE consumed_by IS NULL;
CREATE INDEX scan_by_expiry ON scan (expires);

ALTER TABLE payment ADD COLUMN shortlink_id TEXT;
CREATE INDEX payment_listening ON payment (shortlink_id, created)
  WHERE shortlink_id IS NOT NULL AND customer_id IS NULL AND code = 1003;
`;
