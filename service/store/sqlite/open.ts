import type { DatabaseSync } from 'node:sqlite';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import type { Ticket } from '../../../shared/protocol/ticket.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import { CommitHealth } from '../commit-health.ts';
import type { ReportStore, TicketStore } from '../ledger-store.ts';
import { readInteger, readText } from '../sql/rows.ts';
import { REPORT_SQL, reportOf, TICKET_SQL } from '../sql/settlement-tables.ts';
import { type Customer, READINESS, type Store } from '../store.ts';
import type { StoreWatch } from '../store-watch.ts';
import { createWriteProbe } from '../write-probe.ts';
import { copyDatabase } from './backup.ts';
import { createCatalogueStore } from './catalogue-store.ts';
import { createChannelStore } from './channel-store.ts';
import { createClockMarkStore } from './clock-mark-store.ts';
import { createCustomerStore } from './customer-store.ts';
import { openDatabase, prepareAll, type ReadyDatabase } from './database.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { createEffectWriter } from './effect-writer.ts';
import { GroupCommit } from './group-commit.ts';
import { createLedgerStore } from './ledger-store.ts';
import { createLedgerWriter } from './ledger-writer.ts';
import { createIntegratorStore, createSettlementAccountStore } from './merchant-extras.ts';
import { createMerchantStore } from './merchant-store.ts';
import { migrate } from './migrate.ts';
import { createGrantWriter, createOauthStore } from './oauth-store.ts';
import { createPairingStore } from './pairing-store.ts';
import { createAttachmentStore, createPaymentStore, RecentPayments } from './payment-store.ts';
import { createPeriodStore } from './period-store.ts';
import { createPermissionStore, createProfileStore } from './permission-store.ts';
import { createPosStore } from './pos-store.ts';
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
    retention: createRetentionStore({ database, commits, recent }),
    shortlinks: createShortlinkStore({ database, commits, effects }),
    permissions: createPermissionStore({ database, commits, effects }),
    profiles: createProfileStore({ database, commits, customersAtHand }),
    oauth: createOauthStore({ database, commits, effects }),
    attachments: createAttachmentStore(database, commits),
    tickets: createTicketStore(database, commits),
    reports: createReportStore(database, commits),
    catalogues: createCatalogueStore({ database, commits, channels: channels.writer }),
    periods: createPeriodStore(database, commits),
    tillStatus: createTillStatusStore({ database, commits, effects }),
    clockMark: createClockMarkStore(database, commits),
    // The file belongs to this process alone.
    alone: (work) => work(),
    onElsewhere: () => () => {},
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

export function createTicketStore(database: DatabaseSync, commits: GroupCommit): TicketStore {
  const sql = prepareAll(database, TICKET_SQL);
  return {
    async put(merchantId, tid, { at, tickets }) {
      await commits.write(merchantId, () =>
        sql.put.run(merchantId, tid, at, JSON.stringify(tickets)),
      );
    },
    async ofPayment(merchantId, tid) {
      const row = sql.read.get(merchantId, tid);
      if (row === undefined) return null;
      // The service wrote the stored text itself, after checking it.
      const tickets: readonly Ticket[] = JSON.parse(readText(row, 'body'));
      return { at: readInteger(row, 'at'), tickets };
    },
  };
}

export function createReportStore(database: DatabaseSync, commits: GroupCommit): ReportStore {
  const sql = prepareAll(database, REPORT_SQL);
  return {
    async last(merchantId) {
      return reportOf(sql.last.get(merchantId));
    },
    async read(merchantId, number) {
      return reportOf(sql.read.get(merchantId, number));
    },
    async close(merchantId, number, at) {
      await commits.write(merchantId, () =>
        sql.close.run(merchantId, number, at, number, merchantId),
      );
    },
  };
}
