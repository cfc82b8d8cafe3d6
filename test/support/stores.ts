import { randomBytes } from 'node:crypto';
import { openPostgresStore } from '../../service/store/postgres/open.ts';
import { openSqliteStore } from '../../service/store/sqlite/open.ts';
import type { Store } from '../../service/store/store.ts';
import { createSystemClock } from '../../shared/node/system-clock.ts';
import { newDatabase } from './new-database.ts';
import { newPostgres } from './postgres/shared.ts';
import { type Raw, rawPostgres, rawSqlite } from './raw.ts';

export type StoreKind = 'sqlite' | 'postgres';

/** For suites that run on both. */
export const STORES: readonly StoreKind[] = ['sqlite', 'postgres'];

/** For suites that run on one: `STORE=postgres` chooses the other. */
export const CHOSEN: StoreKind = process.env.STORE === 'postgres' ? 'postgres' : 'sqlite';

/** An empty database with the schema in it. */
export type StorePlace = {
  /** Its file, or the URL of its database, for another process. */
  readonly address: string;
  /** Opens it. On PostgreSQL it can be opened any number of times, as another process each time. */
  readonly open: () => Promise<Store>;
  /** The database itself, after the store is closed. */
  readonly raw: () => Promise<Raw>;
  readonly remove: () => Promise<void>;
};

export async function newStorePlace(kind: StoreKind = CHOSEN): Promise<StorePlace> {
  if (kind === 'sqlite') {
    const { path, remove } = newDatabase();
    return {
      address: path,
      open: async () => openSqliteStore(path),
      raw: async () => rawSqlite(path),
      remove: async () => remove(),
    };
  }
  const { url, drop } = await newPostgres();
  const open = () =>
    openPostgresStore(url, { wall: createSystemClock(), self: randomBytes(6).toString('hex') });
  return { address: url, open, raw: () => rawPostgres(url), remove: drop };
}
