import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createIds } from '../../shared/ids/ids.ts';
import { secureRandom } from '../../shared/node/random.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { openSqliteStore } from './sqlite/open.ts';
import type { Store } from './store.ts';
import { StoreNotOpened } from './store-errors.ts';
import { type StoreLog, type StoreWatch, watched } from './store-watch.ts';

/**
 * The file beside an embedded database whose data was moved to PostgreSQL. A service that started on
 * the embedded database by mistake would sell on old data.
 */
export const movedMark = (database: string): string =>
  join(dirname(database), 'moved-to-postgresql.txt');

/** Place of the data: a file of this process, or a database that several processes share. */
export type StoreAddress = {
  /** Path of the embedded database. */
  readonly database: string;
  /** Address of PostgreSQL, used instead of the file. */
  readonly url?: string | undefined;
};

/** True if a text is an address of PostgreSQL, of one server or of several (`servers.ts`). */
export const isPostgresAddress = (text: string): boolean => /^postgres(ql)?:\/\//i.test(text);

/** Opens the store at an address. Throws `StoreNotOpened` with a sentence that says what to do. */
export async function openStore(
  { database, url }: StoreAddress,
  wall: Clock,
  watch?: StoreWatch,
  log?: StoreLog,
): Promise<Store> {
  const onCommit = watch?.onCommit;
  const mark = movedMark(database);
  if (url === undefined && existsSync(mark)) {
    const instead = `Give --database-url, or remove ${mark} to use the old data again.`;
    throw new StoreNotOpened(`The data was moved to PostgreSQL. ${instead}`);
  }
  if (url === undefined) return seen(openSqliteStore(database, wall, onCommit), watch);
  // Loaded only if it is used: most services do not need its driver.
  const { openPostgresStore } = await import('./postgres/open.ts');
  const self = createIds(secureRandom).short();
  return seen(await openPostgresStore(url, { wall, self, onCommit, log }), watch);
}

const seen = (store: Store, watch: StoreWatch | undefined): Store =>
  watch === undefined ? store : watched(store, watch);
