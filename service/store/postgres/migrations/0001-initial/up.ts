import { GRANTS } from './grants.ts';
import { LEDGER } from './ledger.ts';
import { MESSAGES } from './messages.ts';
import { PAYMENTS } from './payments.ts';
import { PEOPLE } from './people.ts';

/**
 * The first schema on PostgreSQL: the tables of SQLite. Texts are compared by their bytes, whatever the
 * collation of the database is. Instants are milliseconds since 1970 UTC, amounts integer minor units.
 */
export const UP = [PEOPLE, PAYMENTS, GRANTS, MESSAGES, LEDGER].join('');
