import type { Migration } from '../../schema-history.ts';
import { GRANTS } from './0001-initial/grants.ts';
import { LEDGER } from './0001-initial/ledger.ts';
import { MESSAGES } from './0001-initial/messages.ts';
import { PAYMENTS } from './0001-initial/payments.ts';
import { PEOPLE } from './0001-initial/people.ts';

/** The first schema on SQLite. Instants are milliseconds since 1970 UTC, amounts integer minor units. */
const INITIAL = [PEOPLE, PAYMENTS, GRANTS, MESSAGES, LEDGER].join('');

/**
 * The sign-in to the portal by e-mail. Existing self-service users get the role with the fewest rights.
 * The key of an authenticator app is not in the database: it is derived from the nonce of its row and the
 * key of the installation.
 */
const PORTAL_SIGN_IN = `
ALTER TABLE merchant ADD COLUMN legal_entity TEXT;
UPDATE merchant SET legal_entity = json_extract(details, '$.legalEntity') WHERE details IS NOT NULL;
CREATE INDEX merchant_by_legal_entity ON merchant (legal_entity, id);

ALTER TABLE ssp_user ADD COLUMN role TEXT NOT NULL DEFAULT 'bookkeeper'
  CHECK (role IN ('bookkeeper', 'manager', 'admin'));
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
`;

/** Finds the payments of a status without reading those of the others (`listOfStatuses`). */
const PAYMENT_BY_STATUS =
  'CREATE INDEX payment_by_status ON payment (merchant_id, code / 1000, created, tid)';

/** Finds the permissions of a payment that is removed. */
const PERMISSION_BY_PAYMENT = 'CREATE INDEX payment_permission_by_tid ON payment_permission (tid)';

const OF_A_CURRENCY = [
  'transaction_log',
  'ledger_transaction',
  'ledger_entry',
  'scope_log',
  'sales_line',
];

/** Replaces the rule that no row of `table` is removed: those of removed books may be. */
const removable = (table: string, ledger: string) => `
DROP TRIGGER ${table}_no_delete;
CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
WHEN NOT EXISTS (SELECT 1 FROM ledger_removed AS removed
  WHERE removed.merchant_id = OLD.merchant_id AND removed.to_seq >= OLD.seq${ledger})
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
`;

/**
 * The retention of payments and books. A row of `ledger_removed` says up to which number the books of a
 * ledger were removed, and what they had posted to its accounts. It comes before the deletion, and only
 * ever moves on.
 */
const RETENTION = `
CREATE TABLE ledger_removed (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  number INTEGER NOT NULL,
  to_seq INTEGER NOT NULL,
  until INTEGER NOT NULL,
  sums TEXT NOT NULL,
  PRIMARY KEY (merchant_id, currency)
) STRICT;
CREATE TRIGGER ledger_removed_forward BEFORE UPDATE ON ledger_removed
WHEN NEW.merchant_id <> OLD.merchant_id OR NEW.currency <> OLD.currency OR NEW.to_seq <= OLD.to_seq
BEGIN SELECT RAISE(ABORT, 'ledger_removed only moves forward'); END;
CREATE TRIGGER ledger_removed_no_delete BEFORE DELETE ON ledger_removed
BEGIN SELECT RAISE(ABORT, 'ledger_removed only moves forward'); END;
${OF_A_CURRENCY.map((table) => removable(table, ' AND removed.currency = OLD.currency')).join('')}
${removable('settlement_line', '')}
`;

/** The time up to which the clock of a service was right. */
const CLOCK_MARK = `
CREATE TABLE clock_mark (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL
) STRICT;
`;

/**
 * The catalogue of a shop. The document of an old version is dropped after some time, and the rest of it stays.
 * A picture is found by a name that is made from its bytes.
 */
const CATALOGUE = `
CREATE TABLE catalogue_version (
  merchant_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  person TEXT NOT NULL,
  differences TEXT NOT NULL,
  changed INTEGER NOT NULL,
  document TEXT,
  PRIMARY KEY (merchant_id, version)
) STRICT;

CREATE TABLE catalogue_picture (
  merchant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  image BLOB NOT NULL,
  PRIMARY KEY (merchant_id, name)
) STRICT;

CREATE TABLE catalogue_seen (
  merchant_id TEXT NOT NULL,
  pos_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  problem TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, pos_id)
) STRICT;
`;

/**
 * The closed periods of the tills of a shop, each with the line of its close, and what did not fit. A period never
 * changes.
 */
