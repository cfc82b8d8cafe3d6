import { afterEach, beforeEach, expect, it } from 'vitest';
import { ANSWER_WITHIN } from '../../service/store/postgres/database.ts';
import { openPostgresStore } from '../../service/store/postgres/open.ts';
import { NO_EFFECTS, type Store } from '../../service/store/store.ts';
import { StoreBusy, StoreUnavailable } from '../../service/store/store-errors.ts';
import { PROBE_WITHIN } from '../../service/store/write-probe.ts';
import { createSystemClock } from '../../shared/node/system-clock.ts';
import { type FaultyProxy, startProxy } from '../process/kill-services/proxy.ts';
import { newPayment, openSeveral, type Several } from '../service/store/postgres/world.ts';
import { type HeldTimers, holdTimers } from '../support/held-timers.ts';
import { until } from '../support/last-resort.ts';
import { CUSTOMER, MERCHANT } from '../support/payments.ts';
import { rawPostgres } from '../support/raw.ts';

/* A PostgreSQL server that hangs: every connection stays open, and none of them answers. */

let world: Several;
let proxy: FaultyProxy;
let url = '';
let timers: HeldTimers | null = null;
let store: Store | null = null;

// A separate database: a store that finds a connection of an earlier one sends notices too.
beforeEach(async () => {
  world = await openSeveral(1);
  const { port, pathname } = new URL(world.url);
  proxy = await startProxy(Number(port));
  url = `postgres://postgres@127.0.0.1:${proxy.port}${pathname}`;
});
afterEach(async () => {
  proxy.thaw();
  await store?.close();
  timers?.release();
  timers = null;
  store = null;
  await proxy.close();
  await world.close();
});

const reasons = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((one) => {
    if (one.status === 'fulfilled') return 'done';
    const { reason } = one;
    const known = reason instanceof StoreUnavailable || reason instanceof StoreBusy;
    return known ? 'refused' : String(reason);
  });
const readinessOf = (one: Store) => () =>
  one.check().then(
    () => 'ready',
    () => 'not ready',
  );

it('the store refuses all requests after one timeout, and repeats no statement', async () => {
  const held = holdTimers();
  timers = held;
  const opened = await openPostgresStore(url, { wall: createSystemClock(), self: 'frozen' });
  store = opened;
  const before = newPayment();
  await opened.payments.create(before, NO_EFFECTS);
  // Writes at the same time: so many connections are open when the server stops answering.
  await Promise.all(Array.from({ length: 6 }, () => opened.customers.put(CUSTOMER)));
  proxy.freeze();
  const waits = held.count(ANSWER_WITHIN);
  const write = () => opened.payments.create(newPayment(), NO_EFFECTS);
  const ready = readinessOf(opened)();
  // The probe, one commit and one lookup are under way; everything else waits behind them.
  const first = [write(), opened.merchants.read('m')];
  await until(
    () => held.count(ANSWER_WITHIN) - waits,
    (more) => more >= 3,
  );
  const behind = Array.from({ length: 40 }, (_, at) => [write(), opened.merchants.read(`m${at}`)]);
  const all = Promise.allSettled([...first, ...behind.flat()]);
  held.pass(PROBE_WITHIN);
  expect(await ready).toBe('not ready');
  held.pass(ANSWER_WITHIN - PROBE_WITHIN);
  expect([...new Set(reasons(await all))]).toEqual(['refused']);
  expect(held.count(ANSWER_WITHIN) - waits).toBe(3);
  proxy.thaw();
  const found = () => opened.payments.byTid(MERCHANT.id, before.tid).catch(() => null);
  expect(await until(found, (payment) => payment !== null)).toMatchObject({ tid: before.tid });
  expect(await until(readinessOf(opened), (answer) => answer === 'ready')).toBe('ready');
});

it('the readiness check is repeated if its connection is lost', async () => {
  store = await openPostgresStore(url, { wall: createSystemClock(), self: 'cut' });
  proxy.cutAfter('UPDATE migration');
  await store.check();
});

it('the store is not ready while the database is read-only, and can still read', async () => {
  const opened = await openPostgresStore(url, { wall: createSystemClock(), self: 'read-only' });
  store = opened;
  await opened.check();
  const raw = await rawPostgres(world.url);
  const name = new URL(url).pathname.slice(1);
  const endOthers = () =>
    raw.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  const check = () => opened.check().then(() => 'ready', String);
  try {
    await raw.exec(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await endOthers();
    await until(check, (said) => /StoreUnavailable.*read-only/.test(said));
    expect(await opened.merchants.read(MERCHANT.id)).not.toBeNull();
  } finally {
    await raw.exec(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await endOthers();
    await raw.close();
  }
  await until(check, (said) => said === 'ready');
});
