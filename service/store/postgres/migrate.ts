import type { Client } from 'pg';
import { missingSteps } from '../schema-history.ts';
import { type Row, readInteger, readText } from '../sql/rows.ts';
import { StoreNotOpened } from '../store-errors.ts';
import { POSTGRES_MIGRATIONS } from './migrations/index.ts';
import { notOpened } from './not-opened.ts';
import { checkPooler } from './pooler.ts';
import type { Servers } from './servers.ts';
import { type Present, presentOn, refuseOlder, type SharedMigration } from './versions.ts';

/** This product's number among the advisory locks of a database. */
const LOCK = 7_413_600_046;
/** Held by the process that builds an index. */
const BUILDING = 7_413_600_049;
const OLDEST_SERVER = 140_000;

const TABLE = `CREATE TABLE IF NOT EXISTS migration (
  number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, oldest BIGINT NOT NULL
)`;
const HISTORY = 'SELECT number, checksum, oldest FROM migration ORDER BY number';
const NUMBERS = 'SELECT number FROM migration';

/** Steps that a start has applied, and the other processes that were running. */
type Migrated = {
  readonly applied: readonly string[];
  readonly others: readonly Pick<Present, 'step' | 'address'>[];
};

/**
 * Brings the schema up to date, in one transaction; processes that start together run it one after
 * the other. Throws `StoreNotOpened` for an unreachable address, a pooler that shares connections between
 * clients, a server whose settings do not make acknowledged writes durable, a database of a newer version,
 * a database with a different schema history, and running processes that a missing step does not allow.
 */
export async function migrate(
  servers: Servers,
  migrations: readonly SharedMigration[] = POSTGRES_MIGRATIONS,
): Promise<Migrated> {
  let client: Client | null = null;
  try {
    client = await servers.connect();
    await checkServer(client);
    await checkPooler(client, servers.current);
    await buildIndexes(client, migrations);
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    await client.query(TABLE);
    const applied = await applyTo(client, migrations);
    await client.query('COMMIT');
    const listening = (await presentOn(client)).filter(({ listens }) => listens);
    return { applied, others: listening.map(({ step, address }) => ({ step, address })) };
  } catch (error) {
    throw notOpened(error, servers.encrypted);
  } finally {
    await client?.end().catch(() => {});
  }
}

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<Row>(`SELECT
    CAST(current_setting('server_version_num') AS INTEGER) AS version,
    current_setting('synchronous_commit') AS commits,
    current_setting('server_encoding') AS encoding`);
  const [row = {}] = rows;
  if (readInteger(row, 'version') < OLDEST_SERVER) {
    throw new StoreNotOpened('The database needs PostgreSQL 14 or newer.');
  }
  // Otherwise a power cut could lose an acknowledged payment.
  if (readText(row, 'commits') === 'off') {
    throw new StoreNotOpened('The database has synchronous_commit = off; turn it on.');
  }
  if (readText(row, 'encoding') !== 'UTF8') {
    throw new StoreNotOpened('The database must have the encoding UTF8.');
  }
}

const IS_USED = "SELECT 1 WHERE to_regclass('migration') IS NOT NULL";
const TAKE_TURN = `SELECT 1 WHERE pg_try_advisory_lock(${BUILDING})`;
const IS_INVALID = 'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid';

/**
 * Builds the indexes of missing steps on a database in use, without blocking its writers. If a build is
 * interrupted, PostgreSQL keeps an invalid index, which the next start removes and builds again.
 */
async function buildIndexes(client: Client, migrations: readonly SharedMigration[]): Promise<void> {
  if ((await client.query(IS_USED)).rowCount === 0) return;
  const { rows } = await client.query<Row>(NUMBERS);
  const applied = rows.map((row) => readInteger(row, 'number'));
  for (const { number, index, up } of migrations) {
    if (applied.includes(number)) continue;
    // The tables of later indexes may be of this step.
    if (index === undefined) return;
    await buildIndex(client, index, up);
  }
}

async function buildIndex(client: Client, index: string, up: string): Promise<void> {
  // A build waits for every statement that was running when it began. So a process that waits for its turn
  // asks again and again: if it waited in one statement, each of the two would wait for the other.
  while ((await client.query(TAKE_TURN)).rowCount === 0) await client.query('SELECT pg_sleep(0.2)');
  try {
    const { rowCount } = await client.query(IS_INVALID, [index]);
    if (rowCount !== 0) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
    await client.query(up.replace('CREATE INDEX', 'CREATE INDEX CONCURRENTLY'));
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${BUILDING})`);
  }
}

async function applyTo(
  client: Client,
  migrations: readonly SharedMigration[],
): Promise<readonly string[]> {
  const { rows } = await client.query<Row>(HISTORY);
  const run = missingSteps(rows, migrations);
  if (run.length > 0) await refuseOlder(client, rows, run);
  for (const { number, name, up, checksum, oldest } of run) {
    await client.query(up);
    await client.query('INSERT INTO migration VALUES ($1, $2, $3, $4)', [
      number,
      name,
      checksum,
      oldest,
    ]);
  }
  return run.map(({ number, name }) => `${number} ${name}`);
}
