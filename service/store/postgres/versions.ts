import type { ClientBase } from 'pg';
import { type Migration, NEWER_VERSION, oldestOf } from '../schema-history.ts';
import { type Row, readInteger, readTextOrNull } from '../sql/rows.ts';
import { StoreNotOpened, StoreTooNew } from '../store-errors.ts';
import { CONNECT_WITHIN } from './connection.ts';

/*
 * Which versions may run together on one database. A step of the schema names the oldest step whose
 * processes may run while and after it is applied. Each connection of a process shows the last step that
 * its process knows, by a shared advisory lock, which the server releases when the connection ends.
 *
 * A step that excludes running processes is refused. It and a connection that opens at the same time
 * cannot miss each other: the connection first takes the lock of its step, then waits for the fence, then
 * reads the steps of the database. The process that applies the step first takes the fence, then counts
 * the locks, and holds the fence until its commit.
 */

/** A step of the schema of a database that several processes share. */
export type SharedMigration = Migration & {
  /**
   * Last step that the oldest version knows whose processes may run while this step is applied and
   * afterwards. A step that only adds what those processes ignore (tables, indexes, columns with a
   * default) names theirs; a step that removes or changes what they use names the first step without it.
   */
  readonly oldest: number;
  /**
   * Name of the index, if `up` is `CREATE INDEX IF NOT EXISTS`. A database in use gets the index before the
   * transaction of the steps, so that the running processes can write while it is built.
   */
  readonly index?: string;
};

/** A connection of a running process, as the locks show it. */
export type Present = {
  readonly step: number;
  /** Every process has one connection that listens. */
  readonly listens: boolean;
  /** Network address of the process; null on the machine of the database, or without permission. */
  readonly address: string | null;
};

/** First key of the locks; the second one is the step. Next to the listener's key. */
const SHOWN = 74_137;
/** Next to the numbers of the other locks of a whole database. */
const FENCE = 7_413_600_048;

const PRESENT = `SELECT locks.pid,
    MAX(CASE locks.classid WHEN ${SHOWN} THEN CAST(locks.objid AS BIGINT) END) AS step,
    MAX(CASE locks.classid WHEN 74136 THEN 1 ELSE 0 END) AS listens, MAX(host(client_addr)) AS address
  FROM pg_locks AS locks LEFT JOIN pg_stat_activity AS activity ON activity.pid = locks.pid
  WHERE locks.locktype = 'advisory' AND locks.objsubid = 2 AND locks.granted AND locks.mode = 'ShareLock'
    AND (locks.classid = ${SHOWN} OR locks.classid = 74136 AND locks.objid = 48)
    AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  GROUP BY locks.pid HAVING MAX(CASE locks.classid WHEN ${SHOWN} THEN 1 END) = 1
  ORDER BY locks.pid`;

/** The connections of processes that must have ended before a step with this `oldest` is applied. */
export function olderThan(oldest: number, connections: readonly Present[]): readonly Present[] {
  return connections.filter(({ step }) => step < oldest);
}

/** Number of processes with these connections. One that is about to listen again counts too. */
export function processesIn(connections: readonly Present[]): number {
  const listening = connections.filter(({ listens }) => listens).length;
  return Math.max(listening, Math.min(connections.length, 1));
}

/**
 * Throws `StoreNotOpened` if a process runs that one of the steps `run` excludes. `rows` are the steps that
 * the database has. The caller is in the transaction that applies the steps.
 */
export async function refuseOlder(
  client: ClientBase,
  rows: readonly Row[],
  run: readonly SharedMigration[],
): Promise<void> {
  const oldest = Math.max(...run.map((step) => step.oldest));
  // Without a newer limit each connection has been checked against it already.
  if (oldest > Math.max(0, ...rows.map(oldestOf))) {
    await client.query(`SELECT pg_advisory_xact_lock(${FENCE})`);
  }
  const older = olderThan(oldest, await presentOn(client));
  if (older.length === 0) return;
  const count = processesIn(older);
  const addresses = [...new Set(older.flatMap(({ address }) => address ?? []))];
  const from = addresses.length === 0 ? '' : ` (${addresses.join(', ')})`;
  const [still, stop] =
    count === 1
      ? ['1 process of an older version still uses', 'it']
      : [`${count} processes of an older version still use`, 'them'];
  throw new StoreNotOpened(
    `${still} the database${from}, and this version changes what older versions need: stop ${stop}, ` +
      'then start this one again.',
  );
}

/** The connections of all processes on the database. One that has not yet shown its step meets the fence. */
export async function presentOn(client: ClientBase): Promise<readonly Present[]> {
  const { rows } = await client.query<Row>(PRESENT);
  return rows.map((row) => ({
    step: readInteger(row, 'step'),
    listens: readInteger(row, 'listens') === 1,
    address: readTextOrNull(row, 'address'),
  }));
}

/**
 * Shows on a new connection that its process knows the steps up to `step`, then checks that the database
 * allows such processes. Throws `StoreTooNew` if it does not.
 */
export async function showStep(client: ClientBase, step: number): Promise<void> {
  const within = { query_timeout: CONNECT_WITHIN };
  // The server releases the fence at the end of these statements, the lock of the step with the connection.
  const show = `SELECT pg_advisory_lock_shared(${SHOWN}, ${step});
    SELECT pg_advisory_xact_lock_shared(${FENCE})`;
  await client.query({ text: show, ...within });
  const tooNew = `SELECT 1 FROM migration WHERE oldest > ${step} LIMIT 1`;
  const { rowCount } = await client.query({ text: tooNew, ...within });
  if (rowCount !== 0) throw new StoreTooNew(NEWER_VERSION);
}
