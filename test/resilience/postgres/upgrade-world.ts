import { POSTGRES_MIGRATIONS } from '../../../service/store/postgres/migrations/index.ts';
import { openPostgresStore } from '../../../service/store/postgres/open.ts';
import type { SharedMigration } from '../../../service/store/postgres/versions.ts';
import { NO_EFFECTS, type Store } from '../../../service/store/store.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import { newPayment } from '../../service/store/postgres/world.ts';
import { until } from '../../support/last-resort.ts';
import { ids } from '../../support/payments.ts';
import { ownPostgres } from '../../support/postgres/shared.ts';
import { type Raw, rawPostgres } from '../../support/raw.ts';

/* Processes of two versions on one database: the older one knows fewer steps of the schema. */

export const LAST = POSTGRES_MIGRATIONS.length;
export const OLD = POSTGRES_MIGRATIONS;
/**
 * Adds what older processes ignore, also to tables of which they read every column. So it allows the same
 * processes as the step before.
 */
const EXPAND: SharedMigration = {
  ...{ number: LAST + 1, name: 'expand', oldest: LAST },
  up: `ALTER TABLE payment ADD COLUMN colour TEXT;
    ALTER TABLE transaction_log ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';
    CREATE TABLE colour (name TEXT PRIMARY KEY);
    CREATE INDEX payment_by_colour ON payment (colour)`,
};
/** Removes what the processes before `EXPAND` may use. */
export const CONTRACT: SharedMigration = {
  ...{ number: LAST + 2, name: 'contract', oldest: LAST + 1 },
  up: 'CREATE TABLE contracted (name TEXT)',
};
/** A lock at which a step waits until the test lets it go on. */
export const GATE = 4_242;
export const EXPANDED = [...OLD, EXPAND];
export const CONTRACTED = [...EXPANDED, CONTRACT];

/** What a test must end, the last first. */
export const ends: (() => Promise<void>)[] = [];
/** Ends what a test has started. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

/** An empty database with the schema of the previous version, and a direct connection to it. */
export async function newPlace() {
  const { url, drop } = await ownPostgres('ready');
  const raw = await rawPostgres(url);
  ends.push(async () => {
    await raw.close();
    await drop();
  });
  return { url, raw };
}

/** Starts a process of the version with these steps. */
export async function start(
  url: string,
  migrations: readonly SharedMigration[],
  options: Partial<Parameters<typeof openPostgresStore>[1]> = {},
): Promise<Store> {
  const parts = { wall: createSystemClock(), self: ids.short(), migrations, ...options };
  const store = await openPostgresStore(url, parts);
  ends.push(() => store.close());
  return store;
}

export async function sell(store: Store): Promise<string> {
  const payment = newPayment();
  await store.payments.create(payment, NO_EFFECTS);
  return payment.tid;
}

/** Ends the connections of the stores, as a failed network does: all, or those that listen. */
export const cut = (raw: Raw, which: 'all' | 'listening') =>
  raw.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    ${which === 'all' ? '' : 'AND pid IN (SELECT pid FROM pg_locks WHERE classid = 74136)'}`);

/** The connections of the stores that show their step. */
export const connections = (raw: Raw) =>
  raw.rows(`SELECT DISTINCT pid, CAST(objid AS BIGINT) AS step FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 74137 AND database =
      (SELECT oid FROM pg_database WHERE datname = current_database())`);

export const lastStep = async (raw: Raw) =>
  (await raw.rows('SELECT MAX(number) AS number FROM migration'))[0]?.number;

/** Waits for a process that waits for an advisory lock of these keys. */
export const waitsFor = (raw: Raw, first: number, second: number) =>
  until(
    () =>
      raw.rows(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND classid = ${first} AND objid = ${second}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`),
    (rows) => rows.length > 0,
  );
