CREATE TABLE migration (number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL);

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
  agreement TEXT COLLATE "C"
);

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
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, email_key)
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
CREATE INDEX payment_by_due ON payment (due_at) WHERE due_at IS NOT NULL;
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
CREATE INDEX permission_by_due ON permission_request (due_at) WHERE due_at IS NOT NULL;
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

CREATE TABLE channel (
  merchant_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  last_seq BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, name)
);

CREATE TABLE channel_event (
  merchant_id TEXT COLLATE "C" NOT NULL,
  channel TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  at BIGINT NOT NULL,
  message TEXT COLLATE "C" NOT NULL,
  trace TEXT COLLATE "C",
  PRIMARY KEY (merchant_id, channel, seq)
);
CREATE INDEX channel_event_by_age ON channel_event (at);

CREATE TABLE delivery_queue (
  merchant_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  last_ord BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, name)
);
CREATE INDEX delivery_queue_by_age ON delivery_queue (at);

CREATE TABLE delivery (
  merchant_id TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  resource TEXT COLLATE "C" NOT NULL,
  queue TEXT COLLATE "C" NOT NULL,
  ord BIGINT NOT NULL,
  uri TEXT COLLATE "C" NOT NULL,
  host TEXT COLLATE "C" NOT NULL,
  event TEXT COLLATE "C" NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  created BIGINT NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  attempts BIGINT NOT NULL,
  tries BIGINT NOT NULL,
  due_at BIGINT,
  lease TEXT COLLATE "C",
  lease_until BIGINT,
  answer TEXT COLLATE "C",
  trace TEXT COLLATE "C",
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX delivery_by_host ON delivery (host, due_at, created) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_by_due ON delivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_by_queue ON delivery (merchant_id, queue, ord) WHERE state = 'open';
CREATE INDEX delivery_by_creation ON delivery (merchant_id, created, id);
CREATE INDEX delivery_by_resource ON delivery (merchant_id, resource, created, id);
CREATE INDEX delivery_by_age ON delivery (created) WHERE state <> 'open';
CREATE INDEX delivery_by_state ON delivery (merchant_id, state, created, id)
  WHERE state <> 'delivered';

CREATE TABLE delivery_attempt (
  merchant_id TEXT COLLATE "C" NOT NULL,
  delivery_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  status BIGINT,
  problem TEXT COLLATE "C",
  duration BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, delivery_id, number)
);

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
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE FUNCTION pseudonym_only() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.customer LIKE 'erased:%' AND to_jsonb(NEW) - 'customer' = to_jsonb(OLD) - 'customer'
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE TRIGGER ledger_transaction_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER sales_line_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_line
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER settlement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER settlement_line_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_line
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TRIGGER transaction_log_append_only BEFORE DELETE OR TRUNCATE ON transaction_log
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER transaction_log_pseudonym_only BEFORE UPDATE ON transaction_log
  FOR EACH ROW EXECUTE FUNCTION pseudonym_only();
CREATE TRIGGER scope_log_append_only BEFORE DELETE OR TRUNCATE ON scope_log
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER scope_log_pseudonym_only BEFORE UPDATE ON scope_log
  FOR EACH ROW EXECUTE FUNCTION pseudonym_only();

