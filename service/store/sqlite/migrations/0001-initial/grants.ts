/** Permission requests, OAuth clients, codes and tokens (hashes only), and attachments. */
export const GRANTS = `
CREATE TABLE permission_request (
  rid TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  pos_id TEXT NOT NULL,
  pos_tid TEXT NOT NULL,
  code INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL,
  due_at INTEGER,
  customer_id TEXT,
  request TEXT NOT NULL,
  state TEXT NOT NULL,
  UNIQUE (merchant_id, pos_id, pos_tid)
) STRICT;
CREATE INDEX permission_by_due ON permission_request (due_at, rid) WHERE due_at IS NOT NULL;
CREATE INDEX permission_by_customer ON permission_request (customer_id, created)
  WHERE customer_id IS NOT NULL;
CREATE INDEX permission_of_unknown ON permission_request (rid)
  WHERE customer_id IS NULL AND code = 4004;
CREATE INDEX permission_by_creation ON permission_request (merchant_id, created, rid);

CREATE TABLE oauth_client (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  name TEXT NOT NULL,
  secret_hash TEXT,
  redirect_uris TEXT NOT NULL,
  version INTEGER NOT NULL
) STRICT;
CREATE INDEX oauth_client_by_merchant ON oauth_client (merchant_id, id);

CREATE TABLE oauth_request (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  customer_id TEXT,
  login_hash TEXT,
  tries INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  expires INTEGER NOT NULL
) STRICT;
CREATE INDEX oauth_request_by_expiry ON oauth_request (expires);

CREATE TABLE oauth_code (
  hash TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  used INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  keep_until INTEGER NOT NULL
) STRICT;
CREATE INDEX oauth_code_by_expiry ON oauth_code (keep_until);

CREATE TABLE oauth_token (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  grant_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  issued INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  revoked INTEGER NOT NULL
) STRICT;
CREATE INDEX oauth_token_by_client ON oauth_token (client_id);
CREATE INDEX oauth_token_by_grant ON oauth_token (grant_id);
CREATE INDEX oauth_token_by_expiry ON oauth_token (expires);

CREATE TABLE attachment_use (
  hash TEXT PRIMARY KEY,
  expires INTEGER NOT NULL
) STRICT;
CREATE INDEX attachment_use_by_expiry ON attachment_use (expires);

CREATE TABLE attachment (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  tid TEXT NOT NULL,
  position INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (merchant_id, tid, position)
) STRICT;
`;
