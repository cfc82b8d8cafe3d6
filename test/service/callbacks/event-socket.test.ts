import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { attachEventSocket, type EventSocket } from '../../../service/callbacks/event-socket.ts';
import type { ChannelReply, ChannelRequest } from '../../../shared/protocol/channel.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import {
  CATALOGUE_CHANGED,
  CATALOGUE_CHANNEL,
  createMessage,
} from '../../../shared/protocol/events.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
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

/** A device: the frames it got, and a function that sends one. */
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
  it('receives its channel’s events and display messages in commit order', async () => {
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

  it('receives missed events after a reconnect, and no acknowledged ones', async () => {
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

  it('does not remove the message that all tills of a shop hear (D-265)', async () => {
    const at = 1_000;
    const content = { version: 1, at, by: 'admin', differences: '[]', changed: 1, document: '{}' };
    const parts = { id: 'm1', event: CATALOGUE_CHANGED, uri: null, seqno: 1, at } as const;
    const told = { channel: CATALOGUE_CHANNEL, message: createMessage(parts) };
    await world.store.catalogues.put(MERCHANT.id, content, told, 0, { taken: [], left: [] });
    const first = await device();
    first.say({ type: 'subscribe', channels: [CATALOGUE_CHANNEL, 'till1'] });
    await eventually(first.names).toEqual([CATALOGUE_CHANGED]);
    first.say({ type: 'ack', channel: CATALOGUE_CHANNEL, seq: 1 });
    // The service handles frames in order: the answer to this one comes after the acknowledgement.
    first.say({ type: 'subscribe', channels: ['till1'] });
    const answers = () => first.heard.filter(({ type }) => type === 'subscribed').length;
    await eventually(answers).toBe(2);
    first.socket.close();
    await once(first.socket, 'close');
    const second = await device();
    second.say({ type: 'subscribe', channels: [CATALOGUE_CHANNEL] });
    await eventually(second.names).toEqual([CATALOGUE_CHANGED]);
  });

  it('does not receive events of another merchant’s channel with the same name', async () => {
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

  it('is disconnected for invalid messages, and for missing pongs', async () => {
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

describe('a device that sends many messages', () => {
  it('is held back, and then disconnected, if it reads none', async () => {
    const { port } = server.address() as AddressInfo;
    const channels = Array.from({ length: 32 }, (_, i) => `${'channel'.repeat(8)}-${i}`);
    const frame = masked(JSON.stringify({ type: 'subscribe', channels }));
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.pause();
    socket.write(
      'GET /merchant/v1/event/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n' +
        `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nX-Svc-Merchant: ${MERCHANT.id}\r\n` +
        'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Protocol: svc.events.v1\r\n\r\n',
    );
    // It writes until the service stops reading. The clock moves only after that.
    let written = 0;
    const flood = async () => {
      while (!socket.destroyed && written < FLOOD_MAX) {
        written += frame.length;
        if (socket.write(frame)) continue;
        const taken = await Promise.race([once(socket, 'drain').then(() => true), turns(2_000)]);
        if (taken !== true) return;
      }
    };
    await flood();
    expect(written).toBeLessThan(FLOOD_MAX);
    const gone = once(socket, 'close');
    await expect
      .poll(() => {
        wall.advance(SECOND);
        socket.resume();
        return socket.destroyed;
      })
      .toBe(true);
    await gone;
  });

  it('causes one write of acknowledgements at a time', async () => {
    const acknowledged = watchAcknowledgements();
    const till = await device();
    for (let seq = 1; seq <= 900; seq += 1) till.say({ type: 'ack', channel: 'till1', seq });
    for (let again = 0; again < 90; again += 1)
      till.say({ type: 'ack', channel: 'till1', seq: 900 });
    // The service writes the first acknowledgement at once and the others together later.
    await eventually(() => {
      wall.advance(LIMITS.socketAckEvery);
      return acknowledged.written.at(-1);
    }).toBe(900);
    expect(acknowledged.mostAtOnce).toBe(1);
    expect(acknowledged.written.length).toBeLessThan(450);
  });

  it('has its last acknowledgement written after it closes', async () => {
    const { written } = watchAcknowledgements();
    const till = await device();
    till.say({ type: 'ack', channel: 'till1', seq: 1 });
    await eventually(() => written).toEqual([1]);
    till.say({ type: 'ack', channel: 'till1', seq: 2 });
    till.say({ type: 'ack', channel: 'till1', seq: 3 });
    till.socket.close();
    await eventually(() => written).toEqual([1, 3]);
  });

  it('has its acknowledgements written when the service stops, and no later ones', async () => {
    const { written } = watchAcknowledgements();
    const till = await device();
    till.say({ type: 'ack', channel: 'till1', seq: 1 });
    await eventually(() => written).toEqual([1]);
    till.say({ type: 'ack', channel: 'till1', seq: 2 });
    till.say({ type: 'subscribe', channels: ['till1'] });
    await eventually(() => till.heard).toHaveLength(1);
    const closed = once(till.socket, 'close');
    events.close();
    expect(wall.armed()).toBe(0);
    till.say({ type: 'ack', channel: 'till1', seq: 3 });
    await closed;
    await eventually(() => [written, events.count()]).toEqual([[1, 2], 0]);
  });
});

/** The numbers of the acknowledgements that the store writes, and how many it writes at once. */
function watchAcknowledgements() {
  const { channels } = world.store;
  const plain = channels.acknowledge.bind(channels);
  const seen = { written: [] as number[], mostAtOnce: 0 };
  let under = 0;
  channels.acknowledge = async (merchantId, channel, seq) => {
    under += 1;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, under);
    await plain(merchantId, channel, seq);
    seen.written.push(seq);
    under -= 1;
  };
  return seen;
}

describe('a merchant with all of its event sockets open', () => {
  it('is refused another socket with 503; another merchant can still open one', async () => {
    const most = LIMITS.socketsPerMerchantMax;
    // The handshakes run concurrently; one that ends late must not exceed the limit.
    const answers = await Promise.all(Array.from({ length: most + 3 }, () => opened(MERCHANT.id)));
    const refused = answers.filter((one) => one.status !== 101);
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(refused[0]?.body).toContain(`has ${most} event sockets open`);
    expect((await opened('another')).status).toBe(101);
    answers.find(({ status }) => status === 101)?.socket.close();
    await eventually(() => events.count()).toBe(most);
    expect((await opened(MERCHANT.id)).status).toBe(101);
    for (const { socket } of answers) socket.terminate();
  });
});

/** Opens a socket; returns what the service answered. */
async function opened(merchantId: string) {
  const headers = { 'X-Svc-Merchant': merchantId };
  const socket = new WebSocket(url, 'svc.events.v1', { headers });
  socket.on('error', () => {});
  type Opened = { readonly socket: WebSocket; readonly status: number; readonly body: string };
  return new Promise<Opened>((resolve) => {
    socket.once('open', () => resolve({ socket, status: 101, body: '' }));
    socket.once('unexpected-response', async (_, response) =>
      resolve({ socket, status: response.statusCode ?? 0, body: await text(response) }),
    );
  });
}

/** More bytes than the service may accept from a peer that does not read. */
const FLOOD_MAX = 64 * 1024 * 1024;

/** Resolves after so many turns of the event loop. */
async function turns(count: number): Promise<false> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return false;
}

/** A text frame as a client sends it, masked with zeros. */
function masked(content: string): Buffer {
  const { length } = content;
  const head = Buffer.from([0x81, 0x80 | 126, length >> 8, length, 0, 0, 0, 0]);
  return Buffer.concat([head, Buffer.from(content)]);
}
