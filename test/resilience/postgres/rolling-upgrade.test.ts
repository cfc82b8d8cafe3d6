import { afterEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../service/store/postgres/migrate.ts';
import { POSTGRES_MIGRATIONS } from '../../../service/store/postgres/migrations/index.ts';
import { openPostgresStore } from '../../../service/store/postgres/open.ts';
import { Servers } from '../../../service/store/postgres/servers.ts';
import type { SharedMigration } from '../../../service/store/postgres/versions.ts';
import { NEWER_VERSION } from '../../../service/store/schema-history.ts';
import { NO_EFFECTS, type Store } from '../../../service/store/store.ts';
import { StoreUnavailable } from '../../../service/store/store-errors.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { newPayment } from '../../service/store/postgres/world.ts';
import { until } from '../../support/last-resort.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { CUSTOMER, ids, MERCHANT } from '../../support/payments.ts';
import { ownPostgres } from '../../support/postgres/shared.ts';
import { type Raw, rawPostgres } from '../../support/raw.ts';
import { paymentDraft, startTestService } from '../../support/service.ts';
import { send } from '../../support/wire.ts';

/* Processes of two versions on one database: the older one knows fewer steps of the schema. */

const LAST = POSTGRES_MIGRATIONS.length;
const OLD = POSTGRES_MIGRATIONS;
/** Adds what older processes ignore, also to tables of which they read every column. */
const EXPAND: SharedMigration = {
  ...{ number: LAST + 1, name: 'expand', oldest: LAST },
  up: `ALTER TABLE payment ADD COLUMN colour TEXT;
    ALTER TABLE transaction_log ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';
    CREATE TABLE colour (name TEXT PRIMARY KEY);
    CREATE INDEX payment_by_colour ON payment (colour)`,
};
/** Removes what the processes before `EXPAND` may use. */
const CONTRACT: SharedMigration = {
  ...{ number: LAST + 2, name: 'contract', oldest: LAST + 1 },
  up: 'CREATE TABLE contracted (name TEXT)',
};
/** A lock at which a step waits until the test lets it go on. */
const GATE = 4_242;
const EXPANDED = [...OLD, EXPAND];
const CONTRACTED = [...EXPANDED, CONTRACT];

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function newPlace() {
  const { url, drop } = await ownPostgres('ready');
  const raw = await rawPostgres(url);
  ends.push(async () => {
    await raw.close();
    await drop();
  });
  return { url, raw };
}

/** Starts a process of the version with these steps. */
async function start(
  url: string,
  migrations: readonly SharedMigration[],
  options: Partial<Parameters<typeof openPostgresStore>[1]> = {},
): Promise<Store> {
  const parts = { wall: createSystemClock(), self: ids.short(), migrations, ...options };
  const store = await openPostgresStore(url, parts);
  ends.push(() => store.close());
  return store;
}

async function sell(store: Store): Promise<string> {
  const payment = newPayment();
  await store.payments.create(payment, NO_EFFECTS);
  return payment.tid;
}

/** Ends the connections of the stores, as a failed network does: all, or those that listen. */
const cut = (raw: Raw, which: 'all' | 'listening') =>
  raw.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    ${which === 'all' ? '' : 'AND pid IN (SELECT pid FROM pg_locks WHERE classid = 74136)'}`);

/** The connections of the stores that show their step. */
const connections = (raw: Raw) =>
  raw.rows(`SELECT DISTINCT pid, CAST(objid AS BIGINT) AS step FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 74137 AND database =
      (SELECT oid FROM pg_database WHERE datname = current_database())`);

const lastStep = async (raw: Raw) =>
  (await raw.rows('SELECT MAX(number) AS number FROM migration'))[0]?.number;

/** Waits for a process that waits for an advisory lock of these keys. */
const waitsFor = (raw: Raw, first: number, second: number) =>
  until(
    () =>
      raw.rows(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND classid = ${first} AND objid = ${second}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`),
    (rows) => rows.length > 0,
  );

