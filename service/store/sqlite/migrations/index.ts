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
];
