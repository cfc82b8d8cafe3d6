import { type Clock, SECOND } from '../../../shared/time/clock.ts';
import { type Row, readInteger } from '../sql/rows.ts';
import { SERVICE } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

/** How long a process may work on due rows before another one takes them over. */
export const DUE_LEASE = 10 * SECOND;

/** A table with a due time and the key of its rows. */
type Place =
  | { readonly table: 'payment'; readonly key: 'tid' }
  | { readonly table: 'permission_request'; readonly key: 'rid' };

/**
 * The due rows of a table, for one of several processes. `take` returns rows that are due at `now`,
 * oldest first, with their merchant and their key. Other processes skip them until the lease
 * expires in real time. `next` is the earliest due time, null for never.
 */
export function dueRows(database: PostgresDatabase, wall: Clock, { table, key }: Place) {
  const sql = statements({
    // A plan for any limit expects a tenth of all rows and would read the table to update them; it
    // expects few from an array.
    take: `WITH taken AS MATERIALIZED (
        SELECT ${key} FROM ${table} WHERE due_at IS NOT NULL AND due_at <= ?
          AND (lease_until IS NULL OR lease_until <= ?)
        ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED)
      UPDATE ${table} AS due SET lease_until = ? WHERE due.${key} = ANY(ARRAY(SELECT ${key} FROM taken))
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
      // The rows that an update returns have no defined order.
      return rows.toSorted((a, b) => readInteger(a, 'due_at') - readInteger(b, 'due_at'));
    },
    async next(): Promise<number | null> {
      const row = await database.get(sql.next, wall.now());
      return row === undefined ? null : readInteger(row, 'due_at');
    },
  };
}
