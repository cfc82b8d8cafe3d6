import { createSystemClock } from '../../../shared/node/system-clock.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import { type Customer, READINESS, type Store } from '../store.ts';
import type { StoreWatch } from '../store-watch.ts';
import { createWriteProbe } from '../write-probe.ts';
import { copyDatabase } from './backup.ts';
import { createChannelStore } from './channel-store.ts';
import { createCustomerStore } from './customer-store.ts';
import { openDatabase, type ReadyDatabase } from './database.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { createEffectWriter } from './effect-writer.ts';
import { createReportStore, createTicketStore } from './extras-store.ts';
import { GroupCommit } from './group-commit.ts';
import { createLedgerStore } from './ledger-store.ts';
import { createLedgerWriter } from './ledger-writer.ts';
import { createIntegratorStore, createSettlementAccountStore } from './merchant-extras.ts';
import { createMerchantStore } from './merchant-store.ts';
import { migrate } from './migrate.ts';
import { createGrantWriter, createOauthStore } from './oauth-store.ts';
import { createPairingStore } from './pairing-store.ts';
import { createAttachmentStore, createPaymentStore, RecentPayments } from './payment-store.ts';
import { createPermissionStore, createProfileStore } from './permission-store.ts';
import { createPosStore } from './pos-store.ts';
import { RowCache } from './row-cache.ts';
import { createSettlementStore } from './settlement-store.ts';
import { createShortlinkStore } from './shortlink-store.ts';
import { CachedUsers, createSspUserStore, createUserStore } from './user-store.ts';

/**
 * Opens or creates the embedded database at `path` and brings its schema up to date. Throws
 * `StoreNotOpened` with a sentence that says what to do.
 */
export function openSqliteStore(
  path: string,
  wall: Clock = createSystemClock(),
  onCommit?: StoreWatch['onCommit'],
): Store {
  const own = openDatabase(path);
  try {
    migrate(own.database);
  } catch (error) {
    own.close();
    throw error;
  }
  return storeOn(own, wall, onCommit);
}

/** The store on an open database of the present schema; closing the store closes it. */
export function storeOn(own: ReadyDatabase, wall: Clock, onCommit?: StoreWatch['onCommit']): Store {
  const { database, files } = own;
  const commits = new GroupCommit(own, onCommit);
  const channels = createChannelStore(database, commits);
  const deliveries = createDeliveryStore(database, commits);
  const accounts = createSettlementAccountStore(database, commits);
  const grants = createGrantWriter(database);
  const ledger = createLedgerWriter(database, commits);
  const effects = createEffectWriter({
    channels: channels.writer,
    outbox: deliveries.writer,
    grants,
    ledger,
  });
  const usersAtHand = new CachedUsers();
  const customersAtHand = new RowCache<Customer>();
  const recent = new RecentPayments();
  const probe = createWriteProbe(() => commits.write(READINESS, () => {}), wall);
  let closed = false;
  return {
    payments: createPaymentStore({ database, commits, effects, recent }),
    pos: createPosStore(database, commits),
    merchants: createMerchantStore({ database, commits, accounts: accounts.maker }),
    users: createUserStore({ database, commits, atHand: usersAtHand }),
    integrators: createIntegratorStore(database, commits),
    pairings: createPairingStore({ database, commits, users: usersAtHand }),
    sspUsers: createSspUserStore(database, commits),
    settlementAccounts: accounts.store,
    customers: createCustomerStore({ database, commits, atHand: customersAtHand, recent }),
    channels: channels.store,
    deliveries: deliveries.store,
    ledger: createLedgerStore(database),
    settlements: createSettlementStore({ database, commits, ledger }),
    shortlinks: createShortlinkStore({ database, commits, effects }),
    permissions: createPermissionStore({ database, commits, effects }),
    profiles: createProfileStore({ database, commits, customersAtHand }),
    oauth: createOauthStore({ database, commits, effects }),
    attachments: createAttachmentStore(database, commits),
    tickets: createTicketStore(database, commits),
    reports: createReportStore(database, commits),
    // The file belongs to this process alone.
    alone: (work) => work(),
    onElsewhere: () => () => {},
    async check() {
      files.assertWhole();
      await probe();
    },
    async copyTo(copy, stopping) {
      files.assertWhole();
      await copyDatabase(database, copy, stopping);
    },
    async close() {
      if (closed) return;
      closed = true;
      commits.close();
      own.close();
    },
  };
}
