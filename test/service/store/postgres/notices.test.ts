import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import { NO_EFFECTS } from '../../../../service/store/store.ts';
import { createSystemClock } from '../../../../shared/node/system-clock.ts';
import { until } from '../../../support/last-resort.ts';
import { ids, MERCHANT } from '../../../support/payments.ts';
import { hearNotices } from '../../../support/postgres/hear-notices.ts';
import { newPostgres } from '../../../support/postgres/shared.ts';
import {
  eventMessage,
  every,
  newPayment,
  openSeveral,
  publishEvent,
  type Several,
} from './world.ts';

/* Processes on one database notify each other of their commits. */

let world: Several;
beforeAll(async () => {
  world = await openSeveral(3);
});
afterAll(() => world.close());

const event = 'payment_captured';
const delivery = (queue: string) => ({
  ...{ id: ids.message(), kind: 'event' as const, resource: queue, queue, host: 'shop.test' },
  ...{ uri: 'http://shop.test/', event, body: '{}' },
});

/** Payments that only mark the order of notices. */
const markers: string[] = [];

/**
 * Waits for every notice of the commits until now, including those of earlier tests. PostgreSQL sends
 * notices in the order of the commits, also to the connection that sent them, and a store sends its hints
 * in their order. So a store has all its notices when it has received the hints of the markers, payments
 * that the other stores create. The third store needs both: the hints of two stores have no order. A store
 * that has not heard of the others yet sends no hints, so there are new markers until all have arrived.
 */
async function everyNoticeHasArrived(heard: readonly string[]): Promise<void> {
  // Markers of an earlier call say nothing about the commits after them.
  const earlier = markers.length;
  await until(
    async () => {
      const [first, second] = [newPayment(), newPayment()];
      markers.push(first.tid, second.tid);
      await world.stores[0]?.payments.create(first, NO_EFFECTS);
      await world.stores[1]?.payments.create(second, NO_EFFECTS);
      return markers.slice(earlier);
    },
    (made) => {
      const pairs = made.flatMap((tid, place) => (place % 2 === 0 ? [[tid, made[place + 1]]] : []));
      return pairs.some(([first, second]) =>
        [
          ...[`0 payment ${second}`, `1 payment ${first}`],
          ...[`2 payment ${first}`, `2 payment ${second}`],
        ].every((one) => heard.includes(one)),
      );
    },
  );
}

describe('processes on one database', () => {
  it('receive event, callback and change notices; the sender receives no change notice', async () => {
    const heard: string[] = [];
    for (const [own, store] of world.stores.entries()) {
      store.channels.onEvents((_, channel) => heard.push(`${own} event ${channel}`));
      store.deliveries.onDue(() => heard.push(`${own} due`));
      store.onElsewhere(({ kind, id }) => heard.push(`${own} ${kind} ${id}`));
    }
    await everyNoticeHasArrived(heard);
    heard.length = 0;
    const payment = newPayment();
    await world.first.payments.create(payment, {
      ...NO_EFFECTS,
      messages: [{ channel: 'till', message: eventMessage() }],
      deliveries: [delivery('heard')],
    });
    await everyNoticeHasArrived(heard);
    const told = (own: number) => [`${own} event till`, `${own} due`];
    const changed = `payment ${payment.tid}`;
    const isMarker = (one: string) => markers.some((tid) => one.endsWith(tid));
    expect(heard.filter((one) => !isMarker(one)).sort()).toEqual(
      [...told(0), ...told(1), `1 ${changed}`, ...told(2), `2 ${changed}`].sort(),
    );
  });

  it('see the removal of a user at once', async () => {
    const user = { id: 'gone', label: null, netmask: null, secretHash: 'x', publicKey: null };
    await world.first.users.put(MERCHANT.id, { ...user, version: 1 });
    const read = () => every(world.stores, ({ users }) => users.read(MERCHANT.id, 'gone'));
    expect((await read()).map((one) => one?.id)).toEqual(['gone', 'gone', 'gone']);
    await world.first.users.remove(MERCHANT.id, 'gone', false);
    expect(await read()).toEqual([null, null, null]);
  });
});

it('a single process sends no notices; it sends them after another process has started', async () => {
  const { url, drop } = await newPostgres();
  const { connection: ear, heard: told } = await hearNotices(url);
  const open = (self: string) => openPostgresStore(url, { wall: createSystemClock(), self });
  const first = await open('first');
  await first.merchants.put(MERCHANT);
  await publishEvent(first, 'unheard');
  const second = await open('second');
  const heard: string[] = [];
  second.channels.onEvents((_, channel) => heard.push(channel));
  // The notice is on its way to the first store, which may write before it receives it.
  await until(
    async () => {
      await publishEvent(first, 'told');
      return heard;
    },
    (channels) => channels.includes('told'),
  );
  // The other listener uses another connection, and may receive the same notice a moment later.
  await expect.poll(() => told.join()).toContain('told');
  expect(told.join()).not.toContain('unheard');
  await Promise.all([first.close(), second.close()]);
  await ear.end();
  await drop();
});
