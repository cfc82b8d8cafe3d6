import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { attachEventSocket, type EventSocket } from '../../../service/deliver/event-socket.ts';
import type { ChannelReply, ChannelRequest } from '../../../shared/protocol/channel.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { CUSTOMER, draft, MERCHANT, startPayments } from '../../support/payments.ts';

let world: Awaited<ReturnType<typeof startPayments>>;
let server: Server;
let events: EventSocket;
let wall: ManualClock;
let url: string;

beforeEach(async () => {
  world = await startPayments();
  wall = createManualClock();
  server = createServer();
  events = attachEventSocket({
    server,
    store: world.store,
    wall,
    basePath: '/merchant/v1',
    authenticate: async (request) => {
      const merchantId = request.headers['x-svc-merchant'];
      if (typeof merchantId !== 'string') return refuse('Unauthorized', 'Say who you are.');
      return answer({ merchantId });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  url = `ws://127.0.0.1:${port}/merchant/v1/event/`;
});
afterEach(async () => {
  events.close();
  server.closeAllConnections();
  server.close();
  await world.stop();
});

/** A device: what it hears, and a way to speak. */
async function device(merchantId = MERCHANT.id) {
  const headers = { 'X-Svc-Merchant': merchantId };
  const socket = new WebSocket(url, 'svc.events.v1', { headers });
  const heard: ChannelReply[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(data.toString())));
  await once(socket, 'open');
  return {
    socket,
    say: (request: ChannelRequest) => socket.send(JSON.stringify(request)),
    names: () => heard.flatMap((reply) => (reply.type === 'event' ? reply.message.meta.event : [])),
    seqs: () => heard.flatMap((reply) => (reply.type === 'event' ? reply.seq : [])),
    heard,
  };
}

async function sale() {
  const channel = { callback_uri: 'ws:till1', display_message_uri: 'ws:till1' };
  const made = await world.payments.create(
    MERCHANT.id,
    draft({ customer: CUSTOMER.msisdn, ...channel }),
  );
  if (!made.ok) throw new Error('not created');
  return made.value.payment.tid;
}

const eventually = (read: () => unknown) => expect.poll(read);

describe('a device on the event socket', () => {
  it('hears its channel’s events and display messages as they are committed, in order', async () => {
    const till = await device();
    till.say({ type: 'subscribe', channels: ['till1'] });
    const tid = await sale();
    await world.payments.customerSide.claim(CUSTOMER.id, tid);
    const choice = { additionalAmount: null, credit: false };
    await world.payments.customerSide.confirm(CUSTOMER.id, tid, choice);
    await eventually(till.names).toEqual([
      'display_message',
      'display_message',
      'payment_authorized',
      'display_message',
    ]);
    expect(till.seqs()).toEqual([1, 2, 3, 4]);
    const authorised = till.heard.find(
      (reply) => reply.type === 'event' && reply.message.meta.event === 'payment_authorized',
    );
    expect(authorised).toMatchObject({
      message: {
        meta: { uri: `http://service.test/merchant/v1/payment_request/${tid}/outcome/`, seqno: 0 },
        object: { tid, status: 'auth', status_code: 3008, auth_amount: 12_500 },
      },
    });
  });

  it('gets what it missed after a reconnect, and nothing it has acknowledged', async () => {
    const first = await device();
    first.say({ type: 'subscribe', channels: ['till1'] });
    const tid = await sale();
    await eventually(first.seqs).toEqual([1]);
    first.say({ type: 'ack', channel: 'till1', seq: 1 });
    first.socket.close();
    await once(first.socket, 'close');
    await world.payments.customerSide.reject(CUSTOMER.id, tid);
    const again = await device();
    again.say({ type: 'subscribe', channels: ['till1'], after: { till1: 1 } });
    await eventually(again.seqs).toEqual([2, 3, 4]);
    again.say({ type: 'ack', channel: 'till1', seq: 4 });
    const remaining = async () =>
      (await world.store.channels.read(MERCHANT.id, 'till1', 0, 9)).length;
    await expect.poll(remaining).toBe(0);
  });

  it('hears nothing of another merchant’s channel of the same name', async () => {
    const other = await device('m2');
    other.say({ type: 'subscribe', channels: ['till1'] });
    await eventually(() => other.heard.length).toBe(1);
    await sale();
    const till = await device();
    till.say({ type: 'subscribe', channels: ['till1'] });
    await eventually(till.seqs).toEqual([1]);
    expect(other.names()).toEqual([]);
  });

  it('is refused without credentials or without the subprotocol', async () => {
    for (const [protocol, status] of [
      ['svc.events.v1', 401],
      ['something.else', 400],
    ] as const) {
      const socket = new WebSocket(url, protocol);
      const [, response] = await once(socket, 'unexpected-response');
      expect(response.statusCode).toBe(status);
    }
  });

  it('is cut off when it speaks nonsense, and when it no longer answers pings', async () => {
    const rude = await device();
    rude.socket.send('{"type":"subscribe","channels":["not a channel"]}');
    const [code] = await once(rude.socket, 'close');
    expect(code).toBe(1008);
    const silent = new WebSocket(url, 'svc.events.v1', {
      autoPong: false,
      headers: { 'X-Svc-Merchant': MERCHANT.id },
    });
    await once(silent, 'open');
    wall.advance(20 * SECOND);
    await once(silent, 'ping');
    wall.advance(20 * SECOND);
    await once(silent, 'close');
    expect(silent.readyState).toBe(WebSocket.CLOSED);
  });
});
