import { Client, DatabaseError } from 'pg';
import { type Row, readInteger } from '../sql/rows.ts';
import { StoreNotOpened } from '../store-errors.ts';
import type { Connecting } from './connection.ts';
import { isLost } from './errors.ts';

const OWN = 'SELECT pg_backend_pid() AS pid';
/** Others use the same pooler, and may have by chance what would show it. */
const LOOKS = 3;

/**
 * Looks whether a connection stays one: hints, locks and prepared statements belong to it. A pooler
 * that hands out connections by the transaction would take all of them and lose them. Throws
 * `StoreNotOpened`. Costs one question where there is no pooler.
 */
export async function checkPooler(client: Client, connecting: Connecting): Promise<void> {
  // A pooler that has nothing free lets a question wait.
  const within = connecting.connectionTimeoutMillis;
  // Who stands between has told the client another number than the server's.
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

/** Whether both have one connection in turn. Where each keeps its own, this is never so. */
async function areShared(client: Client, other: Client, within: number): Promise<boolean> {
  const first = await ownPid(client, within);
  try {
    await other.query('BEGIN');
  } catch (error) {
    // There are poolers that know single statements alone.
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
  'There is a pooler before the database that hands out connections by the transaction: give the ' +
  'address of the database itself, or of a pool in session mode.';
const TOO_SMALL =
  'There is a pooler before the database that has no second connection free: make its pool larger, ' +
  'for each process 13, or give the address of the database itself.';
