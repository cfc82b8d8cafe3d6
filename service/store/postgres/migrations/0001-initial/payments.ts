/**
 * Payments, shortlinks and scans, and their related rows. `due_at` is null unless the row changes
 * at a time without a request. `lease_until` is real time; until then one process works on the due
 * row.
 */
export const PAYMENTS = `
CREATE TABLE payment (
  tid TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchant (id),
  pos_id TEXT COLLATE "C" NOT NULL,
  pos_tid TEXT COLLATE "C" NOT NULL,
  code BIGINT NOT NULL,
  version BIGINT NOT NULL,
  created BIGINT NOT NULL,
  due_at BIGINT,
  customer_id TEXT COLLATE "C",
  request TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  shortlink_id TEXT COLLATE "C",
  lease_until BIGINT,
  UNIQUE (merchant_id, pos_id, pos_tid)
);
CREATE INDEX payment_by_creation ON payment (merchant_id, created, tid);
CREATE INDEX payment_by_status ON payment (merchant_id, (code / 1000), created, tid);
CREATE INDEX payment_by_due ON payment (due_at, tid) WHERE due_at IS NOT NULL;
CREATE INDEX payment_by_customer ON payment (customer_id, created) WHERE customer_id IS NOT NULL;
CREATE INDEX payment_of_unknown ON payment (tid) WHERE customer_id IS NULL AND code = 4004;
CREATE INDEX payment_listening ON payment (shortlink_id, created)
  WHERE shortlink_id IS NOT NULL AND customer_id IS NULL AND code = 1003;

CREATE TABLE shortlink (
  id TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchant (id),
  serial_number TEXT COLLATE "C" UNIQUE,
  callback_uri TEXT COLLATE "C",
  label TEXT COLLATE "C",
  is_active BIGINT NOT NULL,
  created BIGINT NOT NULL,
  seqno BIGINT NOT NULL
);
CREATE INDEX shortlink_by_merchant ON shortlink (merchant_id, id);

CREATE TABLE shortlink_serial (
  serial_number TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C",
  shortlink_id TEXT COLLATE "C"
);

CREATE TABLE scan (
  token TEXT COLLATE "C" PRIMARY KEY,
  message_id TEXT COLLATE "C" NOT NULL UNIQUE,
  merchant_id TEXT COLLATE "C" NOT NULL,
  shortlink_id TEXT COLLATE "C" NOT NULL,
  customer_id TEXT COLLATE "C" NOT NULL,
  argstring TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  seqno BIGINT NOT NULL,
  expires BIGINT NOT NULL,
  consumed_by TEXT COLLATE "C",
  held_by TEXT COLLATE "C"
);
CREATE INDEX scan_free ON scan (merchant_id, shortlink_id, at, seqno) WHERE consumed_by IS NULL;
CREATE INDEX scan_by_expiry ON scan (expires);

CREATE TABLE attachment_use (
  hash TEXT COLLATE "C" PRIMARY KEY,
  expires BIGINT NOT NULL
);
CREATE INDEX attachment_use_by_expiry ON attachment_use (expires);

CREATE TABLE attachment (
  id TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL,
  tid TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL,
  content_type TEXT COLLATE "C" NOT NULL,
  size BIGINT NOT NULL,
  at BIGINT NOT NULL,
  body BYTEA NOT NULL,
  UNIQUE (merchant_id, tid, position)
);

CREATE TABLE ticket (
  merchant_id TEXT COLLATE "C" NOT NULL,
  tid TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (merchant_id, tid)
);
`;
