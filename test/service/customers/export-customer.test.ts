import { afterEach, describe, expect, it } from 'vitest';
import { eraseCustomer } from '../../../service/customers/administration.ts';
import { exportCustomer } from '../../../service/customers/export-customer.ts';
import { openPostgresStore } from '../../../service/store/postgres/open.ts';
import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import { doEverything } from '../../conformance/do-everything.ts';
import { CUSTOMER, startWorld } from '../../conformance/world.ts';
import { ids } from '../../support/payments.ts';
import { ownPostgres } from '../../support/postgres/shared.ts';
import { type Raw, rawPostgres, rawSqlite } from '../../support/raw.ts';
import { giveKeys } from '../../support/seeded-data.ts';
import { STORES, type StoreKind } from '../../support/stores.ts';
import { openAdmin } from '../admin/run-admin.ts';

/*
 * A customer for whom everything has happened, and every table of the schema. A new table fails these
 * tests until it has a place in one of the two lists.
 */

/** What an export has of a table: as many entries as the table has rows of the customer. */
const EXPORTED: Readonly<Record<string, (data: Exported) => number>> = {
  customer: () => 1,
  customer_profile: ({ profile }) => (profile === null ? 0 : 1),
  customer_session: ({ sessions }) => sessions.length,
  customer_code: ({ codes }) => codes.length,
  payment: ({ payments }) => payments.length,
  payment_permission: ({ payments }) => payments.filter((one) => one.permission !== null).length,
  transaction_log: ({ payments }) => payments.flatMap(({ log }) => log).length,
  attachment: ({ payments }) => payments.flatMap(({ attachments }) => attachments).length,
  ticket: ({ payments }) => payments.filter(({ tickets }) => tickets !== null).length,
  permission_request: ({ permissions }) => permissions.length,
  scope_log: ({ permission_log }) => permission_log.length,
  scan: ({ scans }) => scans.length,
  oauth_token: ({ tokens }) => tokens.length,
  delivery: ({ callbacks }) => callbacks.filter(({ resource }) => !/^short/.test(resource)).length,
  channel_event: ({ events }) => events.length,
};
/** Answers to applications; the two tables are one list of the export. */
const CONSENTS = ['oauth_request', 'oauth_code'];
/** Tables without a row that names a customer: shops, amounts, and hashes of used addresses. */
const OTHERS = [
  ...['integrator', 'merchant', 'merchant_logo', 'merchant_lookup', 'api_user', 'ssp_user', 'pos'],
  ...['portal_invitation', 'portal_factor', 'portal_recovery_code', 'pairing', 'used_signature'],
  ...['shortlink', 'shortlink_serial', 'oauth_client', 'channel', 'attachment_use'],
  ...['delivery_queue', 'delivery_attempt', 'settlement_account', 'settlement_schedule'],
  ...['settlement', 'settlement_line', 'ledger_book', 'ledger_entry', 'ledger_transaction'],
  ...['ledger_report', 'ledger_removed', 'sales_line', 'migration', 'commit_count'],
  ...['clock_mark', 'catalogue_version', 'catalogue_picture', 'catalogue_seen'],
  ...['till_period', 'till_period_problem', 'portal_act'],
  ...['till_status', 'till_alert'],
  // A receipt names no customer. An order has an address until it has ended, and no customer of the service.
  ...['receipt', 'receipt_email'],
];

type List = readonly Readonly<Record<string, unknown>>[];
type Exported = {
  readonly profile: unknown;
  readonly payments: readonly {
    readonly tid: string;
    readonly permission: unknown;
    readonly log: List;
    readonly attachments: readonly { readonly content: string }[];
    readonly tickets: unknown;
  }[];
  readonly permissions: readonly { readonly rid: string }[];
  readonly permission_log: List;
  readonly callbacks: readonly { readonly resource: string }[];
} & Readonly<Record<'sessions' | 'codes' | 'scans' | 'tokens' | 'consents' | 'events', List>>;

const TABLES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  postgres: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
};
const TICKET_TEXT = 'Row 7, seat 12, Ingrid';

let ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});

async function lived(kind: StoreKind) {
  const { data: path, stop } = openAdmin();
  ends.push(stop);
  await giveKeys(path);
  const database = kind === 'postgres' ? await ownPostgres('ready') : null;
  if (database !== null) ends.push(database.drop);
  const data = { kind: 'directory', path } as const;
  const url = database === null ? {} : { databaseUrl: database.url };
  const world = await startWorld({ data, ...url });
  await doEverything(world);
  await world.payment('auth', {
    required_scope: 'openid phone',
    callback_uri: `${world.plain.url}/paid`,
  });
  const tid = await world.payment('paid');
  await world.stop();
  const file = `${path}/tillkit.db`;
  const parts = { wall: createSystemClock(), self: 'test' };
  const openStore = async () =>
    database === null ? openSqliteStore(file) : openPostgresStore(database.url, parts);
  const store = await openStore();
  const merchantId = world.test.ready.merchant.id;
  const ticket = { title: TICKET_TEXT, barcode: '1', valid_from: null, valid_to: null };
  const tickets = JSON.parse(JSON.stringify([ticket]));
  await store.tickets.put(merchantId, tid, { at: 1, tickets });
  await store.close();
  const openRaw = async () => (database === null ? rawSqlite(file) : rawPostgres(database.url));
  return { openStore, openRaw };
}

