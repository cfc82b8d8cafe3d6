import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openPostgresStore } from '../../service/store/postgres/open.ts';
import { openSqliteStore } from '../../service/store/sqlite/open.ts';
import { createSystemClock } from '../../shared/node/system-clock.ts';
import { DAY, SECOND } from '../../shared/time/clock.ts';
import { doEverything } from '../conformance/do-everything.ts';
import { startWorld } from '../conformance/world.ts';
import { MERCHANT } from '../support/payments.ts';
import { newPostgres } from '../support/postgres/shared.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import { rawPostgres, rawSqlite } from '../support/raw.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { STORES, type StoreKind } from '../support/stores.ts';

/*
 * A shop sells for two weeks and then has no sales for more than a year. The data of the service must
 * not grow with time alone.
 */

/** Rows of each table. */
type Counts = Readonly<Record<string, number>>;

const TABLES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
};

/** What is kept for good: books, the objects of the merchant's own, and who customers are. */
const KEPT = [
  ...['payment', 'payment_permission', 'permission_request', 'sales_line', 'scope_log'],
  ...['ledger_book', 'ledger_entry', 'ledger_transaction', 'transaction_log'],
  // What customers were sent with a payment, and the tills of a merchant, also those not paired in time.
  ...['attachment', 'ticket', 'pairing'],
  // How people sign in to the portal, and what they did there.
  ...['portal_factor', 'portal_recovery_code', 'portal_act'],
  ...['settlement_account', 'settlement_line', 'settlement_schedule', 'commit_count'],
  ...['merchant', 'merchant_logo', 'merchant_lookup', 'integrator', 'api_user', 'ssp_user', 'pos'],
  ...['shortlink', 'shortlink_serial', 'oauth_client', 'channel', 'customer', 'customer_profile'],
  'migration',
];

/** One row a business day and account, also if nothing was sold: the merchant's own statement. */
const SETTLEMENT = 'settlement';

/** What these days must have filled, so that the year has something to delete. */
const FILLED = [
  ...['channel_event', 'customer_session', 'delivery', 'delivery_attempt', 'delivery_queue'],
  ...['oauth_code', 'oauth_request', 'oauth_token', 'scan', 'used_signature', 'attachment_use'],
  'customer_code',
];

/** Written before the service starts, and over before these days end. */
const OF_THE_START = ['portal_invitation'];

/** What clients of an older generation alone write. */
const OF_OLDER_PROFILES = ['ledger_report'];
/** What a service writes that keeps payments for a limited time. */
const OF_RETENTION = ['ledger_removed'];
/** What a service writes whose clock nobody moves. */
const OF_A_REAL_CLOCK = ['clock_mark'];
/** What a shop writes that keeps its catalogue in the service. */
const OF_A_CATALOGUE = ['catalogue_version', 'catalogue_picture', 'catalogue_seen'];
/** What tills write that keep books. */
const OF_BOOKS = ['till_period', 'till_period_problem'];
/** What tills write that say how they are, and that hand receipts over. */
const OF_TILLS = ['till_status', 'till_alert', 'receipt', 'receipt_email'];

/** Kept for longer than the first wait of this test and not as long as the second. */
const KEPT_FOR_LONG = ['receipt', 'receipt_email'];

const TIMES_SOLD = 3;

let end: () => Promise<void> = async () => {};
afterEach(() => end());

async function start(kind: StoreKind) {
  const path = newQuickFolder('tillkit-year-');
  await giveKeys(path);
  const database = kind === 'postgres' ? await newPostgres() : null;
  const url = database === null ? {} : { databaseUrl: database.url };
  await writeBefore(path, database?.url ?? null);
  const world = await startWorld({ data: { kind: 'directory', path }, ...url });
  end = async () => {
    await world.stop();
    await database?.drop();
    rmSync(path, { recursive: true, force: true });
  };
  async function openRaw() {
    if (database !== null) return rawPostgres(database.url);
    // The service has locked its file; nothing writes while the copy is made.
    const copy = join(path, 'copy.db');
    for (const part of ['', '-wal']) {
      const file = join(path, `tillkit.db${part}`);
      if (existsSync(file)) copyFileSync(file, copy + part);
    }
    return rawSqlite(copy);
  }
  return {
    world,
    async counts(): Promise<Counts> {
      const raw = await openRaw();
      const counts: Record<string, number> = {};
      for (const { name } of await raw.rows(TABLES[kind])) {
        const [row] = await raw.rows(`SELECT count(*) AS rows FROM "${String(name)}"`);
        counts[String(name)] = Number(row?.rows);
      }
      await raw.close();
      return counts;
    },
    /** Lets as many times five days pass. */
    async pass(times: number) {
      for (let time = 0; time < times; time += 1) {
        await world.test.service.simulator.advance((5 * DAY) / SECOND);
      }
    },
  };
}

/** Rows that no request of these worlds makes: sign-ins of the portal, an invitation, and tickets. */
async function writeBefore(path: string, url: string | null): Promise<void> {
  const parts = { wall: createSystemClock(), self: 'before' };
  const file = join(path, 'tillkit.db');
  const store = url === null ? openSqliteStore(file) : await openPostgresStore(url, parts);
  const now = Date.now();
  const email = 'bookkeeper@shop.example';
  await store.merchants.put(MERCHANT);
  await store.sspUsers.enrol(email, { nonce: 'nonce', step: 0 }, ['hash'], now);
  await store.users.putInvitation(MERCHANT.id, 'hash', now + 30 * DAY);
  await store.tickets.put(MERCHANT.id, 'tid', { at: now, tickets: [] });
  await store.close();
}

it.each(STORES)('a year without a sale adds only settlement rows: %s', async (kind) => {
  const { world, counts, pass } = await start(kind);
  for (let time = 0; time < TIMES_SOLD; time += 1) {
    await doEverything(world);
    await pass(1);
  }
  await doEverything(world);
  await world.payment('paid', { required_scope: 'openid phone' });
  const sold = await counts();
  const others = [
    ...OF_THE_START,
    ...OF_OLDER_PROFILES,
    ...OF_RETENTION,
    ...OF_A_REAL_CLOCK,
    ...OF_A_CATALOGUE,
    ...OF_BOOKS,
    ...OF_TILLS,
  ];
  const listed = [...KEPT, ...FILLED, ...others, SETTLEMENT];
  expect(Object.keys(sold).filter((table) => !listed.includes(table))).toEqual([]);
  const empty = Object.keys(sold).filter((table) => sold[table] === 0);
  expect(empty.filter((table) => !others.includes(table))).toEqual([]);
  await pass(20);
  const after = await counts();
  expect([...FILLED, ...OF_THE_START].filter((table) => after[table] !== 0)).toEqual([]);
  await pass(73);
  const later = await counts();
  expect(KEPT_FOR_LONG.filter((table) => after[table] === 0)).toEqual([]);
  const removed = Object.fromEntries(KEPT_FOR_LONG.map((table) => [table, 0]));
  expect({ ...later, [SETTLEMENT]: 0 }).toEqual({ ...after, [SETTLEMENT]: 0, ...removed });
  expect((later[SETTLEMENT] ?? 0) - (after[SETTLEMENT] ?? 0)).toBeLessThanOrEqual(2 * 365);
});
