import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createService } from '../../../../service/index.ts';
import { MOVED_TABLES, NOT_MOVED } from '../../../../service/store/move-to-postgres.ts';
import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import { openSqliteStore } from '../../../../service/store/sqlite/open.ts';
import { createSystemClock } from '../../../../shared/node/system-clock.ts';
import { doEverything } from '../../../conformance/do-everything.ts';
import { startWorld } from '../../../conformance/world.ts';
import { until } from '../../../support/last-resort.ts';
import { newDatabase } from '../../../support/new-database.ts';
import { ownPostgres, type TestDatabase } from '../../../support/postgres/shared.ts';
import { type Raw, rawPostgres, rawSqlite } from '../../../support/raw.ts';
import { giveKeys } from '../../../support/seeded-data.ts';
import { startTestService } from '../../../support/service.ts';
import { openAdmin } from '../../admin/run-admin.ts';

/** Columns that only PostgreSQL needs: several processes share its due rows. */
const LEASES = ['payment', 'permission_request', 'settlement_schedule'].map(
  (table) => `${table}.lease_until`,
);

const WAIT_AT_SALES_LINES = `
  CREATE FUNCTION wait() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
  CREATE TRIGGER waits AFTER INSERT ON sales_line FOR EACH STATEMENT EXECUTE FUNCTION wait()`;

let admin: ReturnType<typeof openAdmin>;
let database: TestDatabase;
let raw: Raw;
beforeEach(async () => {
  admin = openAdmin();
  database = await ownPostgres('ready');
  raw = await rawPostgres(database.url);
});
afterEach(async () => {
  await raw.close();
  await database.drop();
  admin.stop();
});

