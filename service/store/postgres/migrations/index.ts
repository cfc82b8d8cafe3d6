import type { SharedMigration } from '../versions.ts';
import { GRANTS } from './0001-initial/grants.ts';
import { LEDGER } from './0001-initial/ledger.ts';
import { MESSAGES } from './0001-initial/messages.ts';
import { PAYMENTS } from './0001-initial/payments.ts';
import { PEOPLE } from './0001-initial/people.ts';

/**
 * The first schema on PostgreSQL: the tables of SQLite. Texts are compared by their bytes, whatever the
 * collation of the database is. Instants are milliseconds since 1970 UTC, amounts integer minor units.
 */
const INITIAL = [PEOPLE, PAYMENTS, GRANTS, MESSAGES, LEDGER].join('');

/** The sign-in to the portal by e-mail. Existing self-service users get the role with the fewest rights. */
const PORTAL_SIGN_IN = `
ALTER TABLE merchant ADD COLUMN legal_entity TEXT COLLATE "C";
UPDATE merchant SET legal_entity = CAST(details AS json) ->> 'legalEntity' WHERE details IS NOT NULL;
CREATE INDEX merchant_by_legal_entity ON merchant (legal_entity, id);

ALTER TABLE ssp_user ADD COLUMN role TEXT COLLATE "C" NOT NULL DEFAULT 'bookkeeper'
  CHECK (role IN ('bookkeeper', 'manager', 'admin'));
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
`;

/** Finds the payments of a status without reading those of the others (`listOfStatuses`). */
const PAYMENT_BY_STATUS = `CREATE INDEX IF NOT EXISTS payment_by_status
  ON payment (merchant_id, (code / 1000), created, tid)`;

/** Finds the permissions of a payment that is removed. */
const PERMISSION_BY_PAYMENT = `CREATE INDEX IF NOT EXISTS payment_permission_by_tid
  ON payment_permission (tid)`;

const REMOVABLE = [
  ...['transaction_log', 'ledger_transaction', 'ledger_entry', 'scope_log', 'sales_line'],
  'settlement_line',
];

/**
 * The retention of payments and books, as on SQLite. The triggers that refuse a change of the books stay,
 * because to drop one would wait for a running `pg_dump`, and all requests would wait behind it. Their
 * function now lets a DELETE pass, and a new trigger looks at each of its rows.
 */
const RETENTION = `
CREATE TABLE ledger_removed (
  merchant_id TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  to_seq BIGINT NOT NULL,
  until BIGINT NOT NULL,
  sums TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (merchant_id, currency)
);

CREATE FUNCTION removed_forward() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.merchant_id = OLD.merchant_id AND NEW.currency = OLD.currency AND NEW.to_seq > OLD.to_seq
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'ledger_removed only moves forward';
END $$;
CREATE TRIGGER ledger_removed_forward BEFORE UPDATE OR DELETE ON ledger_removed
  FOR EACH ROW EXECUTE FUNCTION removed_forward();
CREATE TRIGGER ledger_removed_whole BEFORE TRUNCATE ON ledger_removed
  FOR EACH STATEMENT EXECUTE FUNCTION removed_forward();

CREATE FUNCTION removed_only() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'settlement_line' THEN
    IF EXISTS (SELECT 1 FROM ledger_removed AS removed
      WHERE removed.merchant_id = OLD.merchant_id AND removed.to_seq >= OLD.seq)
    THEN RETURN OLD; END IF;
  ELSIF EXISTS (SELECT 1 FROM ledger_removed AS removed
    WHERE removed.merchant_id = OLD.merchant_id AND removed.to_seq >= OLD.seq
      AND removed.currency = OLD.currency)
  THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
${REMOVABLE.map(
  (table) => `
CREATE TRIGGER ${table}_removed_only BEFORE DELETE ON ${table}
  FOR EACH ROW EXECUTE FUNCTION removed_only();`,
).join('')}
CREATE OR REPLACE FUNCTION append_only() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME <> 'settlement' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
`;

/** The time up to which the clock of a service was right. */
const CLOCK_MARK = `
CREATE TABLE clock_mark (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at BIGINT NOT NULL
);
`;

/**
 * The catalogue of a shop. The document of an old version is dropped after some time, and the rest of it stays.
 * A picture is found by a name that is made from its bytes.
 */
const CATALOGUE = `
CREATE TABLE catalogue_version (
  merchant_id TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  at BIGINT NOT NULL,
  person TEXT COLLATE "C" NOT NULL,
  differences TEXT COLLATE "C" NOT NULL,
  changed BIGINT NOT NULL,
  document TEXT COLLATE "C",
  PRIMARY KEY (merchant_id, version)
);

CREATE TABLE catalogue_picture (
  merchant_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  image BYTEA NOT NULL,
  PRIMARY KEY (merchant_id, name)
);

CREATE TABLE catalogue_seen (
  merchant_id TEXT COLLATE "C" NOT NULL,
  pos_id TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  problem TEXT COLLATE "C",
  at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, pos_id)
);
`;

/**
 * The closed periods of the tills of a shop, each with the line of its close, and what did not fit. A period never
 * changes.
 */