const textOf = (row: object) =>
  JSON.stringify(row, (_, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  });

/** Every table with the texts of its rows. */
async function tablesOf(raw: Raw, kind: StoreKind) {
  const found = new Map<string, readonly string[]>();
  for (const { name } of await raw.rows(TABLES[kind])) {
    const rows = await raw.rows(`SELECT * FROM "${String(name)}"`);
    found.set(String(name), rows.map(textOf));
  }
  await raw.close();
  return found;
}

describe.each(STORES)('all that is stored of a customer, on %s', (kind) => {
  it('is in the export: every table of the schema has its rows there, or none of customers', async () => {
    const { openStore, openRaw } = await lived(kind);
    const store = await openStore();
    const read = await exportCustomer(store, CUSTOMER);
    const customer = await store.customers.recordByMsisdn(CUSTOMER);
    await store.close();
    if (!read.ok || customer === null) throw new Error('no customer');
    const data: Exported = JSON.parse(JSON.stringify(read.value));
    const tables = await tablesOf(await openRaw(), kind);
    const listed = [...Object.keys(EXPORTED), ...CONSENTS, ...OTHERS];
    expect(listed.filter((name) => !tables.has(name) && name !== 'commit_count')).toEqual([]);
    expect([...tables.keys()].filter((name) => !listed.includes(name))).toEqual([]);

    const own = [...data.payments.map(({ tid }) => tid), ...data.permissions.map(({ rid }) => rid)];
    const names = [`"${customer.id}"`, `:\\"${customer.id}`, CUSTOMER, customer.name, ...own];
    const rowsOf = (name: string) =>
      (tables.get(name) ?? []).filter((row) => names.some((one) => row.includes(one)));
    const counts = Object.entries(EXPORTED).map(([name, count]) => [name, count(data)]);
    expect(counts).toEqual(Object.keys(EXPORTED).map((name) => [name, rowsOf(name).length]));
    expect(counts.filter(([, count]) => count === 0)).toEqual([]);
    expect(data.consents.length).toBe(CONSENTS.flatMap(rowsOf).length);
    const direct = [`"${customer.id}"`, CUSTOMER, customer.name];
    const left = OTHERS.filter((name) =>
      (tables.get(name) ?? []).some((row) => direct.some((one) => row.includes(one))),
    );
    expect(left).toEqual([]);
    const contents = data.payments.flatMap(({ attachments }) => attachments);
    expect(contents.every(({ content }) => content.length > 0)).toBe(true);
    expect(JSON.stringify(data.payments)).toContain(TICKET_TEXT);
  });

  it('is erased from every table of the schema, except the pseudonym', async () => {
    const { openStore, openRaw } = await lived(kind);
    const store = await openStore();
    const read = await exportCustomer(store, CUSTOMER);
    const customer = await store.customers.recordByMsisdn(CUSTOMER);
    const profile = customer && (await store.profiles.read(customer.id));
    const deps = { store, ids, now: Date.now };
    await store.customers.putCode(`number ${CUSTOMER}`, 'hash', Date.now() * 2);
    await store.customers.putCode(`ticket ${CUSTOMER}`, 'hash', Date.now() * 2);
    expect((await eraseCustomer(deps, CUSTOMER)).ok).toBe(true);
    await store.close();
    if (!read.ok || customer === null) throw new Error('no customer');
    const data: Exported = JSON.parse(JSON.stringify(read.value));
    const personal = [CUSTOMER, customer.name, profile?.email ?? '?', TICKET_TEXT];
    const tables = await tablesOf(await openRaw(), kind);
    const left = [...tables].flatMap(([name, rows]) =>
      rows.filter((row) => personal.some((one) => row.includes(one))).map((row) => [name, row]),
    );
    expect(left).toEqual([]);
    const paid = data.payments.map(({ tid }) => tid);
    expect(data.payments.some(({ attachments }) => attachments.length > 0)).toBe(true);
    const attached = tables.get('attachment') ?? [];
    expect(attached.filter((row) => paid.some((tid) => row.includes(tid)))).toEqual([]);
    for (const name of ['customer_session', 'customer_profile', ...CONSENTS]) {
      const rows = (tables.get(name) ?? []).filter((row) => row.includes(customer.id));
      expect([name, rows]).toEqual([name, []]);
    }
  });
});
