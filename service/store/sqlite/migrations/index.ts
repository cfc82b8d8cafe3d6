import type { Migration } from '../../schema-history.ts';
import { GRANTS } from './0001-initial/grants.ts';
import { LEDGER } from './0001-initial/ledger.ts';
import { MESSAGES } from './0001-initial/messages.ts';
import { PAYMENTS } from './0001-initial/payments.ts';
import { PEOPLE } from './0001-initial/people.ts';
import { TILLS } from './0001-initial/tills.ts';

/** The time up to which the clock of a service was right. */
const CLOCK_MARK = `
CREATE TABLE clock_mark (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL
) STRICT;
`;

/** The first schema on SQLite. Instants are milliseconds since 1970 UTC, amounts integer minor units. */
const INITIAL = [PEOPLE, PAYMENTS, GRANTS, MESSAGES, LEDGER, TILLS, CLOCK_MARK].join('');

/**
 * The steps of the schema on SQLite. Until the first release a change edits the first step. After it a change is a
 * new step: a database may have these.
 */
export const SQLITE_MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'initial', up: INITIAL },
];