const TILL_PERIOD = `
CREATE TABLE till_period (
  merchant_id TEXT COLLATE "C" NOT NULL,
  pos_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  first_day TEXT COLLATE "C" NOT NULL,
  last_day TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  close_line TEXT COLLATE "C" NOT NULL,
  payments TEXT COLLATE "C" NOT NULL,
  received BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, pos_id, number)
);
CREATE INDEX till_period_by_day ON till_period (merchant_id, last_day, pos_id, number);

CREATE TABLE till_period_problem (
  merchant_id TEXT COLLATE "C" NOT NULL,
  pos_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, pos_id, number, kind)
);
CREATE INDEX till_period_problem_newest
  ON till_period_problem (merchant_id, at DESC, pos_id, number, kind);
`;

/** The role of a person who edits the catalogue. A process that does not know it grants the fewest rights. */
const CATALOGUE_EDITOR = `
ALTER TABLE ssp_user DROP CONSTRAINT ssp_user_role_check;
ALTER TABLE ssp_user ADD CONSTRAINT ssp_user_role_check
  CHECK (role IN ('bookkeeper', 'catalogue_editor', 'manager', 'admin'));
`;

/**
 * What the tills of a shop said last, and the setting of its alerts. A till has a due time as long as its silence
 * would be an alert, and a time of silence as long as it is one.
 */
const TILL_STATUS = `
CREATE TABLE till_status (
  merchant_id TEXT COLLATE "C" NOT NULL,
  pos_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  search TEXT COLLATE "C" NOT NULL,
  received BIGINT NOT NULL,
  due BIGINT,
  place BIGINT NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  silent BIGINT,
  alerts BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, pos_id)
);
CREATE INDEX till_status_by_place ON till_status (merchant_id, place, pos_id);
CREATE INDEX till_status_due ON till_status (due) WHERE due IS NOT NULL;
CREATE INDEX till_status_silent ON till_status (silent) WHERE silent IS NOT NULL;

CREATE TABLE till_alert (
  merchant_id TEXT COLLATE "C" PRIMARY KEY,
  silent_after BIGINT NOT NULL,
  callback_uri TEXT COLLATE "C"
);
`;

/**
 * Receipts that tills handed over, each under the hash of its code, and the orders to send one by e-mail. An order
 * forgets its address when it has ended.
 */
const RECEIPT = `
CREATE TABLE receipt (
  code_hash TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL,
  code TEXT COLLATE "C" NOT NULL,
  pos_id TEXT COLLATE "C" NOT NULL,
  tid TEXT COLLATE "C",
  document TEXT COLLATE "C" NOT NULL,
  received BIGINT NOT NULL
);
CREATE INDEX receipt_by_payment ON receipt (merchant_id, tid, received) WHERE tid IS NOT NULL;
CREATE INDEX receipt_by_age ON receipt (received);

CREATE TABLE receipt_email (
  code_hash TEXT COLLATE "C" NOT NULL REFERENCES receipt (code_hash),
  id TEXT COLLATE "C" NOT NULL,
  merchant_id TEXT COLLATE "C" NOT NULL,
  address TEXT COLLATE "C",
  state TEXT COLLATE "C" NOT NULL,
  tries BIGINT NOT NULL,
  due BIGINT,
  lease BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (code_hash, id)
);
CREATE INDEX receipt_email_due ON receipt_email (due) WHERE due IS NOT NULL;
CREATE INDEX receipt_email_of_shop ON receipt_email (merchant_id, at);
`;

/** The steps of the schema on PostgreSQL. A change of the schema is a new step: a database may have these. */
export const POSTGRES_MIGRATIONS: readonly SharedMigration[] = [
  { number: 1, name: 'initial', up: INITIAL, oldest: 1 },
  {
    number: 2,
    name: 'portal-sign-in',
    // A process of step 1 would write merchants without their company.
    oldest: 2,
    up: PORTAL_SIGN_IN,
    joined: '0d3120276cad2266f9d4a0482a4e27d76de6b6b8a0fb3c5b5afb12dff2bfa552',
  },
  {
    number: 3,
    name: 'payment-by-status',
    up: PAYMENT_BY_STATUS,
    index: 'payment_by_status',
    oldest: 2,
  },
  {
    number: 4,
    name: 'permission-by-payment',
    up: PERMISSION_BY_PAYMENT,
    index: 'payment_permission_by_tid',
    oldest: 2,
  },
  { number: 5, name: 'retention', up: RETENTION, oldest: 2 },
  { number: 6, name: 'clock-mark', up: CLOCK_MARK, oldest: 2 },
  { number: 7, name: 'catalogue', up: CATALOGUE, oldest: 2 },
  { number: 8, name: 'till-period', up: TILL_PERIOD, oldest: 2 },
  { number: 9, name: 'catalogue-editor', up: CATALOGUE_EDITOR, oldest: 2 },
  { number: 10, name: 'till-status', up: TILL_STATUS, oldest: 2 },
  { number: 11, name: 'receipt', up: RECEIPT, oldest: 2 },
];