describe('a process of the previous version', () => {
  it('runs beside one that has added to the schema, and both write and read', async () => {
    const { url, raw } = await newPlace();
    const old = await start(url, OLD);
    await old.merchants.put(MERCHANT);
    await old.customers.put(CUSTOMER);
    const before = await sell(old);
    // Each connection of the old process has prepared this statement, which reads every column.
    const readLines = () =>
      Promise.all(Array.from({ length: 20 }, () => old.ledger.linesOf(MERCHANT.id, before)));
    await readLines();
    const lines: Record<string, unknown>[] = [];
    const log = { info: (line: object) => void lines.push({ ...line }), error: () => {} };
    const renewed = await start(url, EXPANDED, { log });
    expect(lines).toEqual([
      {
        step: LAST + 1,
        applied: [`${LAST + 1} expand`],
        others: [{ step: LAST, address: '127.0.0.1' }],
      },
    ]);
    expect(await readLines()).toEqual(Array.from({ length: 20 }, () => []));
    const sales = [before, await sell(old), await sell(renewed)];
    for (const store of [old, renewed]) {
      for (const tid of sales) {
        expect((await store.payments.byTid(MERCHANT.id, tid))?.tid).toBe(tid);
      }
    }
    // It may also start again, for example because it must be the version of before.
    await old.close();
    const again = await start(url, OLD);
    expect(await again.payments.byTid(MERCHANT.id, await sell(again))).not.toBeNull();
    expect(await lastStep(raw)).toBe(LAST + 1);
  });

  it('keeps a step away that excludes it while it runs, and is refused after that step', async () => {
    const { url, raw } = await newPlace();
    const first = await start(url, OLD);
    const second = await start(url, OLD);
    const next = () => start(url, CONTRACTED);
    await expect(next()).rejects.toThrow(
      '2 processes of an older version still use the database (127.0.0.1), and this version changes ' +
        'what older versions need: stop them, then start this one again.',
    );
    await first.close();
    await expect(next()).rejects.toThrow(
      /^1 process of an older .* stop it, then start this one again/,
    );
    expect(await lastStep(raw)).toBe(LAST);
    await second.merchants.put(MERCHANT);
    await second.close();
    // Processes of the version between may stay.
    const between = await start(url, EXPANDED);
    const renewed = await next();
    expect(await lastStep(raw)).toBe(LAST + 2);
    for (const store of [between, renewed]) await sell(store);
    await expect(start(url, OLD)).rejects.toThrow(/newer version; install that version/);
  });

  it('that does not show its step, as before this rule, keeps such a step away too', async () => {
    const { url, raw } = await newPlace();
    await raw.exec('SELECT pg_advisory_lock_shared(74136, 48)');
    await expect(start(url, CONTRACTED)).rejects.toThrow(/^1 process of an older version/);
    await start(url, EXPANDED);
    await raw.exec('SELECT pg_advisory_unlock_all()');
    await start(url, CONTRACTED);
  });
});

describe('a process that starts while a step excludes it', () => {
  /** Starts the old process, which reads the schema and then waits for the lock of all listeners. */
  async function startHeld(url: string, raw: Raw) {
    await raw.exec('SELECT pg_advisory_lock(74136, 48)');
    const starting = start(url, OLD).then(
      () => 'started',
      (error: Error) => error.message,
    );
    await waitsFor(raw, 74136, 48);
    return { starting, letGo: () => raw.exec('SELECT pg_advisory_unlock(74136, 48)') };
  }

  it('is refused if it read the schema before the step, and connects after it', async () => {
    const { url, raw } = await newPlace();
    const { starting, letGo } = await startHeld(url, raw);
    await migrate(new Servers(url), CONTRACTED);
    await letGo();
    expect(await starting).toMatch(/newer version; install that version/);
  });

  it('is refused if it connects between the check of the processes and the end of the step', async () => {
    const { url, raw } = await newPlace();
    const { starting, letGo } = await startHeld(url, raw);
    await raw.exec(`SELECT pg_advisory_lock(${GATE})`);
    const up = `${CONTRACT.up}; SELECT pg_advisory_xact_lock(${GATE})`;
    const applying = migrate(new Servers(url), [...EXPANDED, { ...CONTRACT, up }]);
    await waitsFor(raw, 0, GATE);
    await letGo();
    // It now waits for the end of the step.
    let ended = false;
    void starting.then(() => {
      ended = true;
    });
    const fenced = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND classid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await until(
      () => raw.rows(fenced),
      (rows) => ended || rows.length > 0,
    );
    await raw.exec(`SELECT pg_advisory_unlock(${GATE})`);
    await applying;
    expect(await starting).toMatch(/newer version; install that version/);
  });
});

