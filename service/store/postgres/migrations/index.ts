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
];
