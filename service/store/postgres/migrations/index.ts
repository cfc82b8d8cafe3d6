import type { Migration } from '../../store-errors.ts';
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

/** The steps of the schema on PostgreSQL. */
export const POSTGRES_MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'initial', up: INITIAL },
];
