import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import { NO_EFFECTS } from '../../../../service/store/store.ts';
import { StoreNotOpened, StoreUnavailable } from '../../../../service/store/store-errors.ts';
import { createSystemClock } from '../../../../shared/node/system-clock.ts';
import { SECOND } from '../../../../shared/time/clock.ts';
import { startProxy } from '../../../process/kill-services/proxy.ts';
import { until } from '../../../support/last-resort.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { MERCHANT } from '../../../support/payments.ts';
import { ownPostgres } from '../../../support/postgres/shared.ts';
import { rawPostgres } from '../../../support/raw.ts';
import { eventMessage, newPayment, openSeveral, publishEvent, type Several } from './world.ts';

/* The store when its connections are lost. */

let world: Several;
beforeAll(async () => {
  world = await openSeveral(2);
});
afterAll(() => world.close());

const END_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

it('the store continues after it loses its connections, and keeps every acknowledged payment', async () => {
  const raw = await rawPostgres(world.url);
  const written: string[] = [];
  let failures = 0;
  let working = true;
  const writer = async () => {
    while (working) {
      const payment = newPayment();
      try {
        await world.first.payments.create(payment, NO_EFFECTS);
        written.push(payment.tid);
      } catch (error) {
        expect(error).toBeInstanceOf(StoreUnavailable);
        failures += 1;
      }
    }
  };
  const writers = Promise.all(Array.from({ length: 8 }, writer));
  for (let cut = 0; cut < 10; cut += 1) {
    await raw.rows(END_OTHERS);
    const before = written.length;
    await until(
      () => written.length,
      (count) => count > before + 20,
    );
    // The store repeats a read on another connection.
    expect(await world.first.merchants.read(MERCHANT.id)).not.toBeNull();
  }
  working = false;
  await writers;
  await raw.close();
  expect(failures).toBeLessThan(200);
  for (const tid of written) {
    expect(await world.first.payments.byTid(MERCHANT.id, tid)).not.toBeNull();
  }
  // The listener's connection is replaced too.
  const heard: string[] = [];
  world.stores[1]?.channels.onEvents((_, channel) => heard.push(channel));
  await until(
    async () => {
      await publishEvent(world.first, 'mended');
      return heard;
    },
    (channels) => channels.includes('mended'),
  );
});

it('the store closes its connections when it cannot receive notices at the start', async () => {
  const wall = createManualClock();
  // Its own database: stores of the other tests hold this lock in shared mode.
  const database = await ownPostgres('ready');
  const raw = await rawPostgres(database.url);
  await raw.exec('SELECT pg_advisory_lock(74136, 48)');
  const url = new URL(database.url);
  url.searchParams.set('application_name', 'refused');
  url.searchParams.set('options', '-c lock_timeout=200');
  const opening = openPostgresStore(url.href, { wall, self: 'not opened' });
  await expect(opening).rejects.toBeInstanceOf(StoreNotOpened);
  const connections = "SELECT pid FROM pg_stat_activity WHERE application_name = 'refused'";
  await until(
    () => raw.rows(connections),
    (rows) => rows.length === 0,
  );
  expect(wall.armed()).toBe(0);
  await raw.close();
  await database.drop();
});

it('a start asks the first server of the address once if it closes every connection', async () => {
  let asked = 0;
  const dead = createServer((socket) => {
    asked += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(dead, 'listening');
  const address = dead.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { host, pathname } = new URL(world.url);
  const url = `postgres://postgres@127.0.0.1:${port},${host}${pathname}`;
  const store = await openPostgresStore(url, { wall: createSystemClock(), self: 'second' });
  expect(await store.merchants.read(MERCHANT.id)).not.toBeNull();
  await store.close();
  dead.close();
  expect(asked).toBe(1);
});

it('the store leaves no timer when it is closed after a reconnect', async () => {
  const wall = createManualClock();
  const store = await openPostgresStore(world.url, { wall, self: 'closed' });
  let caughtUp = false;
  store.deliveries.onDue(() => {
    caughtUp = true;
  });
  const raw = await rawPostgres(world.url);
  await raw.rows(END_OTHERS);
  await raw.close();
  await until(
    () => {
      if (!caughtUp) wall.advance(SECOND);
      return caughtUp;
    },
    (done) => done,
  );
  await store.close();
  expect(wall.armed()).toBe(0);
});

it('the store does not repeat a write whose commit got no answer; it throws StoreUnavailable', async () => {
  const { port, pathname } = new URL(world.url);
  const proxy = await startProxy(Number(port));
  const url = `postgres://postgres@127.0.0.1:${proxy.port}${pathname}`;
  const store = await openPostgresStore(url, { wall: createSystemClock(), self: 'cut' });
  const first = newPayment();
  await store.payments.create(first, NO_EFFECTS);
  const next = { ...first, version: 2 };
  const effects = { ...NO_EFFECTS, messages: [{ channel: 'unsure', message: eventMessage() }] };
  proxy.cutAfter('commit\0');
  await expect(store.payments.save(next, effects)).rejects.toBeInstanceOf(StoreUnavailable);
  // The write was committed. A repeat is safe: a save from the old version is not written twice.
  await until(
    async () => (await world.first.payments.byTid(MERCHANT.id, first.tid))?.version,
    (version) => version === 2,
  );
  expect(await store.payments.save(next, effects)).toBe(false);
  expect(await world.first.channels.read(MERCHANT.id, 'unsure', 0, 9)).toHaveLength(1);
  await store.close();
  await proxy.close();
});