describe('a process that loses its connections', () => {
  it('keeps a step away with any connection, also without the one that listens', async () => {
    const { url, raw } = await newPlace();
    const old = await start(url, OLD, { wall: createManualClock() });
    await old.merchants.put(MERCHANT);
    await cut(raw, 'listening');
    await expect(migrate(new Servers(url), CONTRACTED)).rejects.toThrow(
      /^1 process of an older version/,
    );
    expect(await lastStep(raw)).toBe(LAST);
  });

  it('and finds that a newer version excludes it uses the store no more, and says so once', async () => {
    const { url, raw } = await newPlace();
    const wall = createManualClock();
    const said: string[] = [];
    const log = { info: () => {}, error: (_: object, line: string) => void said.push(line) };
    const old = await start(url, OLD, { wall, log });
    await old.merchants.put(MERCHANT);
    await cut(raw, 'all');
    await until(
      async () => (await connections(raw)).length,
      (count) => count === 0,
    );
    await migrate(new Servers(url), CONTRACTED);
    await expect(old.merchants.put(MERCHANT)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(old.merchants.read(MERCHANT.id)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(old.check()).rejects.toBeInstanceOf(StoreUnavailable);
    for (let attempts = 0; attempts < 3; attempts += 1) {
      await until(
        () => wall.armed(),
        (armed) => armed > 0,
      );
      wall.advance(SECOND);
    }
    await until(
      () => wall.armed(),
      (armed) => armed > 0,
    );
    expect(said).toEqual(['The database was written by a newer version; install that version.']);
  });

  it('connects again beside a newer version that allows it', async () => {
    const { url, raw } = await newPlace();
    const old = await start(url, OLD);
    await old.merchants.put(MERCHANT);
    await migrate(new Servers(url), EXPANDED);
    await cut(raw, 'all');
    await until(
      () => connections(raw),
      (rows) => rows.some(({ step }) => step === LAST),
    );
    expect((await old.merchants.read(MERCHANT.id))?.id).toBe(MERCHANT.id);
  });
});

it('a service that a newer version excludes answers 503, and is not ready', async () => {
  const { url, raw } = await newPlace();
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const test = await startTestService({ databaseUrl: url, log });
  ends.push(() => test.stop());
  const { pos } = test.users;
  const sale = { method: 'POST', body: paymentDraft({ pos_tid: 'first' }) };
  expect((await test.secret(pos, '/payment_request/', sale)).status).toBe(201);
  const ready = () => send(new URL('/health/ready', test.ready.base_url).href);
  expect((await ready()).status).toBe(200);
  // As if the step was applied while the network between service and database was down.
  await raw.exec(`INSERT INTO migration VALUES (${LAST + 1}, 'next', 'x', ${LAST + 1})`);
  await cut(raw, 'all');
  await until(ready, ({ status }) => status === 503);
  const again = await test.secret(pos, '/payment_request/', sale);
  expect([again.status, Number(again.headers['retry-after']) > 0]).toEqual([503, true]);
  const said = () =>
    lines
      .join('')
      .split('\n')
      .filter((line) => line.includes(`"msg":"${NEWER_VERSION}"`));
  await until(said, (found) => found.length > 0);
  expect(said()).toHaveLength(1);
  expect((await send(new URL('/health/live', test.ready.base_url).href)).status).toBe(200);
});

it('ignores kinds, forms and members of notices that only another version knows', async () => {
  const { url, raw } = await newPlace();
  const old = await start(url, OLD);
  const heard: string[] = [];
  old.channels.onEvents((_, channel) => heard.push(channel));
  old.onElsewhere(({ id }) => heard.push(id));
  const items = [
    ...[['new', 'merchant', 'id'], { kind: 'object' }, 'text', null, ['p', {}, 5]],
    ['e', 'merchant', 'till', { added: true }],
  ];
  for (const payload of ['{}', '"text"', 'no JSON', JSON.stringify(['another', ...items])]) {
    await raw.exec(`SELECT pg_notify('tillkit', '${payload}')`);
  }
  await until(
    () => heard,
    (channels) => channels.length > 0,
  );
  expect(heard).toEqual(['till']);
});