SET session_replication_role = replica;
INSERT INTO migration (number, name, checksum) VALUES ('1', 'initial', '9c786e4ce76d051c4ce38a229c6d581548058c0eda178f039ab3e04fabe5aa30');
INSERT INTO integrator (id, name, netmask, public_key) VALUES ('kasseint', 'Kassehuset', NULL, '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAphxm73IaZ2glI5vOCSps
fXYPEzqtBasddEjDMob/wtSf8TvAFkXuriHva5BwO2j6PQP6ULaY+wuUJAT2RBhP
NVM+ozL39whlgivQLHUhx3HhBnKCsvRHvw1kEVcrhROnQKgNImFOgwXrpZTiCy/n
YgX0JN+OJSXz4fw8DQMqJIw+TKd0d+b+M7Mg9b0ip7ht6z7QrYyBo2DRRi78zeWn
rL19mYT5Jn0AlRXPieMoAS4GeDSoxzh/xf2+DvrXSz/09CdujpOdQMWYtRBDccgT
jsY60KvjTGvOD76JgIGmKqZgrVhoGfKnfMXICiW1NHcB8oDS5iPBPor5+BgqyyWX
YwIDAQAB
-----END PUBLIC KEY-----
');
INSERT INTO merchant (id, name, terms, payment_limit, integrator_id, details, agreement) VALUES ('bokkafe1', 'Bokkafeen Torshov', '{"authorisationLife":259200000,"transactionFeeBasisPoints":100,"interchangeBasisPoints":25}', NULL, NULL, NULL, NULL);
INSERT INTO merchant (id, name, terms, payment_limit, integrator_id, details, agreement) VALUES ('kaffebar', 'Kaffebaren Løkka', '{"authorisationLife":259200000,"transactionFeeBasisPoints":100,"interchangeBasisPoints":25,"autoRelease":true}', NULL, 'kasseint', '{"legalEntity":"kaffebaren-as","organizationId":"999888777","jurisdiction":"NO","mcc":5814,"features":[],"profile":{"first_address_line":"Thorvald Meyers gate 40","second_address_line":"","postal_code":"0555","country":null,"description":null,"phone_number":"","email":"","url":"","twitter":null,"facebook":null,"hours":null,"settlement_receivers":[],"settlement_email_xls":false},"application":{"status":"approved","comment":null},"businessDocuments":[{"gs_object_name":"documents/lease.pdf","description":"The lease"}],"integrationType":"api","approved":true}', '{"currencies":["NOK"],"scopeFee":0,"settlementFee":{"basisPoints":0,"fixed":0},"frequency":"weekdays","startOfDay":"00:00:00","timeZone":"Europe/Oslo","payoutDelay":0,"taxcode":"NO:2013"}');
INSERT INTO merchant_lookup (lookup_id, merchant_id) VALUES ('999888777', 'kaffebar');
INSERT INTO merchant_logo (merchant_id, image, etag) VALUES ('kaffebar', E'\\x89504e470d0a1a0a0000000d49484452000000600000006008020000006dfae06f000001c849444154789ceddcc17103310c4351d79226524c6a4f0739e79c0e6289044178fc677896a037dcddc34a7afcfe7c53ffd4633d4178010410400001145c00010410400005d732d0d7e7c7d37a3ba013941c2c1f50c76551ca01a4a53133cd02cdd1d898a6803c3406263d907661eb4c62a0d165ac1829816cd19d463220ff0bc233a306c8ffeeb44d2d005ad43104e802f593a99e9421a3165027d3e1274932e60e502dcdad8b6a7c37d0968edf480964a0e94ce7034ad0b1198d03cde914e6750045e9188c0440bb3ab7196681cec339756e6358814274aec24c0125b7cf5c13b580a274869a480cb4ab739e4a0f548e9209746e54070a7cbeae822d00add35c6503c808540e910c746854044ad6d136114000010410400001041040002981c28dca4b2802bd5c13a9da07202f50885127bf1228b689cae15b402ff49409db87df3ec3406946cdd85da0fc2692b70f9b17d4406c7f5136d19b6ea04a331ad56113e70c50889141878de463408b464e1d0eb30c034932f55de67438506701da359a9e9a43bd2ea093f7eecb4dc4c5027620f9f75b3b5a04506d61fd1a5a08d7e3ac024d3319c27345570c9044ca9f966b02b381f20b2080000208a0e002082080000228b8007a527f415ca5e3145e59180000000049454e44ae426082', 'gWjfuXiSndv7uw-M1JCGGf');
INSERT INTO api_user (merchant_id, id, label, netmask, secret_hash, public_key, version, till) VALUES ('kaffebar', 'pos', 'demo', NULL, '$scrypt$ln=10,r=8,p=1$qYpZKlFgnA5I/L27BstJvg$nRwhHrYVQYSkEqRb5NvmffDxrattE70hEa77F7DoEbw', NULL, '1', NULL);
INSERT INTO api_user (merchant_id, id, label, netmask, secret_hash, public_key, version, till) VALUES ('kaffebar', 'admin', 'demo', NULL, '$scrypt$ln=10,r=8,p=1$PDAzN5Rdarclc8zWuRUjAA$cdE6ZVl45NuhTpC6fw8QZVqeP7AwoSqnK5ShPMXaL5o', '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyZAW1v9m9uTvQy1ywJd4
etrRZomNxpKxb1zAtuJ+esDSN+4TEQPXCBClW/Kl3OOcCzl8c1kXUYHLyGZ1b0vi
KCO3lLoB9R+yEW1s9Z/UZPHkp7PFCJ8gyGs1zzFe1ckkFNqoXjv5CkUOVG5fVode
jKGecX7qcfCYmR4LAQQYp64kHjS4v6YbLnfq0vHzwPGOXLnEQFmzS/f7iUHZmsso
F9CL8a6D2xMLj5CiRkC4DuuZLc3pvYI3FbQn8RjOjuuBHzKNJaax0CGex4/H1ZX/
S/0hakvcOoxQ0U4lDMc/WAl+nlNtKrwPoQZpn53Z9ocRqW8a7/k2JjzHjmjqBycO
AwIDAQAB
-----END PUBLIC KEY-----
', '1', NULL);
INSERT INTO api_user (merchant_id, id, label, netmask, secret_hash, public_key, version, till) VALUES ('bokkafe1', 'neighbour', 'demo', NULL, '$scrypt$ln=10,r=8,p=1$c49tYE9kar537WhOaOg2ig$EjyKzJAZXZfyjwF5+z3zaCV35eUtQk9iIaH+vbBdM4A', '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmY1C0u42I8fDXmXGBLIx
16GRhRU47kHDf5VEQFRfAc1TMia5/q12ZMDYJS/kbHbO5r3U6QA0g/CcWwuZ/UMT
osx3Yq6gn4h+hnNWvO+y6jpjDpV5pr4o7Sy+eS8ScKL39OtFDovKWc06B3n/diEo
CgSrwkc1SQ/bUTjJr83UGIYIPKpcT+vbcyq97zkcCcBmW/Qu5JH72j0Nbwg3gX7V
LmujEHSpoaJBg2EOobA2NxTAKg/POv1nQ/pmdPLtqcNA+47tAT+5VA8WMYWrdb9H
4zVFnfeCO7uslOo3bOLgOwyzG8d6pvrCo1ejDzt+8McQa27fk/0f729GXN888TVj
kQIDAQAB
-----END PUBLIC KEY-----
', '1', NULL);
INSERT INTO api_user (merchant_id, id, label, netmask, secret_hash, public_key, version, till) VALUES ('kaffebar', 'someone', 'Somebody', NULL, '$scrypt$ln=14,r=8,p=5$ISi8WN2ubLrjd5OO0yMtyw$Vtwt6fITSQlZ8nqrNsPYOsbG/VOqcsuKOjZz8x9bKbM', NULL, '1', NULL);
INSERT INTO api_user (merchant_id, id, label, netmask, secret_hash, public_key, version, till) VALUES ('kaffebar', 'made-9', 'Second till', '192.0.2.0/24', '$scrypt$ln=14,r=8,p=5$+NCUOPQyOS4sCFJfJsrCEA$E7EKQLG5dPmEaqFT8ca8grbaI8gvJk2A7UQFif4vKZw', NULL, '1', NULL);
INSERT INTO api_user (merchant_id, id, label, netmask, secret_hash, public_key, version, till) VALUES ('kaffebar', 'made-10', 'Second till', '192.0.2.0/24', '$scrypt$ln=14,r=8,p=5$7uteA7KeuR1/1HqayKGaNQ$IS7qCqtYUfDHeFLjvRrbv+GT9uvWI8bhIgP1xGpU9qA', NULL, '1', NULL);
INSERT INTO api_user (merchant_id, id, label, netmask, secret_hash, public_key, version, till) VALUES ('kaffebar', 'made-11', 'Till on the terrace', NULL, '$scrypt$ln=14,r=8,p=5$qrtgyvzwiqJsTrGrWM2qXg$nivwyEBhsESCg6mpUTj3LPS/znSdSqfkwyXv1gCcoMo', NULL, '2', NULL);
INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES ('kaffebar', 'admin', 'ZZnlwABQbvsGlSD5vO5519csfQzEM5f25wInPrMEY2I', '1795437147563');
INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES ('kaffebar', 'admin', '3cPPNtNjNX29sCjnAgpFel_TPgF3-AgBbTWXq3Xu9iQ', '1795437147563');
INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES ('kaffebar', ' integrator kasseint', 'iA1muncnBvK6Kg-jGTlF34SqWX3am4GKRyOb4iXEQmA', '1795437147563');
INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES ('kaffebar', 'admin', 'qUNJoN-W6y2SxQchwxMg9cWGFXd0LVhCTl5Cw9hZWww', '1795437147563');
INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES ('kaffebar', 'admin', 'GaJK-_SWMY2xrhzBx5U3V_Qr4ie2VsQMcPS1GJluIEE', '1795437147563');
INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES ('kaffebar', 'admin', 'yECxuDYWgH-62VfaZdLKCFfaEFvVbxn3ZtYFLHObUpE', '1795437147563');
INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES ('kaffebar', 'admin', 'QPm7wccp8caKmuQUeJkH1WNsmo7xvad3Tnzaq8Lg860', '1795437147563');
INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES ('kaffebar', 'admin', 'AAPUssREcjP2eaMlCs0lQDL2IcNMS9e-ladXdbkcL3I', '1795437147563');
INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES ('kaffebar', 'admin', 'EmcA5djx1FWBXFaECZmQBzLOmkrlaUv5AyQ-zeJICVk', '1795437147563');
INSERT INTO ssp_user (merchant_id, id, email_key, body, entities) VALUES ('kaffebar', '2ng6jhe9', 'person@kaffebaren.no', '{"id":"2ng6jhe9","email":"person@kaffebaren.no","phone":null,"name":null,"bankid":null}', '[]');
INSERT INTO ssp_user (merchant_id, id, email_key, body, entities) VALUES ('kaffebar', 'pis7w6e7', 'made-15@kaffebaren.example', '{"id":"pis7w6e7","email":"made-15@kaffebaren.example","phone":"4740000001","name":{"given_name":"Sara","family_name":"Lund","middle_name":null},"bankid":null}', '[]');
INSERT INTO settlement_account (id, merchant_id, currency, start_of_day, frequency, payout_delay, payout_account) VALUES ('bokkafe1.NOK', 'bokkafe1', 'NOK', '00:00:00', 'weekdays', '0', NULL);
INSERT INTO settlement_account (id, merchant_id, currency, start_of_day, frequency, payout_delay, payout_account) VALUES ('kaffebar.NOK', 'kaffebar', 'NOK', '00:00:00', 'weekly', '0', 'NO9386011117947');
INSERT INTO pos (merchant_id, id, body) VALUES ('kaffebar', 'made-3', '{"id":"made-3","name":"Kaffebaren, kasse 2","type":"store","location":{"latitude":59.9226,"longitude":10.7596,"accuracy":5}}');
INSERT INTO pos (merchant_id, id, body) VALUES ('kaffebar', 'made-4', '{"id":"made-4","name":"Kaffebaren, kasse 2","type":"store","location":{"latitude":59.9226,"longitude":10.7596,"accuracy":5}}');
INSERT INTO pos (merchant_id, id, body) VALUES ('kaffebar', 'kasse-1', '{"id":"kasse-1","name":"Kaffebaren, terrace","type":"mobile","location":null}');
INSERT INTO customer_code (owner, code_hash, expires, tries) VALUES ('pkwsx9fx', 'KOgFD6lPn1KWDFwdUNMrOFGRHT_kxiPxWXioVXr0_Ck', '1795436847562', '0');
INSERT INTO customer (id, msisdn, name, status, allow_credit, created, terms_version, terms_accepted) VALUES ('pkwsx9fx', '4798765432', 'Ingrid Solheim', 'active', '1', '0', NULL, NULL);
INSERT INTO customer (id, msisdn, name, status, allow_credit, created, terms_version, terms_accepted) VALUES ('vwla1u39', '4791234567', 'Jonas Bakke', 'active', '1', '0', NULL, NULL);
INSERT INTO customer (id, msisdn, name, status, allow_credit, created, terms_version, terms_accepted) VALUES ('4up6mdg9', '4740567890', 'Amina Haugen', 'active', '1', '0', NULL, NULL);
INSERT INTO customer_session (token_hash, customer_id, expires) VALUES ('GHgl4BF0pZrv-dMG6SkTc3rf5rSRrMfjkDzk40e1tGE', 'pkwsx9fx', '1803212547562');
INSERT INTO customer_session (token_hash, customer_id, expires) VALUES ('eVQpedQQJeoLJt7YaxRas7A7glYgSUDMnloL7KTeU7o', 'pkwsx9fx', '1803212547562');
INSERT INTO customer_session (token_hash, customer_id, expires) VALUES ('VKMOVBeVxUq4YDwHRPlXWGxlFPIw3SYHdku7ellsIxU', 'pkwsx9fx', '1803212547562');
INSERT INTO customer_session (token_hash, customer_id, expires) VALUES ('riEZqIRndyXviT7tWNlyqxgWuAEh3GyiOG15x2xV0ko', 'pkwsx9fx', '1803212547562');
INSERT INTO customer_session (token_hash, customer_id, expires) VALUES ('29Nby6ewB6bQyFKdvUl4bilXOHjZf0CEsEPspeBfzt0', 'pkwsx9fx', '1803212547562');
INSERT INTO customer_session (token_hash, customer_id, expires) VALUES ('-7k9Q3RKV_QLNromZrOD2z8enAIN_poV8hGAA-D7zRE', 'pkwsx9fx', '1803212547562');
INSERT INTO customer_session (token_hash, customer_id, expires) VALUES ('NlOerkVeD-gy64Ph4XPLGbE1nQYohR9rwmfZzwf15ZQ', 'pkwsx9fx', '1803212547562');
INSERT INTO customer_profile (customer_id, body) VALUES ('pkwsx9fx', E'{"email":"ingrid.solheim@example.no","emailVerified":true,"address":{"name":"Hjemme","street_address":"Markveien 35","locality":"Oslo","postal_code":"0554","country":"NO","formatted":"Markveien 35\\n0554 Oslo"},"nationalId":{"number":"01019012345","jurisdiction":"no","proofs":[{"source":"bankid","verifiedAt":1756719000000},{"source":"passport","verifiedAt":1756719000000}]}}');
INSERT INTO customer_profile (customer_id, body) VALUES ('vwla1u39', E'{"email":"jonas.bakke@example.no","emailVerified":true,"address":{"name":"Hjemme","street_address":"Thorvald Meyers gate 61","locality":"Oslo","postal_code":"0555","country":"NO","formatted":"Thorvald Meyers gate 61\\n0555 Oslo"},"nationalId":{"number":"02028523456","jurisdiction":"no","proofs":[{"source":"bankid","verifiedAt":1756719000000},{"source":"passport","verifiedAt":1756719000000}]}}');
INSERT INTO customer_profile (customer_id, body) VALUES ('4up6mdg9', E'{"email":"amina.haugen@example.no","emailVerified":true,"address":{"name":"Hjemme","street_address":"Sannergata 6","locality":"Oslo","postal_code":"0557","country":"NO","formatted":"Sannergata 6\\n0557 Oslo"},"nationalId":{"number":"03037934567","jurisdiction":"no","proofs":[{"source":"bankid","verifiedAt":1756719000000},{"source":"passport","verifiedAt":1756719000000}]}}');
INSERT INTO pairing (merchant_id, id, code_hash, pos_id, name, rights, created_by, created, expires, redeemed, user_id, shortlink_id, key_hash, device, address, revoked) VALUES ('kaffebar', '89xe9dyc', 'tA-v6_2yVIQ4HfdTwU5Iu8bsw3AezMK6rBHfEB_wdT4', 'kasse-1', 'Counter', 'sales', 'admin', '1795436547562', '1795437147562', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3k6v33cr2', 'kaffebar', 'kasse-1', 'made-1', '2000', '3', '1795436547562', NULL, 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-1","customer":"4798765432","max_scan_age":60,"line_items":[{"product_id":"cortado","description":null,"metadata":null,"tags":null,"vat_rate":"0.25","quantity":"2","vat":null,"item_cost":6250,"total":12500}],"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3k6v33cr2","merchantId":"kaffebar","lineItems":[{"product_id":"cortado","description":null,"metadata":null,"tags":null,"vat_rate":"0.25","quantity":"2","vat":null,"item_cost":6250,"total":12500}],"code":2000,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":null,"amount":12500,"additionalAmount":0}],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795695747562,"customerId":"pkwsx9fx","opened":true,"seqno":2,"displaySeqno":0,"version":3}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3kll3jf2r', 'kaffebar', 'kasse-1', 'made-6', '1003', '1', '1795436547562', '1795436847562', 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-6","customer":"4798765432","max_scan_age":60,"text":"Two cortados and a cinnamon bun","callback_uri":"ws:kasse-1","expires_in":300}', '{"tid":"psy3kll3jf2r","merchantId":"kaffebar","callbackUri":"ws:kasse-1","code":1003,"additionalAmount":0,"credit":false,"transactionFee":0,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795436847562,"expires":1795436847562,"customerId":"pkwsx9fx","opened":false,"seqno":0,"displaySeqno":0,"version":1}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3k2dm3suc', 'kaffebar', 'kasse-1', 'made-7', '3008', '3', '1795436547562', '1795695747562', 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-7","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3k2dm3suc","merchantId":"kaffebar","code":3008,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":"first-delivery","amount":8000,"additionalAmount":0}],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795695747562,"customerId":"pkwsx9fx","opened":true,"seqno":2,"displaySeqno":0,"version":3}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3k54qhkqu', 'kaffebar', 'kasse-1', 'made-8', '3008', '3', '1795436547562', '1795695747562', 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-8","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3k54qhkqu","merchantId":"kaffebar","code":3008,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":"one","amount":5000,"additionalAmount":0}],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795695747562,"customerId":"pkwsx9fx","opened":true,"seqno":2,"displaySeqno":0,"version":3}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3k8tslkqn', 'kaffebar', 'kasse-1', 'made-17', '2000', '3', '1795436547562', NULL, 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-17","customer":"4798765432","max_scan_age":60,"callback_uri":"ws:till1","success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3k8tslkqn","merchantId":"kaffebar","callbackUri":"ws:till1","code":2000,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":null,"amount":12500,"additionalAmount":0}],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795695747562,"customerId":"pkwsx9fx","opened":true,"seqno":2,"displaySeqno":0,"version":3}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3k79f7bog', 'kaffebar', 'kasse-1', 'made-18', '1003', '1', '1795436547562', '1795458147562', 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-18","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3k79f7bog","merchantId":"kaffebar","code":1003,"additionalAmount":0,"credit":false,"transactionFee":0,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795458147562,"customerId":"pkwsx9fx","opened":false,"seqno":0,"displaySeqno":0,"version":1}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3k4ikugt6', 'kaffebar', 'kasse-1', 'made-19', '3008', '2', '1795436547562', '1795695747562', 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-19","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3k4ikugt6","merchantId":"kaffebar","code":3008,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795695747562,"customerId":"pkwsx9fx","opened":true,"seqno":1,"displaySeqno":0,"version":2}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3k234k92p', 'kaffebar', 'kasse-1', 'made-20', '3008', '3', '1795436547562', '1795695747562', 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-20","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3k234k92p","merchantId":"kaffebar","code":3008,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":"one","amount":5000,"additionalAmount":0}],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795695747562,"customerId":"pkwsx9fx","opened":true,"seqno":2,"displaySeqno":0,"version":3}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3kua3sun3', 'kaffebar', 'kasse-1', 'made-21', '2000', '3', '1795436547562', NULL, 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-21","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3kua3sun3","merchantId":"kaffebar","code":2000,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":null,"amount":12500,"additionalAmount":0}],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795695747562,"customerId":"pkwsx9fx","opened":true,"seqno":2,"displaySeqno":0,"version":3}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3k4z0dn3q', 'kaffebar', 'kasse-1', 'made-22', '4019', '2', '1795436547562', NULL, 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-22","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3k4z0dn3q","merchantId":"kaffebar","code":4019,"closedBy":"abort","additionalAmount":0,"credit":false,"transactionFee":0,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795458147562,"customerId":"pkwsx9fx","opened":false,"seqno":1,"displaySeqno":0,"version":2}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3k00bemq9', 'kaffebar', 'kasse-1', 'made-23', '5006', '2', '1795436547562', NULL, 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-23","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3k00bemq9","merchantId":"kaffebar","code":5006,"additionalAmount":0,"credit":false,"transactionFee":0,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795458147562,"customerId":"pkwsx9fx","opened":true,"seqno":1,"displaySeqno":0,"version":2}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3kqdu2nyx', 'kaffebar', 'kasse-1', 'made-27', '2000', '3', '1795436547562', NULL, 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-27","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3kqdu2nyx","merchantId":"kaffebar","code":2000,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":null,"amount":12500,"additionalAmount":0}],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795695747562,"customerId":"pkwsx9fx","opened":true,"seqno":2,"displaySeqno":0,"version":3}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3kjih5cql', 'kaffebar', 'kasse-1', 'made-28', '2000', '4', '1795436547562', NULL, 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-28","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3kjih5cql","merchantId":"kaffebar","code":2000,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":null,"amount":12500,"additionalAmount":0}],"refunds":[{"id":"one","amount":2500,"additionalAmount":0,"text":"Out of milk"}],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795695747562,"customerId":"pkwsx9fx","opened":true,"seqno":2,"displaySeqno":0,"version":4}', NULL, NULL);
INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id, request, state, shortlink_id, lease_until) VALUES ('psy3ki2841ak', 'kaffebar', 'kasse-1', 'made-29', '3008', '2', '1795436547562', '1795695747562', 'pkwsx9fx', '{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-29","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}', '{"tid":"psy3ki2841ak","merchantId":"kaffebar","code":3008,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436547562,"modified":1795436547562,"requestExpires":1795458147562,"expires":1795695747562,"customerId":"pkwsx9fx","opened":true,"seqno":1,"displaySeqno":0,"version":2}', NULL, NULL);
INSERT INTO shortlink (id, merchant_id, serial_number, callback_uri, label, is_active, created, seqno) VALUES ('6klMp', 'kaffebar', '0123456789012', NULL, 'demo', '1', '0', '0');
INSERT INTO shortlink (id, merchant_id, serial_number, callback_uri, label, is_active, created, seqno) VALUES ('ZJ5HZ', 'kaffebar', NULL, 'https://till.example/scans', 'Counter', '1', '1795436547562', '0');
INSERT INTO shortlink (id, merchant_id, serial_number, callback_uri, label, is_active, created, seqno) VALUES ('T5TfF', 'kaffebar', NULL, 'ws:counter', 'Counter by the door', '1', '1795436547562', '1');
INSERT INTO shortlink (id, merchant_id, serial_number, callback_uri, label, is_active, created, seqno) VALUES ('WWela', 'kaffebar', NULL, 'http://127.0.0.1:42151/scans', NULL, '1', '1795436547562', '1');
INSERT INTO shortlink (id, merchant_id, serial_number, callback_uri, label, is_active, created, seqno) VALUES ('32iY9', 'kaffebar', NULL, 'http://127.0.0.1:42151/scans', NULL, '1', '1795436547562', '1');
INSERT INTO shortlink_serial (serial_number, merchant_id, shortlink_id) VALUES ('0123456789029', NULL, NULL);
INSERT INTO shortlink_serial (serial_number, merchant_id, shortlink_id) VALUES ('0123456789036', NULL, NULL);
INSERT INTO shortlink_serial (serial_number, merchant_id, shortlink_id) VALUES ('0123456789012', 'kaffebar', '6klMp');
INSERT INTO scan (token, message_id, merchant_id, shortlink_id, customer_id, argstring, at, seqno, expires, consumed_by, held_by) VALUES ('token:762385703409677598', 'B5xFIpmRfUpTc4Zw5bVkeX', 'kaffebar', 'T5TfF', 'pkwsx9fx', 'table-7', '1795436547562', '0', '1795522947562', NULL, NULL);
INSERT INTO scan (token, message_id, merchant_id, shortlink_id, customer_id, argstring, at, seqno, expires, consumed_by, held_by) VALUES ('token:439302345311341575', 'ZnB3DdYsfRic_WDgrrRV-s', 'kaffebar', 'c3s0X', 'pkwsx9fx', '', '1795436547562', '0', '1795522947562', NULL, NULL);
INSERT INTO scan (token, message_id, merchant_id, shortlink_id, customer_id, argstring, at, seqno, expires, consumed_by, held_by) VALUES ('token:429439592267213799', 'Ftf4s4aqZgce1EAgFg3dIe', 'kaffebar', 'WWela', 'pkwsx9fx', '', '1795436547562', '0', '1795522947562', NULL, NULL);
INSERT INTO scan (token, message_id, merchant_id, shortlink_id, customer_id, argstring, at, seqno, expires, consumed_by, held_by) VALUES ('token:457288742530234707', 'oSCc-T-AhXIMMfWIypjXwY', 'kaffebar', '32iY9', 'pkwsx9fx', 'table-7', '1795436547562', '0', '1795522947562', NULL, NULL);
INSERT INTO attachment_use (hash, expires) VALUES ('1clbqxL15rPzQQ07DWbq7KVT4PNzLIAVfxVXxqAZzlc', '1795440147562');
INSERT INTO attachment (id, merchant_id, tid, position, content_type, size, at, body) VALUES ('9b9nGfsYPHiPizjmahRZ1R', 'kaffebar', 'psy3kqdu2nyx', '0', 'image/png', '513', '1795436547562', E'\\x89504e470d0a1a0a0000000d49484452000000600000006008020000006dfae06f000001c849444154789ceddcc17103310c4351d79226524c6a4f0739e79c0e6289044178fc677896a037dcddc34a7afcfe7c53ffd4633d4178010410400001145c00010410400005d732d0d7e7c7d37a3ba013941c2c1f50c76551ca01a4a53133cd02cdd1d898a6803c3406263d907661eb4c62a0d165ac1829816cd19d463220ff0bc233a306c8ffeeb44d2d005ad43104e802f593a99e9421a3165027d3e1274932e60e502dcdad8b6a7c37d0968edf480964a0e94ce7034ad0b1198d03cde914e6750045e9188c0440bb3ab7196681cec339756e6358814274aec24c0125b7cf5c13b580a274869a480cb4ab739e4a0f548e9209746e54070a7cbeae822d00add35c6503c808540e910c746854044ad6d136114000010410400001041040002981c28dca4b2802bd5c13a9da07202f50885127bf1228b689cae15b402ff49409db87df3ec3406946cdd85da0fc2692b70f9b17d4406c7f5136d19b6ea04a331ad56113e70c50889141878de463408b464e1d0eb30c034932f55de67438506701da359a9e9a43bd2ea093f7eecb4dc4c5027620f9f75b3b5a04506d61fd1a5a08d7e3ac024d3319c27345570c9044ca9f966b02b381f20b2080000208a0e002082080000228b8007a527f415ca5e3145e59180000000049454e44ae426082');
INSERT INTO permission_request (rid, merchant_id, pos_id, pos_tid, code, version, created, modified, due_at, customer_id, request, state, lease_until) VALUES ('971poo8fybaf8ixo122ll6at3ume6vi2', 'kaffebar', 'kasse-1', 'made-2', '1003', '1', '1795436547562', '1795436547562', '1795458147562', 'pkwsx9fx', '{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-2","text":null,"callback_uri":null,"scope":"openid phone profile","expires_in":21600}', '{"rid":"971poo8fybaf8ixo122ll6at3ume6vi2","merchantId":"kaffebar","code":1003,"grant":null,"transactionFee":0,"currency":null,"created":1795436547562,"modified":1795436547562,"expires":1795458147562,"customerId":"pkwsx9fx","seqno":0,"version":1}', NULL);
INSERT INTO permission_request (rid, merchant_id, pos_id, pos_tid, code, version, created, modified, due_at, customer_id, request, state, lease_until) VALUES ('8vgy9qoqwcymqfzbvu605lknrywpq5xq', 'kaffebar', 'kasse-1', 'made-13', '1003', '1', '1795436547562', '1795436547562', '1795458147562', 'pkwsx9fx', '{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-13","text":"Join the coffee club?","callback_uri":"ws:kasse-1","scope":"openid phone profile","expires_in":21600}', '{"rid":"8vgy9qoqwcymqfzbvu605lknrywpq5xq","merchantId":"kaffebar","code":1003,"grant":null,"transactionFee":0,"currency":null,"created":1795436547562,"modified":1795436547562,"expires":1795458147562,"customerId":"pkwsx9fx","seqno":0,"version":1}', NULL);
INSERT INTO permission_request (rid, merchant_id, pos_id, pos_tid, code, version, created, modified, due_at, customer_id, request, state, lease_until) VALUES ('46y3rxnh7vqp5i3yzgdvg6mlohhjull9', 'kaffebar', 'kasse-1', 'made-14', '2000', '2', '1795436547562', '1795436547562', NULL, 'pkwsx9fx', '{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-14","text":null,"callback_uri":null,"scope":"openid phone profile","expires_in":21600}', '{"rid":"46y3rxnh7vqp5i3yzgdvg6mlohhjull9","merchantId":"kaffebar","code":2000,"grant":{"at":1795436547562,"scope":"openid phone profile","userInfo":{"phone_number":"4798765432","phone_number_verified":true,"name":"Ingrid Solheim"},"idToken":"eyJhbGciOiJSUzI1NiIsImtpZCI6InlRc3BTYWlRZUFIb3NmRloiLCJ0eXAiOiJKV1QifQ.eyJhdXRoX3RpbWUiOjE3OTU0MzY1NDcsImlzcyI6Imh0dHA6Ly8xMjcuMC4wLjE6MzQ5MjciLCJzdWIiOiJvakFLSUtNQk1RQjhnN1BnT2Q0dnV1VS1ldUFHb1ZrNCIsImF1ZCI6ImthZmZlYmFyIiwiaWF0IjoxNzk1NDM2NTQ3LCJleHAiOjE3OTU0NDAxNDd9.YkYjjUm8gOdizjbAWFko7nawXpw3lITjk4zXVa3Bs_aFHnFcc0oK6C-sM4MIYdbL97UlGbuMEo34O_MHF0Y5Y0aGmGr6PWfB-orYChCkO-vB-RPPuG1VvS3ZyKoG61ax3B3f_wIA_tyFWYAITNeQL3qRxnU2b0W-Ptf3I3ueRHbc5n1dH0Rk-fhpK4zZIQLj1G0uZt8IBOOuIp3o5yXLMImWQUdRfVcWBethEKQzzKzVJTHnsWkBgVKGgSQslLGU7MZ-zdmQhiJujpPU-c5F_vmpc9_wmbAeKE83goi3btXBdqC-bgSqSSHsBEcaR6i_ZrCXZDzmIvTL12T5O5WRJA","expires":1795440147562},"transactionFee":0,"currency":"NOK","created":1795436547562,"modified":1795436547562,"expires":1795458147562,"customerId":"pkwsx9fx","seqno":1,"version":2}', NULL);
INSERT INTO permission_request (rid, merchant_id, pos_id, pos_tid, code, version, created, modified, due_at, customer_id, request, state, lease_until) VALUES ('c625j28ejyd48rrm4b6mnbzbrrde1wls', 'kaffebar', 'kasse-1', 'made-24', '2000', '2', '1795436547562', '1795436547562', NULL, 'pkwsx9fx', '{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-24","text":null,"callback_uri":null,"scope":"openid phone profile","expires_in":21600}', '{"rid":"c625j28ejyd48rrm4b6mnbzbrrde1wls","merchantId":"kaffebar","code":2000,"grant":{"at":1795436547562,"scope":"openid phone profile","userInfo":{"phone_number":"4798765432","phone_number_verified":true,"name":"Ingrid Solheim"},"idToken":"eyJhbGciOiJSUzI1NiIsImtpZCI6InlRc3BTYWlRZUFIb3NmRloiLCJ0eXAiOiJKV1QifQ.eyJhdXRoX3RpbWUiOjE3OTU0MzY1NDcsImlzcyI6Imh0dHA6Ly8xMjcuMC4wLjE6MzQ5MjciLCJzdWIiOiJvakFLSUtNQk1RQjhnN1BnT2Q0dnV1VS1ldUFHb1ZrNCIsImF1ZCI6ImthZmZlYmFyIiwiaWF0IjoxNzk1NDM2NTQ3LCJleHAiOjE3OTU0NDAxNDd9.YkYjjUm8gOdizjbAWFko7nawXpw3lITjk4zXVa3Bs_aFHnFcc0oK6C-sM4MIYdbL97UlGbuMEo34O_MHF0Y5Y0aGmGr6PWfB-orYChCkO-vB-RPPuG1VvS3ZyKoG61ax3B3f_wIA_tyFWYAITNeQL3qRxnU2b0W-Ptf3I3ueRHbc5n1dH0Rk-fhpK4zZIQLj1G0uZt8IBOOuIp3o5yXLMImWQUdRfVcWBethEKQzzKzVJTHnsWkBgVKGgSQslLGU7MZ-zdmQhiJujpPU-c5F_vmpc9_wmbAeKE83goi3btXBdqC-bgSqSSHsBEcaR6i_ZrCXZDzmIvTL12T5O5WRJA","expires":1795440147562},"transactionFee":0,"currency":"NOK","created":1795436547562,"modified":1795436547562,"expires":1795458147562,"customerId":"pkwsx9fx","seqno":1,"version":2}', NULL);
INSERT INTO permission_request (rid, merchant_id, pos_id, pos_tid, code, version, created, modified, due_at, customer_id, request, state, lease_until) VALUES ('t8ajo0iuj11gssey2l4g5qplcmalqp0r', 'kaffebar', 'kasse-1', 'made-25', '5006', '2', '1795436547562', '1795436547562', NULL, 'pkwsx9fx', '{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-25","text":null,"callback_uri":null,"scope":"openid phone profile","expires_in":21600}', '{"rid":"t8ajo0iuj11gssey2l4g5qplcmalqp0r","merchantId":"kaffebar","code":5006,"grant":null,"transactionFee":0,"currency":null,"created":1795436547562,"modified":1795436547562,"expires":1795458147562,"customerId":"pkwsx9fx","seqno":1,"version":2}', NULL);
INSERT INTO permission_request (rid, merchant_id, pos_id, pos_tid, code, version, created, modified, due_at, customer_id, request, state, lease_until) VALUES ('enhwvch0ohz8k9pshc3mmob6643nb65x', 'kaffebar', 'kasse-1', 'made-26', '1003', '1', '1795436547562', '1795436547562', '1795458147562', 'pkwsx9fx', '{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-26","text":null,"callback_uri":null,"scope":"openid phone profile","expires_in":21600}', '{"rid":"enhwvch0ohz8k9pshc3mmob6643nb65x","merchantId":"kaffebar","code":1003,"grant":null,"transactionFee":0,"currency":null,"created":1795436547562,"modified":1795436547562,"expires":1795458147562,"customerId":"pkwsx9fx","seqno":0,"version":1}', NULL);
INSERT INTO oauth_token (hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued, expires, revoked) VALUES ('kKTTtd8rpVSFQycTfFYH6OOg1gkzmxmGDkQK20x6Pwc', 'access', '46y3rxnh7vqp5i3yzgdvg6mlohhjull9', 'kaffebar', 'kaffebar', 'pkwsx9fx', 'openid phone profile', '1795436547562', '1795440147562', '0');
INSERT INTO oauth_token (hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued, expires, revoked) VALUES ('RJtxiPASSslZRmefcxoq1W3eZ7kmSRRcT0YocxPcT4k', 'refresh', '46y3rxnh7vqp5i3yzgdvg6mlohhjull9', 'kaffebar', 'kaffebar', 'pkwsx9fx', 'openid phone profile', '1795436547562', '1803212547562', '0');
INSERT INTO oauth_token (hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued, expires, revoked) VALUES ('FOijuiEx7OqSXNolaPPKTR3aY8_L7AunsK_oS3mMdVw', 'access', 'c625j28ejyd48rrm4b6mnbzbrrde1wls', 'kaffebar', 'kaffebar', 'pkwsx9fx', 'openid phone profile', '1795436547562', '1795440147562', '0');
INSERT INTO oauth_token (hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued, expires, revoked) VALUES ('Tbeogjhsdx2hreoux2DDlAyHEPIWcB-TZCbXNPbGdL8', 'refresh', 'c625j28ejyd48rrm4b6mnbzbrrde1wls', 'kaffebar', 'kaffebar', 'pkwsx9fx', 'openid phone profile', '1795436547562', '1803212547562', '0');
INSERT INTO oauth_token (hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued, expires, revoked) VALUES ('CBeCDDoZZsAxONeU67hd_M1w1TgkFwX_1mXppR6b8zM', 'access', '56zvnd874niv57osg73q1kq9egpsm4eq', 'app-avsr34m3', 'kaffebar', 'pkwsx9fx', 'email openid profile', '1795436547562', '1795440147562', '0');
INSERT INTO oauth_token (hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued, expires, revoked) VALUES ('CU1neJ7yUvGm5V03NtvUERVLPnaGr7-t5_us9VdLHPs', 'refresh', '56zvnd874niv57osg73q1kq9egpsm4eq', 'app-avsr34m3', 'kaffebar', 'pkwsx9fx', 'email openid profile', '1795436547562', '1803212547562', '0');
INSERT INTO oauth_token (hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued, expires, revoked) VALUES ('42kRlVk8QcqfnlCgxdls-K4Pl6MtQq0QIsaLqv4Uo9s', 'access', 'rz4cmw5hw6kul3r0po45a9dqk1529ubn', 'app-avsr34m3', 'kaffebar', 'pkwsx9fx', 'address bankid email fodselsnummer openid phone profile shipping_address', '1795436547562', '1795440147562', '0');
INSERT INTO oauth_token (hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued, expires, revoked) VALUES ('meFI1lklkv-qLGO7r46xVgkRIyyqbw_j9C-VZtRuarU', 'refresh', 'rz4cmw5hw6kul3r0po45a9dqk1529ubn', 'app-avsr34m3', 'kaffebar', 'pkwsx9fx', 'address bankid email fodselsnummer openid phone profile shipping_address', '1795436547562', '1803212547562', '0');
INSERT INTO oauth_client (id, merchant_id, name, secret_hash, redirect_uris, version) VALUES ('app-avsr34m3', 'kaffebar', 'Kaffebaren Fordel', '$scrypt$ln=10,r=8,p=1$D8Gm4fh9MophjNySWz/5XA$h+dMu00LUQfbL6UhuFfQ+/LdFp17rv35PQx9zTQHjjk', '["http://127.0.0.1:4700/callback"]', '1');
INSERT INTO oauth_request (id, body, customer_id, login_hash, tries, answered, expires) VALUES ('UIaEGXa7lzMxPlVX1k9fwh', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null}', NULL, 'pW86GgFddj43W_6e_b9oWssEYT64XcDY2MoUC9tZaVo', '0', '0', '1795437447562');
INSERT INTO oauth_request (id, body, customer_id, login_hash, tries, answered, expires) VALUES ('lTvY12_c1rgIq3WRJ_iDwe', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"address bankid email fodselsnummer openid phone profile shipping_address","state":"of-my-own","nonce":null,"challenge":null}', 'pkwsx9fx', 'sm160K0xLwaEoE7O_I8inHBPjIKHpcMwzLx-JAi8txs', '0', '1', '1795437447562');
INSERT INTO oauth_request (id, body, customer_id, login_hash, tries, answered, expires) VALUES ('pqRMaKvEBs3LhuvO0a0U3T', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null}', 'pkwsx9fx', NULL, '0', '0', '1795437447562');
INSERT INTO oauth_request (id, body, customer_id, login_hash, tries, answered, expires) VALUES ('NzoywVA0PLy89o3s82ehGS', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null}', 'pkwsx9fx', NULL, '0', '1', '1795437447562');
INSERT INTO oauth_request (id, body, customer_id, login_hash, tries, answered, expires) VALUES ('zLA0J4AsU4FvnQGYMETdzv', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null}', 'pkwsx9fx', NULL, '0', '1', '1795437447562');
INSERT INTO oauth_request (id, body, customer_id, login_hash, tries, answered, expires) VALUES ('KVNrJoDl-rw5qi-tEJa8HR', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"address bankid email fodselsnummer openid phone profile shipping_address","state":"of-my-own","nonce":null,"challenge":null}', NULL, 'pYwdNafyk3YHPt4mf7jkj_AV-a88-OmmMase9rUt7j0', '0', '0', '1795437447562');
INSERT INTO oauth_request (id, body, customer_id, login_hash, tries, answered, expires) VALUES ('mzraWfrq7CtQEDO-TF1rJn', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"address bankid email fodselsnummer openid phone profile shipping_address","state":"of-my-own","nonce":null,"challenge":null}', 'pkwsx9fx', 'p5mXFbIKXt5IzzvBS2EZA98s4oFuX0Yjq3aj6JvF2bk', '0', '1', '1795437447562');
INSERT INTO oauth_request (id, body, customer_id, login_hash, tries, answered, expires) VALUES ('sa2vQPJ5fYl3eU6So3D6PX', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null}', 'pkwsx9fx', NULL, '0', '0', '1795437447562');
INSERT INTO oauth_code (hash, body, used, expires, keep_until) VALUES ('p0hPvHhRYIkzrlmyopWIGI32Q8TDlMEM1QxDsAhQCbQ', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"address bankid email fodselsnummer openid phone profile shipping_address","state":"of-my-own","nonce":null,"challenge":null,"grantId":"qqb9vnmcmjs2t4wsf9emceh6r6jcobkg","customerId":"pkwsx9fx","authTime":1795436547562}', '0', '1795436607562', '1803212547562');
INSERT INTO oauth_code (hash, body, used, expires, keep_until) VALUES ('o1qc1D2WANeM8TeNzccPibFBQubwOHNyO0WhlpgAzwg', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"openid profile","state":"f81d4fae","nonce":null,"challenge":null,"grantId":"52lriaxp2is3z6fropzr0cokl6rl86ok","customerId":"pkwsx9fx","authTime":1795436547562}', '0', '1795436607562', '1803212547562');
INSERT INTO oauth_code (hash, body, used, expires, keep_until) VALUES ('540j2EaxHQxp_S0DDihFpZ-d0Tb3W_UXV10N4_ir8hc', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null,"grantId":"56zvnd874niv57osg73q1kq9egpsm4eq","customerId":"pkwsx9fx","authTime":1795436547562}', '1', '1795436607562', '1803212547562');
INSERT INTO oauth_code (hash, body, used, expires, keep_until) VALUES ('D_AK0iqVBQPIjbPM2kciMD22j_QkEvuhIHlzYaUvpL8', '{"clientId":"app-avsr34m3","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"address bankid email fodselsnummer openid phone profile shipping_address","state":"of-my-own","nonce":null,"challenge":null,"grantId":"rz4cmw5hw6kul3r0po45a9dqk1529ubn","customerId":"pkwsx9fx","authTime":1795436547562}', '1', '1795436607562', '1803212547562');
INSERT INTO channel (merchant_id, name, last_seq) VALUES ('kaffebar', 'till1', '2');
INSERT INTO channel_event (merchant_id, channel, seq, at, message, trace) VALUES ('kaffebar', 'till1', '1', '1795436547562', '{"meta":{"id":"LptG34EJDhteIWoGWayIHW","event":"payment_authorized","uri":"http://127.0.0.1:34927/merchant/v1/payment_request/psy3k8tslkqn/outcome/","seqno":0,"labels":["timeline"],"context":"ctx:LptG34EJDhteIWoGWayIHW","timestamp":"2026-11-23 12:22:27"},"object":{"tid":"psy3k8tslkqn","pos_id":"kasse-1","pos_tid":"made-17","currency":"NOK","amount":12500,"additional_amount":0,"auth_amount":12500,"auth_additional_amount":0,"captures":[],"refunds":[],"status":"auth","status_code":3008,"customer":"4798765432","date_modified":"2026-11-23 12:22:27","date_expires":"2026-11-26 12:22:27","credit":false,"interchange_fee":0,"transaction_fee":125,"attachment_uri":"http://127.0.0.1:34927/merchant/v1/attachment/psy3k8tslkqn.mwtapg8a.-RC-m7qRYy_dWrfUDlIQBq.xQp03hxO2UpJkJEKEjV7ZKwzQVY7QqI3aGlHA7dA6LM/","permissions":null}}', NULL);
INSERT INTO channel_event (merchant_id, channel, seq, at, message, trace) VALUES ('kaffebar', 'till1', '2', '1795436547562', '{"meta":{"id":"C8eKE8Ga1aU980yCsAraw2","event":"payment_captured","uri":"http://127.0.0.1:34927/merchant/v1/payment_request/psy3k8tslkqn/outcome/","seqno":1,"labels":["timeline"],"context":"ctx:C8eKE8Ga1aU980yCsAraw2","timestamp":"2026-11-23 12:22:27"},"object":{"tid":"psy3k8tslkqn","pos_id":"kasse-1","pos_tid":"made-17","currency":"NOK","amount":12500,"additional_amount":0,"auth_amount":0,"auth_additional_amount":0,"captures":[{"id":null,"amount":12500,"additional_amount":0}],"refunds":[],"status":"ok","status_code":2000,"customer":"4798765432","date_modified":"2026-11-23 12:22:27","date_expires":"2026-11-26 12:22:27","credit":false,"interchange_fee":0,"transaction_fee":125,"attachment_uri":"http://127.0.0.1:34927/merchant/v1/attachment/psy3k8tslkqn.mwtapg8a.jTi3-B7F5gsIRy1cGkQG3D.kkCJUoAODrfWRjsoSVvDXG-Oi8dvHOl43x3RfR9OIy8/","permissions":null}}', NULL);
INSERT INTO delivery_queue (merchant_id, name, last_ord, at) VALUES ('kaffebar', 'shortlink/T5TfF', '1', '1795436547562');
INSERT INTO delivery_queue (merchant_id, name, last_ord, at) VALUES ('kaffebar', 'shortlink/c3s0X', '1', '1795436547562');
INSERT INTO delivery_queue (merchant_id, name, last_ord, at) VALUES ('kaffebar', 'shortlink/WWela', '1', '1795436547562');
INSERT INTO delivery_queue (merchant_id, name, last_ord, at) VALUES ('kaffebar', 'shortlink/32iY9', '1', '1795436547562');
INSERT INTO delivery (merchant_id, id, kind, resource, queue, ord, uri, host, event, body, created, state, attempts, tries, due_at, lease, lease_until, answer, trace) VALUES ('kaffebar', 'B5xFIpmRfUpTc4Zw5bVkeX', 'scan', 'shortlink/T5TfF', 'shortlink/T5TfF', '1', 'http://127.0.0.1:42151/scans', '127.0.0.1:42151', 'shortlink_scanned', '{"meta":{"id":"B5xFIpmRfUpTc4Zw5bVkeX","event":"shortlink_scanned","uri":"http://127.0.0.1:34927/merchant/v1/shortlink/T5TfF/scan/B5xFIpmRfUpTc4Zw5bVkeX/","seqno":0,"labels":[],"context":"ctx:B5xFIpmRfUpTc4Zw5bVkeX","timestamp":"2026-11-23 12:22:27"}}', '1795436547562', 'delivered', '1', '1', NULL, NULL, NULL, NULL, NULL);
INSERT INTO delivery (merchant_id, id, kind, resource, queue, ord, uri, host, event, body, created, state, attempts, tries, due_at, lease, lease_until, answer, trace) VALUES ('kaffebar', 'ZnB3DdYsfRic_WDgrrRV-s', 'scan', 'shortlink/c3s0X', 'shortlink/c3s0X', '1', 'http://127.0.0.1:42151/scans', '127.0.0.1:42151', 'shortlink_scanned', '{"meta":{"id":"ZnB3DdYsfRic_WDgrrRV-s","event":"shortlink_scanned","uri":"http://127.0.0.1:34927/merchant/v1/shortlink/c3s0X/scan/ZnB3DdYsfRic_WDgrrRV-s/","seqno":0,"labels":[],"context":"ctx:ZnB3DdYsfRic_WDgrrRV-s","timestamp":"2026-11-23 12:22:27"}}', '1795436547562', 'delivered', '1', '1', NULL, NULL, NULL, NULL, NULL);
INSERT INTO delivery (merchant_id, id, kind, resource, queue, ord, uri, host, event, body, created, state, attempts, tries, due_at, lease, lease_until, answer, trace) VALUES ('kaffebar', 'Ftf4s4aqZgce1EAgFg3dIe', 'scan', 'shortlink/WWela', 'shortlink/WWela', '1', 'http://127.0.0.1:42151/scans', '127.0.0.1:42151', 'shortlink_scanned', '{"meta":{"id":"Ftf4s4aqZgce1EAgFg3dIe","event":"shortlink_scanned","uri":"http://127.0.0.1:34927/merchant/v1/shortlink/WWela/scan/Ftf4s4aqZgce1EAgFg3dIe/","seqno":0,"labels":[],"context":"ctx:Ftf4s4aqZgce1EAgFg3dIe","timestamp":"2026-11-23 12:22:27"}}', '1795436547562', 'delivered', '1', '1', NULL, NULL, NULL, NULL, NULL);
INSERT INTO delivery (merchant_id, id, kind, resource, queue, ord, uri, host, event, body, created, state, attempts, tries, due_at, lease, lease_until, answer, trace) VALUES ('kaffebar', 'oSCc-T-AhXIMMfWIypjXwY', 'scan', 'shortlink/32iY9', 'shortlink/32iY9', '1', 'http://127.0.0.1:42151/scans', '127.0.0.1:42151', 'shortlink_scanned', '{"meta":{"id":"oSCc-T-AhXIMMfWIypjXwY","event":"shortlink_scanned","uri":"http://127.0.0.1:34927/merchant/v1/shortlink/32iY9/scan/oSCc-T-AhXIMMfWIypjXwY/","seqno":0,"labels":[],"context":"ctx:oSCc-T-AhXIMMfWIypjXwY","timestamp":"2026-11-23 12:22:27"}}', '1795436547562', 'delivered', '1', '1', NULL, NULL, NULL, NULL, NULL);
INSERT INTO delivery_attempt (merchant_id, delivery_id, number, at, status, problem, duration) VALUES ('kaffebar', 'B5xFIpmRfUpTc4Zw5bVkeX', '1', '1795436547562', '204', NULL, '8');
INSERT INTO delivery_attempt (merchant_id, delivery_id, number, at, status, problem, duration) VALUES ('kaffebar', 'ZnB3DdYsfRic_WDgrrRV-s', '1', '1795436547562', '204', NULL, '6');
INSERT INTO delivery_attempt (merchant_id, delivery_id, number, at, status, problem, duration) VALUES ('kaffebar', 'Ftf4s4aqZgce1EAgFg3dIe', '1', '1795436547562', '204', NULL, '5');
INSERT INTO delivery_attempt (merchant_id, delivery_id, number, at, status, problem, duration) VALUES ('kaffebar', 'oSCc-T-AhXIMMfWIypjXwY', '1', '1795436547562', '204', NULL, '3');
INSERT INTO ledger_book (merchant_id, last_seq) VALUES ('kaffebar', '47');
INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind) VALUES ('kaffebar', 'NOK', '3', '1795436547562', 'capture');
INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind) VALUES ('kaffebar', 'NOK', '4', '1795436547562', 'payout');
INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind) VALUES ('kaffebar', 'NOK', '9', '1795436547562', 'capture');
INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind) VALUES ('kaffebar', 'NOK', '12', '1795436547562', 'capture');
INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind) VALUES ('kaffebar', 'NOK', '18', '1795436547562', 'capture');
INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind) VALUES ('kaffebar', 'NOK', '24', '1795436547562', 'capture');
INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind) VALUES ('kaffebar', 'NOK', '27', '1795436547562', 'capture');
INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind) VALUES ('kaffebar', 'NOK', '41', '1795436547562', 'capture');
INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind) VALUES ('kaffebar', 'NOK', '44', '1795436547562', 'capture');
INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind) VALUES ('kaffebar', 'NOK', '45', '1795436547562', 'refund');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '3', 'customers', '-12500');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '3', 'payable', '12375');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '3', 'fee_transaction', '125');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '4', 'payable', '-12375');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '4', 'payout', '12375');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '9', 'customers', '-8000');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '9', 'payable', '7920');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '9', 'fee_transaction', '80');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '12', 'customers', '-5000');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '12', 'payable', '4950');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '12', 'fee_transaction', '50');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '18', 'customers', '-12500');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '18', 'payable', '12375');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '18', 'fee_transaction', '125');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '24', 'customers', '-5000');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '24', 'payable', '4950');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '24', 'fee_transaction', '50');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '27', 'customers', '-12500');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '27', 'payable', '12375');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '27', 'fee_transaction', '125');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '41', 'customers', '-12500');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '41', 'payable', '12375');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '41', 'fee_transaction', '125');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '44', 'customers', '-12500');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '44', 'payable', '12375');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '44', 'fee_transaction', '125');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '45', 'payable', '-2500');
INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ('kaffebar', 'NOK', '45', 'refunds', '2500');
INSERT INTO settlement_schedule (merchant_id, currency, opened, next_at, lease_until) VALUES ('bokkafe1', 'NOK', '1795436547562', '1795474800000', NULL);
INSERT INTO settlement_schedule (merchant_id, currency, opened, next_at, lease_until) VALUES ('kaffebar', 'NOK', '1795436547562', '1795474800000', NULL);
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '2', '0', 'reserved', 'cortado', '', 'NOK', '2500', '12500', '2500', '2');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '3', '0', 'capture', 'cortado', '', 'NOK', '2500', '12500', '2500', '2');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '8', '0', 'reserved', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '9', '0', 'capture', 'unspecified', '', 'NOK', '0', '8000', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '11', '0', 'reserved', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '12', '0', 'capture', 'unspecified', '', 'NOK', '0', '5000', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '17', '0', 'reserved', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '18', '0', 'capture', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '21', '0', 'reserved', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '23', '0', 'reserved', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '24', '0', 'capture', 'unspecified', '', 'NOK', '0', '5000', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '26', '0', 'reserved', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '27', '0', 'capture', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '40', '0', 'reserved', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '41', '0', 'capture', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '43', '0', 'reserved', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '44', '0', 'capture', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '45', '0', 'refund', 'unspecified', '', 'NOK', '0', '2500', '0', '1');
INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency, vat_rate, total, vat, quantity) VALUES ('kaffebar', '1795436547562', '47', '0', 'reserved', 'unspecified', '', 'NOK', '0', '12500', '0', '1');
INSERT INTO settlement (merchant_id, number, currency, created, to_seq, body) VALUES ('bokkafe1', '1', 'NOK', '1795436547562', '0', '{"merchantId":"bokkafe1","currency":"NOK","number":1,"accountId":"bokkafe1.NOK","payoutAccount":null,"created":1795436547562,"start":1795436547562,"end":1795436547563,"fromSeq":0,"toSeq":0,"sums":{"totals":{"amount":0,"additionalAmount":0,"captures":0,"refunds":0,"captureCount":0,"refundCount":0,"transactionFee":0,"transactionFeeVat":0,"interchange":0,"scopeFee":0,"scopeFeeVat":0,"scopeCount":0},"settlementFee":0,"settlementFeeVat":0,"taxCode":"NO:2013","gross":0,"net":0,"before":0,"payout":0,"after":0},"chunks":{"transaction":[],"scope":[]}}');
INSERT INTO settlement (merchant_id, number, currency, created, to_seq, body) VALUES ('kaffebar', '1', 'NOK', '1795436547562', '3', '{"merchantId":"kaffebar","currency":"NOK","number":1,"accountId":"kaffebar.NOK","payoutAccount":null,"created":1795436547562,"start":1795436547562,"end":1795436547563,"fromSeq":0,"toSeq":3,"sums":{"totals":{"amount":12500,"additionalAmount":0,"captures":12500,"refunds":0,"captureCount":1,"refundCount":0,"transactionFee":125,"transactionFeeVat":0,"interchange":0,"scopeFee":0,"scopeFeeVat":0,"scopeCount":0},"settlementFee":0,"settlementFeeVat":0,"taxCode":"NO:2013","gross":12500,"net":12375,"before":0,"payout":12375,"after":0},"chunks":{"transaction":[""],"scope":[]}}');
INSERT INTO settlement_line (merchant_id, number, log, line_key, seq) VALUES ('kaffebar', '1', 'transaction', 'psy3k6v33cr2', '3');
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '1', 'psy3k6v33cr2', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '2', 'psy3k6v33cr2', '', '1795436547562', 'auth', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '3', 'psy3k6v33cr2', '', '1795436547562', 'capture', '', '4798765432', 'NOK', '12500', '0', '12500', '125', '0', '0', 'NO:2013', '12375');
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '6', 'psy3kll3jf2r', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '7', 'psy3k2dm3suc', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '8', 'psy3k2dm3suc', '', '1795436547562', 'auth', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '9', 'psy3k2dm3suc', 'first-delivery', '1795436547562', 'capture', '', '4798765432', 'NOK', '8000', '0', '8000', '80', '0', '0', 'NO:2013', '7920');
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '10', 'psy3k54qhkqu', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '11', 'psy3k54qhkqu', '', '1795436547562', 'auth', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '12', 'psy3k54qhkqu', 'one', '1795436547562', 'capture', '', '4798765432', 'NOK', '5000', '0', '5000', '50', '0', '0', 'NO:2013', '4950');
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '16', 'psy3k8tslkqn', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '17', 'psy3k8tslkqn', '', '1795436547562', 'auth', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '18', 'psy3k8tslkqn', '', '1795436547562', 'capture', '', '4798765432', 'NOK', '12500', '0', '12500', '125', '0', '0', 'NO:2013', '12375');
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '19', 'psy3k79f7bog', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '20', 'psy3k4ikugt6', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '21', 'psy3k4ikugt6', '', '1795436547562', 'auth', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '22', 'psy3k234k92p', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '23', 'psy3k234k92p', '', '1795436547562', 'auth', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '24', 'psy3k234k92p', 'one', '1795436547562', 'capture', '', '4798765432', 'NOK', '5000', '0', '5000', '50', '0', '0', 'NO:2013', '4950');
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '25', 'psy3kua3sun3', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '26', 'psy3kua3sun3', '', '1795436547562', 'auth', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '27', 'psy3kua3sun3', '', '1795436547562', 'capture', '', '4798765432', 'NOK', '12500', '0', '12500', '125', '0', '0', 'NO:2013', '12375');
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '28', 'psy3k4z0dn3q', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '29', 'psy3k4z0dn3q', '', '1795436547562', 'abort', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '30', 'psy3k00bemq9', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '31', 'psy3k00bemq9', '', '1795436547562', 'fail', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '39', 'psy3kqdu2nyx', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '40', 'psy3kqdu2nyx', '', '1795436547562', 'auth', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '41', 'psy3kqdu2nyx', '', '1795436547562', 'capture', '', '4798765432', 'NOK', '12500', '0', '12500', '125', '0', '0', 'NO:2013', '12375');
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '42', 'psy3kjih5cql', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '43', 'psy3kjih5cql', '', '1795436547562', 'auth', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '44', 'psy3kjih5cql', '', '1795436547562', 'capture', '', '4798765432', 'NOK', '12500', '0', '12500', '125', '0', '0', 'NO:2013', '12375');
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '45', 'psy3kjih5cql', 'one', '1795436547562', 'refund', '', '4798765432', 'NOK', '2500', '0', '-2500', '0', '0', '0', 'NO:2013', '-2500');
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '46', 'psy3ki2841ak', '', '1795436547562', 'request', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net) VALUES ('kaffebar', '47', 'psy3ki2841ak', '', '1795436547562', 'auth', '', '4798765432', 'NOK', '12500', '0', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode) VALUES ('kaffebar', '5', '971poo8fybaf8ixo122ll6at3ume6vi2', '1795436547562', 'pending', '4798765432', 'NOK', '0', '0', 'NO:2013');
INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode) VALUES ('kaffebar', '13', '8vgy9qoqwcymqfzbvu605lknrywpq5xq', '1795436547562', 'pending', '4798765432', 'NOK', '0', '0', 'NO:2013');
INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode) VALUES ('kaffebar', '14', '46y3rxnh7vqp5i3yzgdvg6mlohhjull9', '1795436547562', 'pending', '4798765432', 'NOK', '0', '0', 'NO:2013');
INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode) VALUES ('kaffebar', '15', '46y3rxnh7vqp5i3yzgdvg6mlohhjull9', '1795436547562', 'ok', '4798765432', 'NOK', '0', '0', 'NO:2013');
INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode) VALUES ('kaffebar', '32', 'c625j28ejyd48rrm4b6mnbzbrrde1wls', '1795436547562', 'pending', '4798765432', 'NOK', '0', '0', 'NO:2013');
INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode) VALUES ('kaffebar', '33', 'c625j28ejyd48rrm4b6mnbzbrrde1wls', '1795436547562', 'ok', '4798765432', 'NOK', '0', '0', 'NO:2013');
INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode) VALUES ('kaffebar', '34', 't8ajo0iuj11gssey2l4g5qplcmalqp0r', '1795436547562', 'pending', '4798765432', 'NOK', '0', '0', 'NO:2013');
INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode) VALUES ('kaffebar', '35', 't8ajo0iuj11gssey2l4g5qplcmalqp0r', '1795436547562', 'ok', '4798765432', 'NOK', '0', '0', 'NO:2013');
INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode) VALUES ('kaffebar', '36', 'enhwvch0ohz8k9pshc3mmob6643nb65x', '1795436547562', 'pending', '4798765432', 'NOK', '0', '0', 'NO:2013');
INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode) VALUES ('kaffebar', '37', '56zvnd874niv57osg73q1kq9egpsm4eq', '1795436547562', 'ok', 'ojAKIKMBMQB8g7PgOd4vuuU-euAGoVk4', 'NOK', '0', '0', 'NO:2013');
INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat, taxcode) VALUES ('kaffebar', '38', 'rz4cmw5hw6kul3r0po45a9dqk1529ubn', '1795436547562', 'ok', 'ojAKIKMBMQB8g7PgOd4vuuU-euAGoVk4', 'NOK', '0', '0', 'NO:2013');
RESET session_replication_role;
