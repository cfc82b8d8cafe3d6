import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { attachEventSocket } from '../../../service/callbacks/event-socket.ts';
import { openPostgresStore } from '../../../service/store/postgres/open.ts';
import type { ChannelReply, ChannelRequest } from '../../../shared/protocol/channel.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { publishEvent } from '../../service/store/postgres/world.ts';
import { until } from '../../support/last-resort.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newPostgres } from '../../support/postgres/shared.ts';
import { rawPostgres } from '../../support/raw.ts';

/*
 * A failover to a standby that lacks the last commits, or a restore, under a running service: the numbers
 * of events that a device had belong to other events now.
 */

const CHANNEL = 'till1';
/** Ends the connections on which the stores of this database listen for notices. */
const END_LISTENERS = `SELECT pg_terminate_backend(pid)
  FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE locktype = 'advisory' AND classid = 74136 AND objid = 48 AND datname = current_database()`;

async function openService() {
  const { url, drop } = await newPostgres();
  const wall = createManualClock();
  const store = await openPostgresStore(url, { wall, self: 'service' });
  await store.merchants.put(MERCHANT);
  const server = createServer();
  const authenticate = async () => answer({ merchantId: MERCHANT.id });
  const events = attachEventSocket({ server, store, wall, basePath: '', authenticate });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    events.close();
    server.closeAllConnections();
    server.close();
    await store.close();
    await drop();
  });
  const { port } = server.address() as AddressInfo;

  /** A device that subscribes at once. */
  async function device() {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/event/`, 'svc.events.v1');
    const ids: string[] = [];
    const closed: number[] = [];
    const subscribed: (readonly string[])[] = [];
    socket.on('message', (data) => {
      const reply: ChannelReply = JSON.parse(data.toString());
      if (reply.type === 'subscribed') subscribed.push(reply.channels);
      if (reply.type === 'event') ids.push(`${reply.seq} ${reply.message.meta.id}`);
    });
    socket.on('close', (code) => closed.push(code));
    await once(socket, 'open');
    const say = (request: ChannelRequest) => socket.send(JSON.stringify(request));
    say({ type: 'subscribe', channels: [CHANNEL] });
    return { say, ids, closed, subscribed };
  }

  const stored = async () =>
    (await store.channels.read(MERCHANT.id, CHANNEL, 0, 10)).map(
      ({ seq, message }) => `${seq} ${message.meta.id}`,
    );
  return { url, wall, store, device, stored };
}

it('a device gets the new events that have the numbers of events that were lost', async () => {
  const { url, wall, store, device, stored } = await openService();
  const raw = await rawPostgres(url);
  const till = await device();
  for (let n = 0; n < 3; n += 1) await publishEvent(store, CHANNEL);
  await until(
    () => till.ids,
    (ids) => ids.length === 3,
  );
  till.say({ type: 'ack', channel: CHANNEL, seq: 1 });
  await until(stored, (events) => events.length === 2);
  // This acknowledgement waits for the next round, and must not remove the event that gets its number.
  till.say({ type: 'ack', channel: CHANNEL, seq: 2 });
  till.say({ type: 'subscribe', channels: ['other'] });
  await until(
    () => till.subscribed,
    (replies) => replies.length === 2,
  );

  await raw.exec("UPDATE channel SET last_seq = 1 WHERE name = 'till1'");
  await raw.exec("DELETE FROM channel_event WHERE channel = 'till1'");
  const interruptions: string[] = [];
  store.channels.onInterruption((interruption) => interruptions.push(interruption));
  await raw.exec(END_LISTENERS);
  await raw.close();
  await until(
    () => interruptions,
    (all) => all.includes('begins'),
  );
  // The numbers reach those of before the interruption, so that they do not show it.
  for (let n = 0; n < 3; n += 1) await publishEvent(store, CHANNEL);
  const before = await stored();
  expect(before).toHaveLength(3);

  await until(
    () => {
      wall.advance(SECOND);
      return till.closed;
    },
    (codes) => codes.length > 0,
  );
  // The code that means: try again.
  expect(till.closed).toEqual([1013]);
  const again = await device();
  await until(
    () => again.ids,
    (ids) => ids.length >= 3,
  );
  expect(again.ids).toEqual(before);
});

it('a device that subscribes after a number that the channel has not reached gets everything', async () => {
  const { store, device } = await openService();
  for (let n = 0; n < 2; n += 1) await publishEvent(store, CHANNEL);
  const till = await device();
  await until(
    () => till.ids,
    (ids) => ids.length === 2,
  );
  till.say({ type: 'subscribe', channels: [CHANNEL], after: { [CHANNEL]: 500 } });
  await until(
    () => till.ids,
    (ids) => ids.length === 4,
  );
  expect(till.ids.slice(2)).toEqual(till.ids.slice(0, 2));
  till.say({ type: 'subscribe', channels: [CHANNEL], after: { [CHANNEL]: 2 } });
  await publishEvent(store, CHANNEL);
  await until(
    () => till.ids,
    (ids) => ids.length === 5,
  );
  expect(till.ids.at(-1)).toMatch(/^3 /);
});
