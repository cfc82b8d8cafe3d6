import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CALLBACK_KEY_PATH } from '../../service/callbacks/keys.ts';
import { migrate as migratePostgres } from '../../service/store/postgres/migrate.ts';
import { POSTGRES_MIGRATIONS } from '../../service/store/postgres/migrations/index.ts';
import { Servers } from '../../service/store/postgres/servers.ts';
import { migrate as migrateSqlite } from '../../service/store/sqlite/migrate.ts';
import { SQLITE_MIGRATIONS } from '../../service/store/sqlite/migrations/index.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import { MINUTE } from '../../shared/time/clock.ts';
import { openAdmin } from '../service/admin/run-admin.ts';
import { ownPostgres } from '../support/postgres/shared.ts';
import { type Raw, rawPostgres, rawSqlite } from '../support/raw.ts';
import { member, startTestService } from '../support/service.ts';
import { STORES, type StoreKind } from '../support/stores.ts';
import { send } from '../support/wire.ts';

/* Data that the previous version has written, opened by this one; see previous-version/README.md. */

const FOLDER = new URL('previous-version/', import.meta.url);
const dump = (kind: StoreKind) => readFileSync(new URL(`${kind}.sql`, FOLDER), 'utf8');

const BALANCES = `SELECT merchant_id, currency, account, CAST(SUM(amount) AS BIGINT) AS total
  FROM ledger_entry GROUP BY merchant_id, currency, account ORDER BY merchant_id, currency, account`;
/** What this version must not change, and what it must read. */
const READ = {
  payments: 'SELECT merchant_id, tid, code, request, state FROM payment ORDER BY tid',
  balances: BALANCES,
  log: 'SELECT merchant_id, seq, tid, gross, net FROM transaction_log ORDER BY merchant_id, seq',
  users: 'SELECT merchant_id, id, secret_hash, public_key, version FROM api_user ORDER BY 1, 2',
  integrators: 'SELECT id, public_key FROM integrator ORDER BY id',
  customers: 'SELECT id, msisdn, name, status FROM customer ORDER BY id',
  settlements: 'SELECT * FROM settlement ORDER BY 1, 2',
};

const STEPS = { sqlite: SQLITE_MIGRATIONS, postgres: POSTGRES_MIGRATIONS };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0).reverse()) await end();
});

/** A data folder as the previous version has left it. */
async function previous(kind: StoreKind) {
  const admin = openAdmin();
  ends.push(admin.stop);
  cpSync(new URL('keys/', FOLDER), admin.data, { recursive: true });
  const file = join(admin.data, 'tillkit.db');
  if (kind === 'sqlite') {
    const raw = rawSqlite(file);
    await raw.exec(dump(kind));
    await raw.close();
    const migrate = async (steps?: number) => {
      const database = new DatabaseSync(file);
      migrateSqlite(database, SQLITE_MIGRATIONS.slice(0, steps));
      database.close();
    };
    return { admin, file, databaseUrl: undefined, raw: async () => rawSqlite(file), migrate };
  }
  const { url, drop } = await ownPostgres('empty');
  ends.push(drop);
  const raw = await rawPostgres(url);
  await raw.exec(dump(kind));
  await raw.close();
  const migrate = (steps?: number) =>
    migratePostgres(new Servers(url), POSTGRES_MIGRATIONS.slice(0, steps));
  return { admin, file, databaseUrl: url, raw: () => rawPostgres(url), migrate };
}
type Previous = Awaited<ReturnType<typeof previous>>;

async function readAll({ raw: open }: Pick<Previous, 'raw'>) {
  const raw = await open();
  const found: Record<string, unknown> = {};
  for (const [name, sql] of Object.entries(READ)) found[name] = await raw.rows(sql);
  const payments = await raw.rows('SELECT tid, merchant_id, code FROM payment');
  const [newest] = await raw.rows('SELECT MAX(created) AS at FROM payment');
  const steps = await raw.rows('SELECT number FROM migration ORDER BY number');
  await raw.close();
  return { found, payments, at: Number(newest?.at), steps: steps.map((row) => Number(row.number)) };
}

