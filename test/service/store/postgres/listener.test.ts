import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PostgresDatabase } from '../../../../service/store/postgres/database.ts';
import { HINTS_EVERY } from '../../../../service/store/postgres/listener.ts';
import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import { NO_EFFECTS, type Store } from '../../../../service/store/store.ts';
import { StoreUnavailable } from '../../../../service/store/store-errors.ts';
import { SECOND } from '../../../../shared/time/clock.ts';
import { until } from '../../../support/last-resort.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { ids, MERCHANT } from '../../../support/payments.ts';
import { hearNotices } from '../../../support/postgres/hear-notices.ts';
import { newPostgres } from '../../../support/postgres/shared.ts';
import { newPayment, publishEvent } from './world.ts';

/** The locks of all listeners. */
const LISTENERS = `FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE locktype = 'advisory' AND classid = 74136 AND objid = 48 AND datname = current_database()`;

it('a process that is alone sends no notices; after another process it counts twice', async () => {
  const { url, drop } = await newPostgres();
  const { connection: ear, heard: told } = await hearNotices(url);
  const wall = createManualClock();
  const first = await openPostgresStore(url, { wall, self: 'first' });
  onTestFinished(async () => {
    await first.close();
    await ear.end();
    await drop();
  });
  /** The server sends notices in the order of the commits. */
  const sendsNotice = async (): Promise<boolean> => {
    const channel = ids.message();
    await publishEvent(first, channel);
    await ear.query("SELECT pg_notify('tillkit', $1)", [`after ${channel}`]);
    await until(
      () => told,
      (payloads) => payloads.includes(`after ${channel}`),
    );
    return told.some((payload) => payload.startsWith('["first"') && payload.includes(channel));
  };
  const count = async (): Promise<void> => {
    const armed = wall.armed();
    wall.advance(15 * SECOND);
    await until(
      () => wall.armed(),
      (now) => now === armed,
    );
  };
  await first.merchants.put(MERCHANT);
  expect(await sendsNotice()).toBe(false);
  await count();
  expect(await sendsNotice()).toBe(false);

  const second = await openPostgresStore(url, { wall: createManualClock(), self: 'second' });
  await until(sendsNotice, (sent) => sent);
  await second.close();
  await until(
    async () => (await ear.query(`SELECT 1 ${LISTENERS}`)).rowCount,
    (listeners) => listeners === 1,
  );
  await count();
  expect(await sendsNotice()).toBe(true);
  await count();
  expect(await sendsNotice()).toBe(false);
});

describe('a process that shares the database', () => {
  let database: Awaited<ReturnType<typeof newPostgres>>;
  let ear: Awaited<ReturnType<typeof hearNotices>>;
  let wall: ManualClock;
  let stores: readonly [Store, Store];
  beforeEach(async () => {
    database = await newPostgres();
    ear = await hearNotices(database.url);
    wall = createManualClock();
    const open = (self: string, own: ManualClock) =>
      openPostgresStore(database.url, { wall: own, self });
    // The first one is told that it is not alone by the arrival of the second one.
    stores = [await open('first', wall), await open('second', createManualClock())];
    await stores[0].merchants.put(MERCHANT);
    await until(
      async () => {
        await publishEvent(stores[0], 'ready');
        return ear.heard;
      },
      (heard) => heard.some((payload) => payload.startsWith('["first",["e"')),
    );
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await ear.connection.end();
    await database.drop();
  });

  /** Creates a payment; returns its tid. */
  async function create(): Promise<string> {
    const payment = newPayment();
    await stores[0].payments.create(payment, NO_EFFECTS);
    return payment.tid;
  }

  /** The tids in each notice with hints of the first process, after everything that was sent until now. */
  async function hintsUntilNow(): Promise<readonly (readonly string[])[]> {
    const marker = `after ${ear.heard.length}`;
    await ear.connection.query("SELECT pg_notify('tillkit', $1)", [marker]);
    await until(
      () => ear.heard,
      (heard) => heard.includes(marker),
    );
    return ear.heard
      .filter((payload) => payload.startsWith('["first",["p"'))
      .map((payload) => JSON.parse(payload).slice(1))
      .map((items: readonly (readonly string[])[]) => items.map(([, , tid = '']) => tid));
  }

  const hinted = (count: number) => until(hintsUntilNow, (hints) => hints.length === count);
  /** Waits until the time between two notices has begun. */
  const pauses = (armed: number) =>
    until(
      () => wall.armed(),
      (now) => now === armed,
    );

  /** Creates a payment, and waits until its hint was sent and a pause has begun. Returns its tid. */
  async function sendFirst(): Promise<string> {
    const armed = wall.armed();
    const first = await create();
    expect(await hinted(1)).toEqual([[first]]);
    await pauses(armed + 1);
    return first;
  }

  it('sends the first hint at once, and then one for all commits of 50 milliseconds', async () => {
    const armed = wall.armed();
    const first = await sendFirst();
    const others = [await create(), await create(), await create()];
    wall.advance(HINTS_EVERY - 1);
    expect(await hintsUntilNow()).toEqual([[first]]);
    wall.advance(1);
    expect(await hinted(2)).toEqual([[first], others]);
    await pauses(armed + 1);
    wall.advance(HINTS_EVERY);
    expect([wall.armed(), await hintsUntilNow()]).toEqual([armed, [[first], others]]);
    expect((await hinted(2)).flat()).not.toContain(await create());
    await hinted(3);
  });

  it('sends the hint of a commit whose answer is lost', async () => {
    const { commit } = PostgresDatabase.prototype;
    const lost = vi.spyOn(PostgresDatabase.prototype, 'commit');
    lost.mockImplementationOnce(async function (this: PostgresDatabase, run, mode) {
      await Reflect.apply(commit, this, [run, mode]);
      throw new StoreUnavailable();
    });
    const payment = newPayment();
    await expect(stores[0].payments.create(payment, NO_EFFECTS)).rejects.toThrow(StoreUnavailable);
    lost.mockRestore();
    expect(await hinted(1)).toEqual([[payment.tid]]);
  });

  it('sends the hints that wait before it closes', async () => {
    const first = await sendFirst();
    const second = await create();
    await stores[0].close();
    expect(await hintsUntilNow()).toEqual([[first], [second]]);
  });

  it('keeps the hints while its connection is lost, and sends them on the next one', async () => {
    const first = await sendFirst();
    const second = await create();
    await ear.connection.query(`SELECT pg_terminate_backend(pid) ${LISTENERS}`);
    await until(
      async () => {
        wall.advance(SECOND);
        return hintsUntilNow();
      },
      (hints) => hints.length === 2,
    );
    expect(await hintsUntilNow()).toEqual([[first], [second]]);
  });

  it('checks what is due after another process has ended, whose last hints may be missing', async () => {
    const counted = async () => {
      const armed = wall.armed();
      wall.advance(15 * SECOND);
      await pauses(armed);
    };
    const another = await hearNotices(database.url);
    await another.connection.query('SELECT pg_advisory_lock_shared(74136, 48)');
    const heard: string[] = [];
    stores[0].deliveries.onDue(() => heard.push('due'));
    stores[0].channels.onEvents((_, channel) => heard.push(channel));
    await counted();
    await counted();
    expect(heard).toEqual([]);
    await another.connection.end();
    await until(
      async () => {
        await counted();
        return heard;
      },
      (notices) => notices.length > 0,
    );
    expect(heard).toEqual(['ready', 'due']);
  });
});
