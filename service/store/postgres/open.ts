import type { CallbackMessage } from '../../../shared/protocol/events.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import { CommitHealth } from '../commit-health.ts';
import { ACT_SQL, createActStore } from '../sql/act-tables.ts';
import { createClockMarkStore } from '../sql/clock-mark-store.ts';
import { CLOCK_MARK_SQL } from '../sql/clock-mark-table.ts';
import { createDueTimeStore, dueTimeSql } from '../sql/due-time-store.ts';
import { createLedgerStore } from '../sql/ledger-store.ts';
import { LEDGER_SQL } from '../sql/ledger-tables.ts';
import { ACCOUNT_SQL, POS_SQL } from '../sql/merchant-tables.ts';
import { CHANNEL_SQL } from '../sql/outbox-tables.ts';
import { createPeriodStore } from '../sql/period-store.ts';
import { PERIOD_SQL } from '../sql/period-tables.ts';
import { createPosStore } from '../sql/pos-store.ts';
import { createReportStore, createTicketStore } from '../sql/report-store.ts';
import { RETENTION_SQL } from '../sql/retention-tables.ts';
import { readInteger, readText, readTextOrNull } from '../sql/rows.ts';
import { createSettlementAccountStore } from '../sql/settlement-account-store.ts';
import { REPORT_SQL, TICKET_SQL } from '../sql/settlement-tables.ts';
import { createStorageStore, STORAGE_SQL } from '../sql/storage-tables.ts';
import { type ChannelStore, NO_EFFECTS, READINESS, SERVICE, type Store } from '../store.ts';
import type { StoreTooNew } from '../store-errors.ts';
import type { StoreLog, StoreWatch } from '../store-watch.ts';
import { createWriteProbe } from '../write-probe.ts';
import { createCatalogueStore } from './catalogue-store.ts';
import { Commits } from './commits.ts';
import { createCustomerStore } from './customer-store.ts';
import { PostgresDatabase } from './database.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { isForbidden } from './errors.ts';
import { Listener } from './listener.ts';
import { createIntegratorStore, createMerchantStore } from './merchant-store.ts';
import { migrate } from './migrate.ts';
import { POSTGRES_MIGRATIONS } from './migrations/index.ts';
import { namedStatements } from './named-statements.ts';
import { notOpened } from './not-opened.ts';
import { Notices } from './notices.ts';
import { createOauthStore } from './oauth-store.ts';
import { createAttachmentStore, createPaymentStore } from './payment-store.ts';
import { createPermissionStore, createProfileStore } from './permission-store.ts';
import { createReceiptStore } from './receipt-store.ts';
import { createRetentionStore } from './retention-store.ts';
import { alone, Servers } from './servers.ts';
import { createSettlementStore } from './settlement-store.ts';
import { createShortlinkStore } from './shortlink-store.ts';
import { createSspUserStore } from './ssp-user-store.ts';
import { type Statement, statement, statements } from './statements.ts';
import { createTillStatusStore } from './till-status-store.ts';
import { createPairingStore, createUserStore } from './user-store.ts';
import type { SharedMigration } from './versions.ts';

/** The statements of the stores whose calls are one statement each. */
const ACCOUNTS = statements(ACCOUNT_SQL);
const CLOCK_MARK = statements(CLOCK_MARK_SQL);
const LEDGER = statements({
  ...LEDGER_SQL,
  removed: RETENTION_SQL.removed,
  linesOf: 'SELECT * FROM transaction_log WHERE merchant_id = ? AND tid = ? ORDER BY seq',
});
const PERIODS = statements(PERIOD_SQL);
const POS = statements(POS_SQL);
const REPORTS = statements(REPORT_SQL);
const STORAGE = statements(STORAGE_SQL);
const TICKETS = statements(TICKET_SQL);
const ACTS = statements({ list: ACT_SQL.list });
const DUE_TIMES = statements(dueTimeSql('postgres'));
const SIZE = statements({ size: 'SELECT pg_database_size(current_database()) AS bytes' });

/** Changes nothing, but is written to the server's log like every change. */
const PROBE = statement('UPDATE migration SET name = name WHERE number = 1');

/**
 * About a megabyte of rows in new pages, so that it fails on a full disk. The table is gone after the commit.
 */
const LARGE = statement(
  'CREATE TEMP TABLE readiness ON COMMIT DROP AS SELECT generate_series(1, 30000) AS number',
);

/** The readiness check's write. */
const small = (database: PostgresDatabase): Promise<unknown> =>
  database.writesOf(READINESS).runSafely(PROBE);

/** Its write after a refused commit. A user that may not create temporary tables makes the small one. */
async function large(database: PostgresDatabase): Promise<unknown> {
  try {
    return await database.writesOf(READINESS).runSafely(LARGE);
  } catch (error) {
    if (isForbidden(error)) return small(database);
    throw error;
  }
}

