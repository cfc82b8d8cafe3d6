/**
 * Merchants, their users and points of sale, paired tills, and customers. A pairing code is stored as a
 * keyed digest, and leaves the row when it can no longer be used. `till` marks a user that a pairing
 * created, with its rights; null is a user with every right that its credentials give.
 * `portal_act` has what persons did in the merchant portal.
 */
export const PEOPLE = `
CREATE TABLE integrator (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  netmask TEXT,
  public_key TEXT NOT NULL
) STRICT;

CREATE TABLE merchant (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  terms TEXT NOT NULL,
  payment_limit INTEGER,
  integrator_id TEXT REFERENCES integrator (id),
  details TEXT,
  agreement TEXT,
  legal_entity TEXT
) STRICT;
CREATE INDEX merchant_by_legal_entity ON merchant (legal_entity, id);

CREATE TABLE merchant_lookup (
  lookup_id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id)
) STRICT;
CREATE INDEX merchant_lookup_by_merchant ON merchant_lookup (merchant_id);

CREATE TABLE merchant_logo (
  merchant_id TEXT PRIMARY KEY REFERENCES merchant (id),
  image BLOB NOT NULL,
  etag TEXT NOT NULL
) STRICT;

CREATE TABLE settlement_account (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  currency TEXT NOT NULL,
  start_of_day TEXT NOT NULL,
  frequency TEXT NOT NULL,
  payout_delay INTEGER NOT NULL,
  payout_account TEXT,
  UNIQUE (merchant_id, currency)
) STRICT;

CREATE TABLE api_user (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  label TEXT,
  netmask TEXT,
  secret_hash TEXT,
  public_key TEXT,
  version INTEGER NOT NULL,
  till TEXT CHECK (till IN ('sales', 'refunds')),
  PRIMARY KEY (merchant_id, id)
) STRICT;
CREATE INDEX api_user_by_id ON api_user (id, merchant_id);

CREATE TABLE portal_invitation (
  merchant_id TEXT PRIMARY KEY REFERENCES merchant (id),
  token_hash TEXT NOT NULL,
  expires INTEGER NOT NULL
) STRICT;

CREATE TABLE used_signature (
  merchant_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, user_id, hash)
) STRICT;
CREATE INDEX used_signature_by_expiry ON used_signature (expires);

CREATE TABLE pairing (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  code_hash TEXT UNIQUE,
  pos_id TEXT NOT NULL,
  name TEXT NOT NULL,
  rights TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  redeemed INTEGER,
  user_id TEXT,
  shortlink_id TEXT,
  key_hash TEXT,
  device TEXT,
  address TEXT,
  revoked INTEGER,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, user_id)
) STRICT;
CREATE INDEX pairing_by_pos ON pairing (merchant_id, pos_id);
CREATE INDEX pairing_by_time ON pairing (merchant_id, created DESC, id);

CREATE TABLE pos (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (merchant_id, id)
) STRICT;

CREATE TABLE ssp_user (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  email_key TEXT NOT NULL,
  body TEXT NOT NULL,
  entities TEXT NOT NULL,
  role TEXT NOT NULL DEFAULT 'bookkeeper'
    CHECK (role IN ('bookkeeper', 'catalogue_editor', 'manager', 'admin')),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, email_key)
) STRICT;
CREATE INDEX ssp_user_by_email ON ssp_user (email_key, merchant_id);

CREATE TABLE portal_factor (
  email_key TEXT PRIMARY KEY,
  nonce TEXT NOT NULL,
  last_step INTEGER NOT NULL,
  enrolled INTEGER NOT NULL
) STRICT;

CREATE TABLE portal_recovery_code (
  email_key TEXT NOT NULL REFERENCES portal_factor (email_key),
  code_hash TEXT NOT NULL,
  PRIMARY KEY (email_key, code_hash)
) STRICT;

CREATE TABLE customer (
  id TEXT PRIMARY KEY,
  msisdn TEXT UNIQUE,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('invited', 'active', 'blocked', 'erased')),
  allow_credit INTEGER NOT NULL,
  created INTEGER NOT NULL,
  terms_version TEXT,
  terms_accepted INTEGER
) STRICT;

CREATE TABLE customer_code (
  owner TEXT PRIMARY KEY,
  code_hash TEXT NOT NULL,
  expires INTEGER NOT NULL,
  tries INTEGER NOT NULL
) STRICT;

CREATE TABLE customer_session (
  token_hash TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer (id),
  expires INTEGER NOT NULL
) STRICT;
CREATE INDEX customer_session_by_expiry ON customer_session (expires);

CREATE TABLE customer_profile (
  customer_id TEXT PRIMARY KEY REFERENCES customer (id),
  body TEXT NOT NULL
) STRICT;

CREATE TABLE portal_act (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  person TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  details TEXT NOT NULL,
  PRIMARY KEY (merchant_id, id)
) STRICT;
CREATE INDEX portal_act_by_time ON portal_act (merchant_id, at DESC, id DESC);
`;
