import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { systemClock } from '../../../../main/host/adapters/machine.ts';
import { holdChannel } from '../../../../main/host/push/channel.ts';
import { createPush, type PushOptions } from '../../../../main/host/push/push.ts';
import { createHandledMessages } from '../../../../shared/client/index.ts';
import {
  type ChannelRequest,
  channelRequest,
  EVENT_SUBPROTOCOL,
} from '../../../../shared/protocol/channel.ts';
import { createMessage } from '../../../../shared/protocol/events.ts';
import { EVENT_PATH } from '../../../../shared/protocol/routes.ts';
import type { PushEvent } from '../../../../shared/terminal/index.ts';
import { until as waitUntil } from '../../../support/last-resort.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

/** The service's end in the test's hands: a real socket server. */
type Connection = {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly said: ChannelRequest[];
};

let server: Server;
let sockets: WebSocketServer;
let connections: Connection[];
let base: string;
let links: boolean[];
let events: PushEvent[];
let handle: (event: PushEvent) => Promise<boolean>;
let close: () => Promise<void>;

beforeEach(async () => {
  connections = [];
  links = [];
  events = [];
  handle = async () => true;
  server = createServer();
  sockets = new WebSocketServer({ server, path: '/merchant/v1/event/', autoPong: true });
  sockets.on('connection', (socket, request) => {
    const said: ChannelRequest[] = [];
    connections.push({ socket, request, said });
    socket.on('message', (data) => said.push(channelRequest.parse(JSON.parse(data.toString()))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  base = `http://127.0.0.1:${port}/merchant/v1`;
});

afterEach(async () => {
  await close();
  for (const client of sockets.clients) client.terminate();
  sockets.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function open(change: Partial<PushOptions> = {}): void {
  const push = createPush({
    baseUrl: base,
    merchantId: 'm1abcd',
    userId: 'pos',
    credentials: { kind: 'secret', secret: 'secret-1234' },
    clock: systemClock,
    random: (length) => randomBytes(length),
    backoff: { base: 10, cap: 40 },
    ...change,
  });
  close = push.open('till.1', {
    onLink: (up) => links.push(up),
    onEvent: (event) => {
      events.push(event);
      return handle(event);
    },
  });
}

const until = (holds: () => boolean) => waitUntil(holds, Boolean);

async function connected(number = 1): Promise<Connection> {
  await until(() => (connections[number - 1]?.said.length ?? 0) > 0);
  const connection = connections[number - 1];
  if (connection === undefined) throw new Error('nobody connected');
  connection.socket.send(JSON.stringify({ type: 'subscribed', channels: ['till.1'] }));
  return connection;
}

function send({ socket }: Connection, seq: number, channel = 'till.1', id = `m${seq}`): void {
  const parts = { id, uri: null, seqno: seq, at: 0 };
  const message = createMessage({ ...parts, event: 'payment_authorized', object: { seq } });
  socket.send(JSON.stringify({ type: 'event', channel, seq, message }));
}

const acksOf = ({ said }: Connection) =>
  said.flatMap((request) => (request.type === 'ack' ? [request.seq] : []));

describe('the event socket', () => {
  it('is opened with the headers of a request and subscribes at once', async () => {
    open();
    const { request, said } = await connected();
    expect(request.headers).toMatchObject({
      'x-svc-merchant': 'm1abcd',
      'x-svc-user': 'pos',
      authorization: 'SECRET secret-1234',
      'sec-websocket-protocol': EVENT_SUBPROTOCOL,
    });
    expect(said).toEqual([{ type: 'subscribe', channels: ['till.1'] }]);
    await until(() => links.length > 0);
    expect(links).toEqual([true]);
  });

  it('acknowledges an event in order, only after the terminal has processed it', async () => {
    let finish: (done: boolean) => void = () => undefined;
    handle = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    open();
    const connection = await connected();
    send(connection, 1);
    send(connection, 2);
    await until(() => events.length === 1);
    expect(acksOf(connection)).toEqual([]);
    finish(true);
    await until(() => events.length === 2);
    await until(() => acksOf(connection).length === 1);
    finish(true);
    await until(() => acksOf(connection).length === 2);
    expect(acksOf(connection)).toEqual([1, 2]);
    expect(events.map((event) => event.seq)).toEqual([1, 2]);
  });

  it('reconnects, requests missed events, and delivers none twice', async () => {
    open();
    const first = await connected();
    send(first, 1);
    await until(() => acksOf(first).length === 1);
    first.socket.terminate();
    const second = await connected(2);
    // The acknowledgement of the first event was lost.
    send(second, 1);
    send(second, 2);
    await until(() => acksOf(second).length === 2);
    expect(events.map((event) => event.seq)).toEqual([1, 2]);
    expect(links).toEqual([true, false, true]);
  });

  it('hears events of a service that was restored from a backup, whose numbers are lower', async () => {
    open();
    const first = await connected();
    for (const seq of [8, 9]) send(first, seq);
    await until(() => acksOf(first).length === 2);
    first.socket.terminate();
    const second = await connected(2);
    // The backup still has an event that the till acknowledged after it.
    for (const [seq, id] of [
      [8, 'm8'],
      [9, 'other'],
      [10, 'next'],
    ] as const)
      send(second, seq, 'till.1', id);
    await until(() => acksOf(second).length === 3);
    expect(events.map(({ message }) => message.meta.id)).toEqual(['m8', 'm9', 'other', 'next']);
  });

  it('requests an unprocessed event again, and those after it', async () => {
    handle = async (event) => event.seq !== 2 || connections.length > 1;
    open();
    const first = await connected();
    for (const seq of [1, 2, 3]) send(first, seq);
    const second = await connected(2);
    expect(acksOf(first)).toEqual([1]);
    for (const seq of [2, 3]) send(second, seq);
    await until(() => acksOf(second).length === 2);
    expect(events.map((event) => event.seq)).toEqual([1, 2, 2, 3]);
  });

  it('survives a terminal that throws, invalid messages, other channels and an error', async () => {
    handle = async () => {
      if (connections.length === 1) throw new Error('a bug');
      return true;
    };
    open();
    const first = await connected();
    send(first, 1, 'another');
    send(first, 1);
    const second = await connected(2);
    second.socket.send('no JSON');
    const third = await connected(3);
    third.socket.send(JSON.stringify({ type: 'error', description: 'Too many channels.' }));
    const fourth = await connected(4);
    send(fourth, 1);
    await until(() => acksOf(fourth).length === 1);
    expect(events).toHaveLength(2);
  });

  it('reconnects when the connection is silent for 60 seconds', async () => {
    const clock = createManualClock();
    open({ clock, silenceMax: 60_000 });
    const first = await connected();
    await until(() => links.length === 1);
    // The other end reads nothing, so that it does not answer the ping either.
    first.socket.pause();
    clock.advance(30_000);
    expect(links).toEqual([true]);
    clock.advance(30_000);
    await until(() => links.length === 2);
    await until(() => clock.armed() === 1);
    clock.advance(40);
    await until(() => connections.length === 2);
    expect(links).toEqual([true, false]);
  });

  it('passes on a hint after each connection and each message of the channel for hints', async () => {
    let hints = 0;
    const heard = () => {
      hints += 1;
    };
    open({ hints: { channel: 'shop', heard } });
    const connection = await connected();
    expect(connection.said[0]).toEqual({ type: 'subscribe', channels: ['till.1', 'shop'] });
    await until(() => hints === 1);
    // A sale's message that takes long does not delay the hint.
    const slow = Promise.withResolvers<boolean>();
    handle = () => slow.promise;
    send(connection, 1);
    send(connection, 1, 'shop');
    await until(() => hints === 2);
    expect(acksOf(connection)).toEqual([]);
    slow.resolve(true);
    await until(() => acksOf(connection).length === 1);
  });

  it('stays open while pings are answered', async () => {
    const clock = createManualClock();
    const socket = new WebSocket(base.replace('http', 'ws') + EVENT_PATH, [EVENT_SUBPROTOCOL]);
    const held = holdChannel({
      ...{
        socket,
        hints: null,
        channel: 'till.1',
        clock,
        silenceMax: 60_000,
        processed: createHandledMessages(),
      },
      onUp: () => links.push(true),
      onEvent: async () => true,
    });
    close = async () => {
      socket.terminate();
      await held;
    };
    await connected();
    await until(() => links.length === 1);
    let pongs = 0;
    socket.on('pong', () => {
      pongs += 1;
    });
    for (let half = 1; half <= 20; half += 1) {
      clock.advance(30_000);
      await until(() => pongs === half);
    }
    expect(socket.readyState).toBe(socket.OPEN);
    expect(connections).toHaveLength(1);
  });

  it('reports down and retries without a service, until it is stopped', async () => {
    open({ baseUrl: 'http://127.0.0.1:1/merchant/v1' });
    await until(() => links.length === 1);
    expect(links).toEqual([false]);
    await close();
    expect(links).toEqual([false]);
    open({ baseUrl: 'not an address' });
    await until(() => links.length === 2);
  });

  it('can be stopped at any moment, and calls no listener afterwards', async () => {
    open();
    await close();
    expect(links).toEqual([]);
    open();
    const connection = await connected(connections.length + 1);
    await until(() => links.length === 1);
    await close();
    expect(links).toEqual([true]);
    expect(connection.said).toHaveLength(1);
  });
});