const TILL_PERIOD = `
CREATE TABLE till_period (
  merchant_id TEXT NOT NULL,
  pos_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  hash TEXT NOT NULL,
  close_line TEXT NOT NULL,
  payments TEXT NOT NULL,
  received INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, pos_id, number)
) STRICT;
CREATE INDEX till_period_by_day ON till_period (merchant_id, last_day, pos_id, number);

CREATE TABLE till_period_problem (
  merchant_id TEXT NOT NULL,
  pos_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, pos_id, number, kind)
) STRICT;
CREATE INDEX till_period_problem_newest
  ON till_period_problem (merchant_id, at DESC, pos_id, number, kind);
`;

/**
 * The role of a person who edits the catalogue. SQLite cannot change the rule of a column, so the column is
 * made again.
 */
const CATALOGUE_EDITOR = `
ALTER TABLE ssp_user RENAME COLUMN role TO old_role;
ALTER TABLE ssp_user ADD COLUMN role TEXT NOT NULL DEFAULT 'bookkeeper'
  CHECK (role IN ('bookkeeper', 'catalogue_editor', 'manager', 'admin'));
UPDATE ssp_user SET role = old_role;
ALTER TABLE ssp_user DROP COLUMN old_role;
`;

/**
 * What the tills of a shop said last, and the setting of its alerts. A till has a due time as long as its silence
 * would be an alert, and a time of silence as long as it is one.
 */
const TILL_STATUS = `
CREATE TABLE till_status (
  merchant_id TEXT NOT NULL,
  pos_id TEXT NOT NULL,
  name TEXT NOT NULL,
  search TEXT NOT NULL,
  received INTEGER NOT NULL,
  due INTEGER,
  place INTEGER NOT NULL,
  status TEXT NOT NULL,
  silent INTEGER,
  alerts INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, pos_id)
) STRICT;
CREATE INDEX till_status_by_place ON till_status (merchant_id, place, pos_id);
CREATE INDEX till_status_due ON till_status (due) WHERE due IS NOT NULL;
CREATE INDEX till_status_silent ON till_status (silent) WHERE silent IS NOT NULL;

CREATE TABLE till_alert (
  merchant_id TEXT PRIMARY KEY,
  silent_after INTEGER NOT NULL,
  callback_uri TEXT
) STRICT;
`;

/**
 * Receipts that tills handed over, each under the hash of its code, and the orders to send one by e-mail. An order
 * forgets its address when it has ended.
 */
const RECEIPT = `
CREATE TABLE receipt (
  code_hash TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  code TEXT NOT NULL,
  pos_id TEXT NOT NULL,
  tid TEXT,
  document TEXT NOT NULL,
  received INTEGER NOT NULL
) STRICT;
CREATE INDEX receipt_by_payment ON receipt (merchant_id, tid, received) WHERE tid IS NOT NULL;
CREATE INDEX receipt_by_age ON receipt (received);

CREATE TABLE receipt_email (
  code_hash TEXT NOT NULL REFERENCES receipt (code_hash),
  id TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  address TEXT,
  state TEXT NOT NULL,
  tries INTEGER NOT NULL,
  due INTEGER,
  lease INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (code_hash, id)
) STRICT;
CREATE INDEX receipt_email_due ON receipt_email (due) WHERE due IS NOT NULL;
CREATE INDEX receipt_email_of_shop ON receipt_email (merchant_id, at);
`;

/** The steps of the schema on SQLite. A change of the schema is a new step: a database may have these. */
export const SQLITE_MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'initial', up: INITIAL },
  {
    number: 2,
    name: 'portal-sign-in',
    up: PORTAL_SIGN_IN,
    joined: 'b1885dedb83023c8f0921e7646eb02b01eb7107de18917a2a154b7e02c23d518',
  },
  { number: 3, name: 'payment-by-status', up: PAYMENT_BY_STATUS },
  { number: 4, name: 'permission-by-payment', up: PERMISSION_BY_PAYMENT },
  { number: 5, name: 'retention', up: RETENTION },
  { number: 6, name: 'clock-mark', up: CLOCK_MARK },
  { number: 7, name: 'catalogue', up: CATALOGUE },
  { number: 8, name: 'till-period', up: TILL_PERIOD },
  { number: 9, name: 'catalogue-editor', up: CATALOGUE_EDITOR },
  { number: 10, name: 'till-status', up: TILL_STATUS },
  { number: 11, name: 'receipt', up: RECEIPT },
];
