/**
 * Integrators, the whole merchant record, self-service users and settlement accounts. A merchant
 * that was there before gets the defaults and the account of its one currency.
 */
export const UP = `
CREATE TABLE integrator (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  netmask TEXT,
  public_key TEXT NOT NULL
) STRICT;

ALTER TABLE merchant ADD COLUMN integrator_id TEXT REFERENCES integrator (id);
ALTER TABLE merchant ADD COLUMN details TEXT;
ALTER TABLE merchant ADD COLUMN agreement TEXT;

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

CREATE TABLE ssp_user (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  email_key TEXT NOT NULL,
  body TEXT NOT NULL,
  entities TEXT NOT NULL,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, email_key)
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

INSERT INTO settlement_account
  (id, merchant_id, currency, start_of_day, frequency, payout_delay, payout_account)
  SELECT id || '.NOK', id, 'NOK', '00:00:00', 'weekdays', 0, NULL FROM merchant;
`;
