/** Permission requests, clients and tokens: only hashes are stored. */
export const GRANTS = `
CREATE TABLE permission_request (
  rid TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchant (id),
  pos_id TEXT COLLATE "C" NOT NULL,
  pos_tid TEXT COLLATE "C" NOT NULL,
  code BIGINT NOT NULL,
  version BIGINT NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  due_at BIGINT,
  customer_id TEXT COLLATE "C",
  request TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  lease_until BIGINT,
  UNIQUE (merchant_id, pos_id, pos_tid)
);
CREATE INDEX permission_by_due ON permission_request (due_at, rid) WHERE due_at IS NOT NULL;
CREATE INDEX permission_by_customer ON permission_request (customer_id, created)
  WHERE customer_id IS NOT NULL;
CREATE INDEX permission_of_unknown ON permission_request (rid)
  WHERE customer_id IS NULL AND code = 4004;
CREATE INDEX permission_by_creation ON permission_request (merchant_id, created, rid);

CREATE TABLE payment_permission (
  rid TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL,
  tid TEXT COLLATE "C" NOT NULL REFERENCES payment (tid)
);
CREATE INDEX payment_permission_by_tid ON payment_permission (tid);

CREATE TABLE oauth_token (
  hash TEXT COLLATE "C" PRIMARY KEY,
  kind TEXT COLLATE "C" NOT NULL,
  grant_id TEXT COLLATE "C" NOT NULL,
  client_id TEXT COLLATE "C" NOT NULL,
  merchant_id TEXT COLLATE "C" NOT NULL,
  customer_id TEXT COLLATE "C" NOT NULL,
  scope TEXT COLLATE "C" NOT NULL,
  issued BIGINT NOT NULL,
  expires BIGINT NOT NULL,
  revoked BIGINT NOT NULL
);
CREATE INDEX oauth_token_by_client ON oauth_token (client_id);
CREATE INDEX oauth_token_by_grant ON oauth_token (grant_id);
CREATE INDEX oauth_token_by_expiry ON oauth_token (expires);

CREATE TABLE oauth_client (
  id TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchant (id),
  name TEXT COLLATE "C" NOT NULL,
  secret_hash TEXT COLLATE "C",
  redirect_uris TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL
);
CREATE INDEX oauth_client_by_merchant ON oauth_client (merchant_id, id);

CREATE TABLE oauth_request (
  id TEXT COLLATE "C" PRIMARY KEY,
  body TEXT COLLATE "C" NOT NULL,
  customer_id TEXT COLLATE "C",
  login_hash TEXT COLLATE "C",
  tries BIGINT NOT NULL,
  answered BIGINT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX oauth_request_by_expiry ON oauth_request (expires);

CREATE TABLE oauth_code (
  hash TEXT COLLATE "C" PRIMARY KEY,
  body TEXT COLLATE "C" NOT NULL,
  used BIGINT NOT NULL,
  expires BIGINT NOT NULL,
  keep_until BIGINT NOT NULL
);
CREATE INDEX oauth_code_by_expiry ON oauth_code (keep_until);
`;
