import type { Store } from '../store.ts';
import { createChannelStore } from './channels.ts';
import { createCustomerStore } from './customers.ts';
import { openDatabase } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import { createMerchantStore } from './merchants.ts';
import { migrate } from './migrate.ts';
import { createPaymentStore } from './payments.ts';
import { createPosStore } from './pos.ts';
import { createUserStore } from './users.ts';

/**
 * Opens (or makes) the embedded database at `path` and brings its schema up to date.
 * Throws `StoreNotOpened` with a sentence that says what to do.
 */
export function openSqliteStore(path: string): Store {
  const database = openDatabase(path);
  try {
    migrate(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const commits = new GroupCommit(database);
  const channels = createChannelStore(database, commits);
  const check = database.prepare('SELECT 1');
  let closed = false;
  return {
    payments: createPaymentStore(database, commits, channels.writer),
    pos: createPosStore(database, commits),
    merchants: createMerchantStore(database, commits),
    users: createUserStore(database, commits),
    customers: createCustomerStore(database, commits),
    channels: channels.store,
    async check() {
      check.get();
    },
    async close() {
      if (closed) return;
      closed = true;
      commits.close();
      // The log goes back into the file, so that a copy of the file alone is whole.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
    },
  };
}
