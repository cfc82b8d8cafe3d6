/** Merchants, their users and integrators, and customers. */
export const PEOPLE = `
CREATE TABLE integrator (
  id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  netmask TEXT COLLATE "C",
  public_key TEXT COLLATE "C" NOT NULL
);

CREATE TABLE merchant (
  id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  terms TEXT COLLATE "C" NOT NULL,
  payment_limit BIGINT,
  integrator_id TEXT COLLATE "C" REFERENCES integrator (id),
  details TEXT COLLATE "C",
  agreement TEXT COLLATE "C",
  legal_entity TEXT COLLATE "C"
);
CREATE INDEX merchant_by_legal_entity ON merchant (legal_entity, id);

CREATE TABLE merchant_lookup (
  lookup_id TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchant (id)
);
CREATE INDEX merchant_lookup_by_merchant ON merchant_lookup (merchant_id);

CREATE TABLE merchant_logo (
  merchant_id TEXT COLLATE "C" PRIMARY KEY REFERENCES merchant (id),
  image BYTEA NOT NULL,
  etag TEXT COLLATE "C" NOT NULL
);

CREATE TABLE api_user (
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchant (id),
  id TEXT COLLATE "C" NOT NULL,
  label TEXT COLLATE "C",
  netmask TEXT COLLATE "C",
  secret_hash TEXT COLLATE "C",
  public_key TEXT COLLATE "C",
  version BIGINT NOT NULL,
  till TEXT COLLATE "C" CHECK (till IN ('sales', 'refunds')),
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX api_user_by_id ON api_user (id, merchant_id);

CREATE TABLE portal_invitation (
  merchant_id TEXT COLLATE "C" PRIMARY KEY REFERENCES merchant (id),
  token_hash TEXT COLLATE "C" NOT NULL,
  expires BIGINT NOT NULL
);

CREATE TABLE used_signature (
  merchant_id TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  expires BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, user_id, hash)
);
CREATE INDEX used_signature_by_expiry ON used_signature (expires);

CREATE TABLE ssp_user (
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchant (id),
  id TEXT COLLATE "C" NOT NULL,
  email_key TEXT COLLATE "C" NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  entities TEXT COLLATE "C" NOT NULL,
  role TEXT COLLATE "C" NOT NULL DEFAULT 'bookkeeper'
    CHECK (role IN ('bookkeeper', 'catalogue_editor', 'manager', 'admin')),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, email_key)
);
CREATE INDEX ssp_user_by_email ON ssp_user (email_key, merchant_id);

CREATE TABLE portal_factor (
  email_key TEXT COLLATE "C" PRIMARY KEY,
  nonce TEXT COLLATE "C" NOT NULL,
  last_step BIGINT NOT NULL,
  enrolled BIGINT NOT NULL
);

CREATE TABLE portal_recovery_code (
  email_key TEXT COLLATE "C" NOT NULL REFERENCES portal_factor (email_key),
  code_hash TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (email_key, code_hash)
);

CREATE TABLE settlement_account (
  id TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchant (id),
  currency TEXT COLLATE "C" NOT NULL,
  start_of_day TEXT COLLATE "C" NOT NULL,
  frequency TEXT COLLATE "C" NOT NULL,
  payout_delay BIGINT NOT NULL,
  payout_account TEXT COLLATE "C",
  UNIQUE (merchant_id, currency)
);

CREATE TABLE pos (
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchant (id),
  id TEXT COLLATE "C" NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

CREATE TABLE customer (
  id TEXT COLLATE "C" PRIMARY KEY,
  msisdn TEXT COLLATE "C" UNIQUE,
  name TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL
    CHECK (status IN ('invited', 'active', 'blocked', 'erased')),
  allow_credit BIGINT NOT NULL,
  created BIGINT NOT NULL,
  terms_version TEXT COLLATE "C",
  terms_accepted BIGINT
);

CREATE TABLE customer_code (
  owner TEXT COLLATE "C" PRIMARY KEY,
  code_hash TEXT COLLATE "C" NOT NULL,
  expires BIGINT NOT NULL,
  tries BIGINT NOT NULL
);

CREATE TABLE customer_session (
  token_hash TEXT COLLATE "C" PRIMARY KEY,
  customer_id TEXT COLLATE "C" NOT NULL REFERENCES customer (id),
  expires BIGINT NOT NULL
);
CREATE INDEX customer_session_by_expiry ON customer_session (expires);

CREATE TABLE customer_profile (
  customer_id TEXT COLLATE "C" PRIMARY KEY REFERENCES customer (id),
  body TEXT COLLATE "C" NOT NULL
);

CREATE TABLE pairing (
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchant (id),
  id TEXT COLLATE "C" NOT NULL,
  code_hash TEXT COLLATE "C" UNIQUE,
  pos_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  rights TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C" NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL,
  redeemed BIGINT,
  user_id TEXT COLLATE "C",
  shortlink_id TEXT COLLATE "C",
  key_hash TEXT COLLATE "C",
  device TEXT COLLATE "C",
  address TEXT COLLATE "C",
  revoked BIGINT,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, user_id)
);
CREATE INDEX pairing_by_time ON pairing (merchant_id, created DESC, id);
CREATE INDEX pairing_by_pos ON pairing (merchant_id, pos_id);

CREATE TABLE portal_act (
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchant (id),
  id TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  person TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  details TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX portal_act_by_time ON portal_act (merchant_id, at DESC, id DESC);
`;
