/**
 * The first schema. Instants are milliseconds since 1970 UTC, amounts integer minor units.
 * `due_at` is null unless time alone will move the payment, so the partial index holds live
 * payments only and the due scan stays as small as the shop's open sales.
 */
export const UP = `
CREATE TABLE merchant (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  terms TEXT NOT NULL,
  payment_limit INTEGER
) STRICT;

CREATE TABLE api_user (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  label TEXT,
  netmask TEXT,
  secret_hash TEXT,
  public_key TEXT,
  version INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, id)
) STRICT;
CREATE INDEX api_user_by_id ON api_user (id, merchant_id);

CREATE TABLE used_signature (
  merchant_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, user_id, hash)
) STRICT;
CREATE INDEX used_signature_by_expiry ON used_signature (expires);

CREATE TABLE pos (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (merchant_id, id)
) STRICT;

CREATE TABLE customer (
  id TEXT PRIMARY KEY,
  msisdn TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE customer_code (
  customer_id TEXT PRIMARY KEY REFERENCES customer (id),
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
  UNIQUE (merchant_id, pos_id, pos_tid)
) STRICT;
CREATE INDEX payment_by_creation ON payment (merchant_id, created, tid);
CREATE INDEX payment_by_due ON payment (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payment_by_customer ON payment (customer_id, created) WHERE customer_id IS NOT NULL;

CREATE TABLE channel (
  merchant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  last_seq INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, name)
) STRICT;

CREATE TABLE channel_event (
  merchant_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (merchant_id, channel, seq)
) STRICT;
CREATE INDEX channel_event_by_age ON channel_event (at);
`;
