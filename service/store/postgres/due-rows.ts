import { type Clock, SECOND } from '../../../shared/time/clock.ts';
import { SERVICE } from '../owners.ts';
import { type Row, readInteger } from '../sql/rows.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

/** How long a process may take for what it found due, before another one takes it over. */
export const DUE_LEASE = 10 * SECOND;

/** Where something has a time at which it is due, and the key of its rows. */
type Place =
  | { readonly table: 'payment'; readonly key: 'tid' }
  | { readonly table: 'permission_request'; readonly key: 'rid' };

/**
 * What is due in a table, for one of many processes. `take` answers rows that are due at `now`,
 * oldest first, with their merchant and their key: what one process has taken the others leave
 * alone, until its lease ends in real time. `next` is when the next one is due, null for never.
 */
export function dueRows(database: PostgresDatabase, wall: Clock, { table, key }: Place) {
  const sql = statements({
    take: `WITH taken AS MATERIALIZED (
        SELECT ${key} FROM ${table} WHERE due_at IS NOT NULL AND due_at <= ?
          AND (lease_until IS NULL OR lease_until <= ?)
        ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED)
      UPDATE ${table} AS due SET lease_until = ? FROM taken WHERE due.${key} = taken.${key}
      RETURNING due.merchant_id, due.${key}, due.due_at`,
    next: `SELECT due_at FROM ${table} WHERE due_at IS NOT NULL
        AND (lease_until IS NULL OR lease_until <= ?)
      ORDER BY due_at LIMIT 1`,
  });
  return {
    async take(now: number, limit: number): Promise<readonly Row[]> {
      const at = wall.now();
      const { rows } = await database
        .writesOf(SERVICE)
        .write(sql.take, now, at, limit, at + DUE_LEASE);
      // What an update answers has no order of its own.
      return rows.toSorted((a, b) => readInteger(a, 'due_at') - readInteger(b, 'due_at'));
    },
    async next(): Promise<number | null> {
      const row = await database.get(sql.next, wall.now());
      return row === undefined ? null : readInteger(row, 'due_at');
    },
  };
}
