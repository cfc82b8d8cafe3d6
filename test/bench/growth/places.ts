import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { moveToPostgres } from '../../../service/store/move-to-postgres.ts';
import { openPostgresStore } from '../../../service/store/postgres/open.ts';
import {
  checkDatabase,
  copyClosedDatabase,
  removeCopy,
} from '../../../service/store/sqlite/backup.ts';
import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import type { Store } from '../../../service/store/store.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import { rawPostgres } from '../../support/raw.ts';
import { type Cluster, startCluster } from '../cluster.ts';
import { type BenchService, startService } from '../service-server.ts';
import { copyDay, type Day, POSTGRES, SQLITE } from './multiply.ts';
import { PAYMENTS_OF_DAY, sellForDay, spreadPayments } from './seed.ts';

export const STORE_NAMES = ['SQLite', 'PostgreSQL'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/** A store with paid and settled payments. */
export type Filled = {
  readonly start: () => Promise<BenchService>;
  /** Opens the store in this process, while no service runs. */
  readonly open: () => Promise<Store>;
  /** Milliseconds for a backup with its check; null if the product does not make one. */
  readonly backup: () => Promise<number | null>;
  /** Bytes of the database. */
  readonly bytes: () => Promise<number>;
  readonly day: Day;
  /** A thousand payments, of all days. */
  readonly tids: readonly string[];
  readonly posTids: readonly string[];
  readonly remove: () => Promise<void>;
};

export const RUN = 'grown';

/**
 * Fills a new store with `size` payments, a thousand a day until yesterday. A failure leaves no folder and no
 * server.
 */
export async function fill(name: StoreName, size: number): Promise<Filled> {
  const directory = await mkdtemp(join(tmpdir(), 'tillkit-bench-growth-'));
  const cluster = name === 'PostgreSQL' ? await startCluster() : null;
  async function remove(): Promise<void> {
    await cluster?.stop();
    await rm(directory, { recursive: true, force: true });
  }
  try {
    const days = Math.ceil(size / PAYMENTS_OF_DAY);
    const empty = await startService(RUN, ['--data', directory]);
    await empty.stop();
    const day = await sellForDay(directory, empty.target.merchant, RUN, days);
    const place =
      cluster === null
        ? await fillSqlite(directory, day, days - 1)
        : await fillPostgres(cluster, directory, day, days - 1);
    return { day, ...spreadPayments(day, days - 1), ...place, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

type Place = Pick<Filled, 'start' | 'open' | 'backup' | 'bytes'>;

async function fillSqlite(directory: string, day: Day, copies: number): Promise<Place> {
  const path = join(directory, 'tillkit.db');
  const database = new DatabaseSync(path);
  // A crash may damage the file, because only this bench uses it. The indexes are written at random places.
  const kibibytes = Math.floor(totalmem() / 2 / 1_024);
  database.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${kibibytes}`,
  );
  await copyDay((sql) => database.exec(sql), SQLITE, day, copies);
  database.close();
  return {
    start: () => startService(RUN, ['--data', directory]),
    open: async () => openSqliteStore(path),
    async backup() {
      const copy = join(directory, 'copy.backup');
      const begun = performance.now();
      await copyClosedDatabase(path, copy);
      checkDatabase(copy);
      const milliseconds = performance.now() - begun;
      removeCopy(copy);
      return milliseconds;
    },
    bytes: async () => (await stat(path)).size,
  };
}

async function fillPostgres(
  cluster: Cluster,
  directory: string,
  day: Day,
  copies: number,
): Promise<Place> {
  const url = await cluster.database('grown');
  await moveToPostgres(join(directory, 'tillkit.db'), url);
  const raw = await rawPostgres(url);
  // The copies are balanced, and the triggers would check each of them again.
  await raw.exec('SET session_replication_role = replica; SET synchronous_commit = off');
  await copyDay(raw.exec, POSTGRES, day, copies);
  await raw.exec('VACUUM (ANALYZE)');
  const size = await raw.rows('SELECT pg_database_size(current_database()) AS bytes');
  await raw.close();
  await cluster.checkpoint();
  return {
    start: () => startService(RUN, ['--data', directory, '--database-url', url]),
    open: () => openPostgresStore(url, { wall: createSystemClock(), self: 'bench' }),
    backup: async () => null,
    bytes: async () => Number(size[0]?.bytes),
  };
}
