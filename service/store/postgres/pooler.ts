import { Client, DatabaseError } from 'pg';
import { type Row, readInteger } from '../sql/rows.ts';
import { StoreNotOpened } from '../store-errors.ts';
import type { Connecting } from './connection.ts';
import { isLost } from './errors.ts';

const OWN = 'SELECT pg_backend_pid() AS pid';
/** Number of checks. One may fail to see the difference while other clients use the pooler. */
const LOOKS = 3;

/**
 * Checks that each connection has its own server session: notices, locks and prepared statements
 * belong to a session. A pooler in transaction mode would accept all of them and lose them. Throws
 * `StoreNotOpened`. Costs one query without a pooler.
 */
export async function checkPooler(client: Client, connecting: Connecting): Promise<void> {
  // A pooler without a free connection delays the query.
  const within = connecting.connectionTimeoutMillis;
  // Without a pooler, the client has received the process id of its server session.
  if ((await ownPid(client, within)) === Reflect.get(client, 'processID')) return;
  const other = new Client({ ...connecting, query_timeout: within });
  other.on('error', () => {});
  try {
    await other.connect();
    for (let look = 0; look < LOOKS; look += 1) {
      if (await areShared(client, other, within)) throw new StoreNotOpened(SHARED);
    }
  } catch (error) {
    if (isLost(error)) throw new StoreNotOpened(TOO_SMALL);
    throw error;
  } finally {
    await other.end().catch(() => {});
  }
}

/**
 * True if both clients get the same server session in turn; never true without a pooler in
 * transaction mode.
 */
async function areShared(client: Client, other: Client, within: number): Promise<boolean> {
  const first = await ownPid(client, within);
  try {
    await other.query('BEGIN');
  } catch (error) {
    // Some poolers support only single statements.
    if (error instanceof DatabaseError) return true;
    throw error;
  }
  try {
    return (await ownPid(other, within)) === first || (await ownPid(client, within)) !== first;
  } finally {
    await other.query('ROLLBACK');
  }
}

async function ownPid(client: Client, within: number): Promise<number> {
  const question = { text: OWN, query_timeout: within };
  const { rows } = await client.query<Row>(question);
  return readInteger(rows[0] ?? {}, 'pid');
}

const SHARED =
  'The pooler of the database assigns connections by the transaction: give the address of the ' +
  'database itself, or of a pool in session mode.';
const TOO_SMALL =
  'The pooler of the database has no second connection free: allow 13 connections for each process, ' +
  'or give the address of the database itself.';