type PostgresOptions = {
  readonly wall: Clock;
  /** Identifies this process. */
  readonly self: string;
  readonly onCommit?: StoreWatch['onCommit'] | undefined;
  readonly log?: StoreLog | undefined;
  /** The steps of the schema that this process knows. */
  readonly migrations?: readonly SharedMigration[];
};

/**
 * Opens a PostgreSQL database that several processes may share, and brings its schema up to date.
 * Throws `StoreNotOpened` with a sentence.
 */
export async function openPostgresStore(
  url: string,
  { wall, self, onCommit, log, migrations = POSTGRES_MIGRATIONS }: PostgresOptions,
): Promise<Store> {
  const step = migrations.at(-1)?.number ?? 0;
  const servers = new Servers(url);
  const migrated = await migrate(servers, migrations);
  log?.info({ step, ...migrated }, 'schema of the database');
  const notices = new Notices(self);
  const health = new CommitHealth(wall);
  const shared = { isAlone: () => notices.alone, reports: health };
  const database = new PostgresDatabase(servers, step, shared);
  const commits = new Commits({ database, notices, wall, onCommit, reports: health });
  const probe = createWriteProbe(
    () => (health.isRefused ? large(database) : small(database)),
    wall,
  );
  const onTooNew = (error: StoreTooNew) => log?.error({ step }, error.message);
  const listener = new Listener({ servers, database, notices, wall, step, onTooNew });
  try {
    await listener.open();
  } catch (error) {
    await listener.close();
    await database.close();
    throw notOpened(error, servers.encrypted);
  }
  let closing: Promise<void> | null = null;

  async function close(): Promise<void> {
    await commits.close();
    await listener.close();
    await database.close();
  }

  const named = <Name extends string>(sql: Readonly<Record<Name, Statement>>) =>
    namedStatements(database, sql);
  return {
    payments: createPaymentStore({ database, commits, wall }),
    pos: createPosStore(named(POS)),
    merchants: createMerchantStore(database),
    users: createUserStore(database),
    integrators: createIntegratorStore(database),
    pairings: createPairingStore(database),
    sspUsers: createSspUserStore(database),
    settlementAccounts: createSettlementAccountStore(named(ACCOUNTS)),
    customers: createCustomerStore(database),
    channels: createChannelStore({ database, commits, notices }),
    deliveries: createDeliveryStore({ database, commits, notices }),
    ledger: createLedgerStore(named(LEDGER)),
    settlements: createSettlementStore(database, wall),
    retention: createRetentionStore(database),
    shortlinks: createShortlinkStore(database, commits),
    permissions: createPermissionStore({ database, commits, wall }),
    profiles: createProfileStore(database),
    oauth: createOauthStore(database, commits),
    attachments: createAttachmentStore(database),
    tickets: createTicketStore(named(TICKETS)),
    reports: createReportStore(named(REPORTS)),
    storage: createStorageStore(named(STORAGE)),
    catalogues: createCatalogueStore(database, commits),
    periods: createPeriodStore(named(PERIODS)),
    tillStatus: createTillStatusStore(database, commits),
    clockMark: createClockMarkStore(named(CLOCK_MARK)),
    acts: createActStore(named(ACTS)),
    dueTimes: createDueTimeStore(named(DUE_TIMES), (name) => name in DUE_TIMES),
    receipts: createReceiptStore(database),
    alone: (work) => alone(servers, work),
    onElsewhere: (listener) => notices.onElsewhere(listener),
    size: async () => readInteger((await database.get(SIZE.size)) ?? {}, 'bytes'),
    check: () => health.check(probe),
    copyTo: null,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const SQL = statements(CHANNEL_SQL);

type ChannelStoreDeps = {
  readonly database: PostgresDatabase;
  readonly commits: Commits;
  readonly notices: Notices;
};

export function createChannelStore({ database, commits, notices }: ChannelStoreDeps): ChannelStore {
  return {
    async publish(merchantId, at, messages) {
      if (messages.length === 0) return;
      const run = async () => ({ ...NO_EFFECTS, messages });
      await commits.write({ merchantId, at, changed: null, run });
    },
    async read(merchantId, channel, after, limit) {
      const rows = await database.all(SQL.read, merchantId, channel, after, limit);
      return rows.map((row) => {
        const message: CallbackMessage = JSON.parse(readText(row, 'message'));
        const trace = readTextOrNull(row, 'trace');
        return { channel, seq: readInteger(row, 'seq'), message, trace };
      });
    },
    async newest(merchantId, channel) {
      const row = await database.get(SQL.newest, merchantId, channel);
      return row === undefined ? 0 : readInteger(row, 'last_seq');
    },
    async acknowledge(merchantId, channel, seq) {
      await database.writesOf(merchantId).run(SQL.acknowledge, merchantId, channel, seq);
    },
    sweep: (before) => database.writesOf(SERVICE).run(SQL.sweep, before),
    onEvents: (listener) => notices.onEvents(listener),
    onInterruption: (listener) => notices.onInterruption(listener),
  };
}