/** Today's service on the data, at the time at which the previous version stopped. */
async function open({ admin, databaseUrl }: Previous, at: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  const data = { kind: 'directory', path: admin.data } as const;
  const test = await startTestService(databaseUrl === undefined ? { data } : { data, databaseUrl });
  let stopped = false;
  const stop = async () => {
    if (!stopped) await test.stop();
    stopped = true;
  };
  ends.push(stop);
  return { ...test, stop };
}

const SCHEMA = {
  sqlite: `SELECT t.name AS place, c.name, c.type, c."notnull", c.pk FROM sqlite_schema AS t
      JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'
    UNION ALL SELECT tbl_name, name, type, 0, 0 FROM sqlite_schema WHERE type <> 'table'
    ORDER BY 1, 2`,
  postgres: `SELECT table_name AS place, column_name AS name, data_type AS type,
      is_nullable AS more FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT tablename, indexname, '', regexp_replace(indexdef, '.* USING ', '')
      FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT CAST(conrelid AS regclass) :: text, conname, CAST(contype AS text),
      pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid <> 0 AND contype <> 'n'
      AND connamespace = CAST('public' AS regnamespace)
    UNION ALL SELECT CAST(tgrelid AS regclass) :: text, tgname, 'trigger', '' FROM pg_trigger
      WHERE NOT tgisinternal ORDER BY 1, 2, 3`,
};

async function schemaOf(raw: Raw, kind: StoreKind) {
  const rows = await raw.rows(SCHEMA[kind]);
  await raw.close();
  return rows;
}

async function emptySchema(kind: StoreKind) {
  if (kind === 'sqlite') {
    const database = new DatabaseSync(':memory:');
    migrateSqlite(database);
    const rows = database.prepare(SCHEMA.sqlite).all();
    database.close();
    return rows.filter((row) => row.place !== 'commit_count');
  }
  const { url, drop } = await ownPostgres('ready');
  ends.push(drop);
  return schemaOf(await rawPostgres(url), kind);
}

