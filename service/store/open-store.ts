import { createIds } from '../../shared/ids/ids.ts';
import { secureRandom } from '../../shared/node/random.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { openSqliteStore } from './sqlite/open.ts';
import type { Store } from './store.ts';

/** Place of the data: a file of this process, or a database that several processes share. */
export type StoreAddress = {
  /** Path of the embedded database. */
  readonly database: string;
  /** Address of PostgreSQL, used instead of the file. */
  readonly url?: string | undefined;
};

/** Opens the store at an address. Throws `StoreNotOpened` with a sentence that says what to do. */
export async function openStore({ database, url }: StoreAddress, wall: Clock): Promise<Store> {
  if (url === undefined) return openSqliteStore(database, wall);
  // Loaded only if it is used: most services do not need its driver.
  const { openPostgresStore } = await import('./postgres/open.ts');
  return openPostgresStore(url, { wall, self: createIds(secureRandom).short() });
}