const move = () => admin.done('move-to-postgresql', '--to', database.url);
const ids = async (table: string) =>
  (await raw.rows(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id);

/** A shop on the embedded database of the folder in which one of everything has happened. */
async function sellOnFile() {
  await giveKeys(admin.data);
  const world = await startWorld({ data: { kind: 'directory', path: admin.data } });
  const paid = await world.payment('paid');
  const open = await world.payment('auth');
  await doEverything(world);
  const outcomes = { paid: await world.outcome(paid), open: await world.outcome(open) };
  const settlement = await world.call('settlementRead');
  await world.stop();
  return { paid, open, outcomes, settlement: settlement.json, params: world.params };
}

describe('tillkit admin move-to-postgresql', () => {
  it('moves all rows; the service starts on PostgreSQL and refuses the old data', async () => {
    const before = await sellOnFile();
    const printed = await move();
    expect(printed).toMatch(/^payment\t\d+\t[0-9a-f]{16}$/m);
    expect(printed).toMatch(/^moved \d{3,} rows; all rows and the sums of the ledger are equal$/m);

    const data = { kind: 'directory', path: admin.data } as const;
    const onFile = createService({ data, port: 0, log: 'silent' });
    await expect(onFile.start()).rejects.toThrow('The data was moved to PostgreSQL.');
    const after = await startTestService({ data, databaseUrl: database.url });
    const { pos, admin: owner } = after.users;
    const outcomeOf = async (tid: string) =>
      (await after.secret(pos, `/payment_request/${tid}/outcome/`)).json;
    expect(await outcomeOf(before.paid)).toMatchObject({
      ...before.outcomes.paid,
      // The address is made anew for each answer.
      attachment_uri: expect.any(String),
    });
    const settlement = await after.secret(pos, `/settlement/${before.params.settlement_id}/`);
    expect(settlement.json).toMatchObject({
      settlement_summary: Object(before.settlement).settlement_summary,
    });
    const capture = { method: 'PUT', body: { action: 'capture' } };
    expect((await after.key(owner, `/payment_request/${before.open}/`, capture)).status).toBe(204);
    expect(await outcomeOf(before.open)).toMatchObject({ status: 'ok' });
    await after.stop();
  });

  it('moves what remains after old books were removed; a backup of it can be restored', async () => {
    await sellOnFile();
    const store = openSqliteStore(join(admin.data, 'tillkit.db'));
    const ledgers = await store.settlements.ledgers(null, 100);
    const all = await Promise.all(ledgers.map((one) => store.retention.firstKept(one)));
    const kept = all.find((one) => one !== null);
    if (kept === undefined || kept === null) throw new Error('nothing was settled');
    const first = { merchantId: kept.settlement.merchantId, currency: kept.settlement.currency };
    await store.retention.removeBooks(kept.settlement, kept.from, kept.settlement.toSeq);
    const balances = await store.ledger.balances(first);
    await store.close();
    const backup = join(admin.data, 'shop.backup');
    await admin.done('backup', backup);
    expect(await admin.done('verify', backup)).toContain('can be restored');
    expect(await move()).toMatch(/^ledger_removed\t1\t[0-9a-f]{16}$/m);
    const moved = await openPostgresStore(database.url, {
      wall: createSystemClock(),
      self: 'test',
    });
    expect(await moved.ledger.balances(first)).toEqual(balances);
    expect(await moved.retention.removed(first)).toMatchObject({ toSeq: kept.settlement.toSeq });
    await moved.close();
  });

  it('can be repeated after an interruption before or after the commit', async () => {
    await sellOnFile();
    // The command waits after most tables, and loses its connection there.
    await raw.exec(WAIT_AT_SALES_LINES);
    await raw.rows('SELECT pg_advisory_lock(1)');
    const interrupted = admin.fails(1, 'move-to-postgresql', '--to', database.url);
    // The server is shared with other tests, which wait for locks of their databases.
    const waiting = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    const [{ pid = null } = {}] = await until(
      () => raw.rows(waiting),
      (rows) => rows.length === 1,
    );
    await raw.rows(`SELECT pg_terminate_backend(${Number(pid)})`);
    expect(await interrupted).toContain('terminat');
    await raw.rows('SELECT pg_advisory_unlock(1)');
    expect(await ids('merchant')).toEqual([]);

    const first = await move();
    // The machine stopped after the commit and before the mark was written.
    rmSync(join(admin.data, 'moved-to-postgresql.txt'));
    expect(await move()).toBe(first);
    expect(await admin.fails(1, 'list-merchants')).toContain('was moved to PostgreSQL');
  });

  it('commits nothing if PostgreSQL does not return a row as it was written', async () => {
    await sellOnFile();
    await raw.exec(`CREATE FUNCTION change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
      BEGIN NEW.total = NEW.total + 1; RETURN NEW; END $$;
      CREATE TRIGGER changes BEFORE INSERT ON sales_line FOR EACH ROW EXECUTE FUNCTION change()`);
    const refused = await admin.fails(1, 'move-to-postgresql', '--to', database.url);
    expect(refused).toContain('did not return the rows of sales_line as written');
    expect(await ids('merchant')).toEqual([]);
    expect(await admin.done('list-merchants')).toContain('Kaffebaren');
  });

  it('refuses a database with other data, and changes nothing there', async () => {
    await sellOnFile();
    await raw.exec("INSERT INTO integrator VALUES ('other', 'Other', '', '')");
    const refused = await admin.fails(1, 'move-to-postgresql', '--to', database.url);
    expect(refused).toContain('has other rows in integrator. Only an empty database');
    expect(await ids('integrator')).toEqual(['other']);
    expect(await admin.done('list-merchants')).toContain('Kaffebaren');
  });

  it('refuses a running service, a missing database and another address', async () => {
    const to = ['--to', database.url];
    expect(await admin.fails(1, 'move-to-postgresql', ...to)).toContain('There is no database');
    const url = ['--to', 'mysql://x'];
    await admin.done('create-merchant', '--id', 'shop', '--name', 'Shop');
    expect(await admin.fails(1, 'move-to-postgresql', ...url)).toContain('postgres://');
    const running = openSqliteStore(join(admin.data, 'tillkit.db'));
    expect(await admin.fails(1, 'move-to-postgresql', ...to)).toContain('Stop the service first.');
    await running.close();
    const nobody = ['--to', 'postgres://nobody@127.0.0.1:1/none'];
    expect(await admin.fails(1, 'move-to-postgresql', ...nobody)).toMatch(
      /cannot be reached|refused/,
    );
    writeFileSync(join(admin.data, 'tillkit.db'), 'not a database');
    expect(await admin.fails(1, 'move-to-postgresql', ...to)).toMatch(/cannot be opened|damaged/);
    expect(await ids('merchant')).toEqual([]);
  });
});

it('the list of tables and columns to move matches both schemas', async () => {
  const file = newDatabase();
  await openSqliteStore(file.path).close();
  const embedded = rawSqlite(file.path);
  const tables = await embedded.rows("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const left = ['migration', 'commit_count'];
  const names = tables.map(({ name }) => String(name)).filter((name) => !left.includes(name));
  expect(names.filter((name) => !name.startsWith('sqlite_')).toSorted()).toEqual(
    [...MOVED_TABLES].toSorted(),
  );
  for (const table of MOVED_TABLES) {
    const here = (await embedded.rows(`PRAGMA table_info(${table})`)).map(({ name }) => name);
    const there = (
      await raw.rows(`SELECT column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = '${table}'`)
    ).map(({ column_name: name }) => name);
    const moved = here.filter((name) => !NOT_MOVED[table]?.includes(String(name)));
    const filled = there.filter((name) => !LEASES.includes(`${table}.${name}`));
    expect([table, moved.toSorted()]).toEqual([table, filled.toSorted()]);
  }
  await embedded.close();
  file.remove();
});
