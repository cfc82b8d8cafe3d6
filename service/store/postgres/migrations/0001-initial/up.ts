import { BOOKS } from './books.ts';
import { GRANTS } from './grants.ts';
import { MESSAGES } from './messages.ts';
import { PAYMENTS } from './payments.ts';
import { PEOPLE } from './people.ts';

/**
 * The first schema on PostgreSQL: what the embedded database has after its first eleven steps.
 * Texts are compared by their bytes, whatever the database's own rules of sorting are. Instants are
 * milliseconds since 1970 UTC, amounts integer minor units.
 */
export const UP = [PEOPLE, PAYMENTS, GRANTS, MESSAGES, BOOKS].join('');