describe.each(STORES)('data of the previous version on %s', (kind) => {
  it('is brought to the schema of new data, and every row is as it was', async () => {
    const data = await previous(kind);
    const before = await readAll(data);
    expect(before.steps).toEqual([1]);
    expect(before.payments.length).toBeGreaterThan(10);
    await data.migrate();
    const after = await readAll(data);
    expect(after.steps).toEqual(STEPS[kind].map(({ number }) => number));
    expect(after.found).toEqual(before.found);
    const schema = await schemaOf(await data.raw(), kind);
    expect(schema.filter((row) => row.place !== 'commit_count')).toEqual(await emptySchema(kind));
  });

  it('gives self-service users the fewest rights, and merchants their company', async () => {
    const data = await previous(kind);
    await data.migrate();
    const raw = await data.raw();
    const roles = await raw.rows('SELECT DISTINCT role FROM ssp_user');
    expect(roles).toEqual([{ role: 'bookkeeper' }]);
    const companies = await raw.rows('SELECT id, legal_entity FROM merchant ORDER BY id');
    await raw.close();
    expect(companies).toEqual([
      { id: 'bokkafe1', legal_entity: null },
      { id: 'kaffebar', legal_entity: 'kaffebaren-as' },
    ]);
  });

  it('has its payments, balances, users and keys in the service, which sells on', async () => {
    const data = await previous(kind);
    const before = await readAll(data);
    const keys = JSON.parse(readFileSync(new URL('keys/callback-keys.json', FOLDER), 'utf8'));
    const callbackKey = createPublicKey(String(keys.current.private_key_pem));
    const test = await open(data, before.at + MINUTE);
    const { pos, admin } = test.users;
    const outcome = async (tid: unknown) => {
      const reply = await test.secret(pos, `/payment_request/${String(tid)}/outcome/`);
      expect(reply.status).toBe(200);
      return reply.json;
    };
    const put = async (tid: unknown, body: object) =>
      (await test.key(admin, `/payment_request/${String(tid)}/`, { method: 'PUT', body })).status;
    for (const { tid, merchant_id, code } of before.payments) {
      expect(merchant_id).toBe(pos.merchant);
      expect(await outcome(tid)).toMatchObject({ status_code: Number(code) });
    }
    expect((await test.key(admin, '/payment_request/')).status).toBe(200);
    expect((await test.integrator('/payment_request/')).status).toBe(200);
    const published = await send(new URL(CALLBACK_KEY_PATH, test.ready.base_url).href);
    expect(published.text).toBe(callbackKey.export({ type: 'spki', format: 'pem' }));

    const approved = before.payments.find(({ code }) => Number(code) === CODE.auth);
    expect(await put(approved?.tid, { action: 'capture' })).toBe(204);
    expect(await outcome(approved?.tid)).toMatchObject({ status_code: CODE.ok });
    const tid = await test.payment({ pos_tid: 'after-the-upgrade' });
    const customer = test.ready.customers[0]?.msisdn ?? '';
    expect((await test.service.simulator.claim(tid, customer)).ok).toBe(true);
    expect((await test.service.simulator.confirm(tid)).ok).toBe(true);
    expect(await put(tid, { action: 'capture' })).toBe(204);
    expect(member(await outcome(tid), 'status')).toBe('ok');
    await test.stop();

    const { found } = await readAll(data);
    for (const name of ['users', 'integrators', 'customers'] as const) {
      expect(found[name]).toEqual(before.found[name]);
    }
    const raw = await data.raw();
    const unbalanced = `SELECT seq FROM ledger_entry GROUP BY merchant_id, currency, seq
      HAVING SUM(amount) <> 0`;
    expect(await raw.rows(unbalanced)).toEqual([]);
    await raw.close();
  });

  it('of a build that wrote two steps as one has both, and a service starts on it', async () => {
    const data = await previous(kind);
    await data.migrate(2);
    const before = await readAll(data);
    const raw = await data.raw();
    await raw.exec(
      `DELETE FROM migration; INSERT INTO migration VALUES (1, 'initial', '${STEPS[kind][1]?.joined}')`,
    );
    await raw.close();
    const test = await open(data, before.at + MINUTE);
    const tid = await test.payment({ pos_tid: 'after-the-upgrade' });
    await test.stop();
    const after = await readAll(data);
    expect(before.steps).toEqual([1, 2]);
    expect(after.steps).toEqual(STEPS[kind].map(({ number }) => number));
    expect(after.payments).toHaveLength(before.payments.length + 1);
    expect(after.payments.some((one) => one.tid === tid)).toBe(true);
  });

  it('opens at the next start if the process ends in the middle of the upgrade', async () => {
    const data = await previous(kind);
    const before = await readAll(data);
    if (kind === 'sqlite') endInUpgrade(data.file);
    else {
      const up = 'SELECT pg_terminate_backend(pg_backend_pid())';
      const cut = { number: 99, name: 'cut', up, oldest: 99 };
      const steps = [...POSTGRES_MIGRATIONS, cut];
      await expect(migratePostgres(new Servers(data.databaseUrl ?? ''), steps)).rejects.toThrow();
    }
    const cut = await readAll(data);
    expect([cut.steps, cut.found]).toEqual([[1], before.found]);
    await data.migrate();
    expect((await readAll(data)).steps).toEqual(STEPS[kind].map(({ number }) => number));
  });
});

/** Upgrades the file in a process that is killed after the last step and before the commit. */
function endInUpgrade(file: string): void {
  const at = (path: string) =>
    JSON.stringify(new URL(`../../service/store/${path}`, import.meta.url));
  const code = `import { DatabaseSync } from 'node:sqlite';
    import { migrate } from ${at('sqlite/migrate.ts')};
    import { SQLITE_MIGRATIONS } from ${at('sqlite/migrations/index.ts')};
    const database = new DatabaseSync(${JSON.stringify(file)});
    database.exec('PRAGMA journal_mode = WAL; PRAGMA cache_size = 1');
    database.function('end', () => process.kill(process.pid, 'SIGKILL'));
    migrate(database, [...SQLITE_MIGRATIONS, { number: 99, name: 'cut', up: 'SELECT "end"()' }]);`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  expect([ended.signal, ended.stderr]).toEqual(['SIGKILL', '']);
}

it('a backup of upgraded data is sound and can be restored', async () => {
  const data = await previous('sqlite');
  const { at, payments } = await readAll(data);
  const test = await open(data, at + MINUTE);
  await test.stop();
  vi.useRealTimers();
  const file = join(data.admin.folder, 'upgraded.backup');
  await data.admin.done('backup', file);
  expect(await data.admin.done('verify', file)).toContain(`sound; 2 merchants`);
  await data.admin.done('restore', file, '--replace');
  expect((await readAll(data)).payments).toHaveLength(payments.length);
});
