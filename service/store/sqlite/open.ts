import type { DatabaseSync } from 'node:sqlite';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import { CommitHealth } from '../commit-health.ts';
import { ACT_SQL, createActStore } from '../sql/act-tables.ts';
import { createClockMarkStore } from '../sql/clock-mark-store.ts';
import { CLOCK_MARK_SQL } from '../sql/clock-mark-table.ts';
import { createDueTimeStore, dueTimeSql } from '../sql/due-time-store.ts';
import { createLedgerStore } from '../sql/ledger-store.ts';
import { LEDGER_SQL } from '../sql/ledger-tables.ts';
import { POS_SQL } from '../sql/merchant-tables.ts';
import { createPeriodStore } from '../sql/period-store.ts';
import { PERIOD_SQL } from '../sql/period-tables.ts';
import { createPosStore } from '../sql/pos-store.ts';
import { createReportStore, createTicketStore } from '../sql/report-store.ts';
import { RETENTION_SQL } from '../sql/retention-tables.ts';
import { readInteger } from '../sql/rows.ts';
import { REPORT_SQL, TICKET_SQL } from '../sql/settlement-tables.ts';
import { createStorageStore, STORAGE_SQL } from '../sql/storage-tables.ts';
import { type Customer, READINESS, type Store } from '../store.ts';
import type { StoreWatch } from '../store-watch.ts';
import { createWriteProbe } from '../write-probe.ts';
import { copyDatabase } from './backup.ts';
import { createCatalogueStore } from './catalogue-store.ts';
import { createChannelStore } from './channel-store.ts';
import { createCustomerStore } from './customer-store.ts';
import { openDatabase, prepareAll, type ReadyDatabase } from './database.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { createEffectWriter } from './effect-writer.ts';
import { GroupCommit } from './group-commit.ts';
import { createLedgerWriter } from './ledger-writer.ts';
import { createIntegratorStore, createSettlementAccountStore } from './merchant-extras.ts';
import { createMerchantStore } from './merchant-store.ts';
import { migrate } from './migrate.ts';
import { namedStatements } from './named-statements.ts';
import { createGrantWriter, createOauthStore } from './oauth-store.ts';
import { createPairingStore } from './pairing-store.ts';
import { createAttachmentStore, createPaymentStore, RecentPayments } from './payment-store.ts';
import { createPermissionStore, createProfileStore } from './permission-store.ts';
import { createReceiptStore } from './receipt-store.ts';
import { createRetentionStore } from './retention-store.ts';
import { RowCache } from './row-cache.ts';
import { createSettlementStore } from './settlement-store.ts';
import { createShortlinkStore } from './shortlink-store.ts';
import { createTillStatusStore } from './till-status-store.ts';
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
  const health = new CommitHealth(wall);
  const commits = new GroupCommit(own, onCommit, health);
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
  // A transaction that changes no row is not written to the disk, so the probe counts its commit.
  const small = () => commits.write(READINESS, () => own.count.count());
  const large = createLargeWrite(database, commits);
  const probe = createWriteProbe(() => (health.isRefused ? large() : small()), wall);
  const named = <Name extends string>(texts: Readonly<Record<Name, string>>) =>
    namedStatements(prepareAll(database, texts), commits);
  const size = database.prepare(SIZE);
  let closed = false;
  return {
    payments: createPaymentStore({ database, commits, effects, recent }),
    pos: createPosStore(named(POS_SQL)),
    merchants: createMerchantStore({ database, commits, accounts: accounts.maker }),
    users: createUserStore({ database, commits, atHand: usersAtHand }),
    integrators: createIntegratorStore(database, commits),
    pairings: createPairingStore({ database, commits, users: usersAtHand }),
    sspUsers: createSspUserStore(database, commits),
    settlementAccounts: accounts.store,
    customers: createCustomerStore({ database, commits, atHand: customersAtHand, recent }),
    channels: channels.store,
    deliveries: deliveries.store,
    ledger: createLedgerStore(named({ ...LEDGER_SQL, removed: RETENTION_SQL.removed })),
    settlements: createSettlementStore({ database, commits, ledger }),
    retention: createRetentionStore({ database, commits, recent }),
    shortlinks: createShortlinkStore({ database, commits, effects }),
    permissions: createPermissionStore({ database, commits, effects }),
    profiles: createProfileStore({ database, commits, customersAtHand }),
    oauth: createOauthStore({ database, commits, effects }),
    attachments: createAttachmentStore(database, commits),
    tickets: createTicketStore(named(TICKET_SQL)),
    reports: createReportStore(named(REPORT_SQL)),
    storage: createStorageStore(named(STORAGE_SQL)),
    catalogues: createCatalogueStore({ database, commits, channels: channels.writer }),
    periods: createPeriodStore(named(PERIOD_SQL)),
    tillStatus: createTillStatusStore({ database, commits, effects }),
    clockMark: createClockMarkStore(named(CLOCK_MARK_SQL)),
    acts: createActStore(named(ACTS)),
    dueTimes: createDueTimeStore(named(DUE_TIMES), (name) => name in DUE_TIMES),
    receipts: createReceiptStore(database, commits),
    // The file belongs to this process alone.
    alone: (work) => work(),
    onElsewhere: () => () => {},
    size: async () => readInteger(size.get() ?? {}, 'bytes'),
    async check() {
      files.assertWhole();
      await health.check(probe);
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

const DUE_TIMES = dueTimeSql('sqlite');
const ACTS = { list: ACT_SQL.list };

const SIZE = `SELECT (page_count - freelist_count) * page_size AS bytes
  FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`;

/** More than the pages that one payment changes. */
const LARGE = 128 * 1_024;
const LARGE_SQL = {
  put: `INSERT OR REPLACE INTO oauth_request (id, body, tries, answered, expires)
    VALUES ('readiness', ?, 0, 1, 0)`,
  remove: "DELETE FROM oauth_request WHERE id = 'readiness'",
};

/**
 * The write of the readiness check after a refused commit: a row that needs as much room as the writes of
 * callers, and that nothing reads. If its removal fails, the sweep of expired rows removes it.
 */
function createLargeWrite(database: DatabaseSync, commits: GroupCommit): () => Promise<unknown> {
  const sql = prepareAll(database, LARGE_SQL);
  const body = '0'.repeat(LARGE);
  return async () => {
    await commits.write(READINESS, () => sql.put.run(body));
    await commits.write(READINESS, () => sql.remove.run());
  };
}
