import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { BoundedSocket } from '../../shared/limits/bounded-socket.ts';
import type { ChannelRequest } from '../../shared/protocol/channel.ts';
import { exampleOf } from '../../shared/protocol/examples/index.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { EVENT_PATH, ROUTES, type RouteName } from '../../shared/protocol/routes.ts';
import { CUSTOMER, startWorld, type World } from '../conformance/world.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { newPostgres } from '../support/postgres/shared.ts';
import { paymentDraft, type TestUser } from '../support/service.ts';
import { STORES, type StoreKind } from '../support/stores.ts';
import { type Order, watchQueues } from '../support/watched-queues.ts';
import { secretHeaders } from '../support/wire.ts';

/*
 * Goal: a merchant that floods the service does not affect another one: the service never refuses the other
 * merchant, its writes wait behind few writes of the flood, and the flood's sockets hold little memory.
 * Method: a merchant sends random requests of every route, wrong secrets, and random frames on event sockets,
 * of which it never reads some, without waiting for answers. Another merchant makes a fixed list of calls
 * meanwhile, and its writes come right after waiting ones of the flood. At last, one socket sends more
 * frames than are allowed. The test counts work and not time. `FLOOD=5000` sets the number of steps; a
 * failure names its seed, and `SEED=n` repeats it.
 */

const STEPS = Number(process.env.FLOOD ?? 24);
const SEED = testSeed().seed;
const READERS = 4;
const RUDE = 2;
/** Channels of the flood; the events of the first are never acknowledged. */
const CHANNELS = Array.from({ length: LIMITS.channelsPerSocketMax }, (_, at) => `flood-${at}`);
const KEPT = 'flood-0';
/** Subscriptions of each silent socket in a step; each is answered with all events of its channel. */
const REPLAYS = 6;
const EVENTS = 200;
/** Requests that are sent in one step, and that wait for an answer at most. */
const AT_ONCE = 16;
const WAITING_MAX = 96;
/** What one answer adds to a full backlog, and the frames around it. */
const ONE_MORE = 64 * 1024;
/** More frames at once than any time that they take allows. */
const BURST = LIMITS.socketFramesAtOnce * 5;

afterEach(() => {
  vi.restoreAllMocks();
});

/** All sockets that have sent a frame, and those from which the service has stopped to read since. */
function watchFrames() {
  const seen = new Set<unknown>();
  const paused = new Set<unknown>();
  const receive = BoundedSocket.prototype.receive;
  vi.spyOn(BoundedSocket.prototype, 'receive').mockImplementation(function (
    this: BoundedSocket<unknown>,
    frame,
  ) {
    receive.call(this, frame);
    seen.add(this);
    if (this.paused) paused.add(this);
  });
  return { seen, paused };
}

/** The service's ends of connections, by the port of the other end. */
function watchConnections() {
  const sockets = new Map<number, Socket>();
  const note = (message: unknown) => {
    const socket: unknown = Object(message).socket;
    if (socket instanceof Socket) sockets.set(socket.remotePort ?? 0, socket);
  };
  subscribe('net.server.socket', note);
  return {
    held: (port: number) => sockets.get(port)?.writableLength ?? 0,
    end: () => unsubscribe('net.server.socket', note),
  };
}

type Device = { readonly socket: WebSocket; readonly port: number; readonly rude: boolean };

async function openDevice(world: World, user: TestUser, rude: boolean): Promise<Device> {
  const { merchant, id, secret } = user;
  const address = world.test.ready.base_url.replace(/^http/, 'ws') + EVENT_PATH;
  const headers = secretHeaders(merchant, id, secret);
  const socket = new WebSocket(address, 'svc.events.v1', { headers });
  socket.on('error', () => {});
  let port = 0;
  socket.on('upgrade', ({ socket: own }) => {
    port = own.localPort ?? 0;
  });
  await once(socket, 'open');
  if (rude) socket.pause();
  return { socket, port, rude };
}

const say = ({ socket }: Device, frame: ChannelRequest) =>
  socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame));

const NAMES = Object.keys(ROUTES) as RouteName[];

/** A payment whose events stay in a channel. */
function keptPayment({ test, fresh }: World, user: TestUser) {
  const draft = { pos_tid: fresh(), callback_uri: `ws:${KEPT}`, customer: CUSTOMER };
  const body = paymentDraft({ ...draft, display_message_uri: `ws:${KEPT}` });
  return test.secret(user, '/payment_request/', { method: 'POST', body });
}

/** One random request of the flood. It is a route with its example, a payment, or a wrong secret. */
async function randomRequest(world: World, prng: Prng, neighbour: TestUser): Promise<unknown> {
  const { test } = world;
  const { pos, admin } = test.users;
  const kind = prng.between(1, 10);
  if (kind <= 4) {
    return keptPayment(world, pos);
  }
  if (kind <= 6) {
    const body = { id: world.fresh(), name: 'Till', type: 'store' };
    return test.key(admin, '/pos/', { method: 'POST', body });
  }
  if (kind <= 8) {
    const user = prng.pick([pos, neighbour, { ...neighbour, id: 'nobody' }]);
    return test.secret({ ...user, secret: `a wrong one ${world.fresh()}` }, '/payment_request/');
  }
  const name = prng.pick(NAMES);
  const body = exampleOf(name).body;
  return world.call(name, body === undefined ? {} : { body });
}

/** Frames of the flood on all of its sockets. */
async function randomFrames(devices: readonly Device[], prng: Prng, seq: number): Promise<void> {
  for (const device of devices.filter(({ rude }) => !rude)) {
    if (prng.chance(0.1)) say(device, { type: 'subscribe', channels: [KEPT], after: {} });
    const acks = prng.pick([32, 100, 400]);
    for (let sent = 0; sent < acks; sent += 1) {
      const channel = CHANNELS[1 + (sent % (CHANNELS.length - 1))] ?? '';
      say(device, { type: 'ack', channel, seq: seq + sent });
    }
  }
  for (let again = 0; again < REPLAYS; again += 1) {
    for (const device of devices.filter(({ rude }) => rude)) {
      say(device, { type: 'subscribe', channels: [KEPT], after: {} });
    }
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What the other merchant does: writes, reads, signatures of its secret, and events. Answers refusals. */
async function neighbourSells(world: World, user: TestUser): Promise<readonly string[]> {
  const { test } = world;
  const tid = world.fresh();
  const refused: string[] = [];
  const call = async (path: string, method: string, body?: unknown) => {
    const sent = { method, ...(body === undefined ? {} : { body }) };
    const signed = method === 'DELETE';
    const { status, json } = await (signed ? test.key : test.secret)(user, path, sent);
    if (status >= 300) refused.push(`${method} ${path}: ${status}`);
    return String(Object(json).id);
  };
  const draft = paymentDraft({
    pos_tid: tid,
    callback_uri: 'ws:own',
    display_message_uri: 'ws:own',
  });
  const paid = call('/payment_request/', 'POST', draft);
  await call('/pos/', 'POST', { id: tid, name: 'Till', type: 'store' });
  const path = `/payment_request/${await paid}`;
  await call(`${path}/outcome/`, 'GET');
  await call(`${path}/`, 'PUT', { action: 'abort' });
  await call(`/pos/${tid}/`, 'DELETE');
  return refused;
}

async function flood(kind: StoreKind): Promise<void> {
  const database = kind === 'postgres' ? await newPostgres() : null;
  const connections = watchConnections();
  const order: Order = { flooder: '', neighbour: '', worst: false };
  const queues = watchQueues(order);
  const frames = watchFrames();
  const world = await startWorld(database === null ? {} : { databaseUrl: database.url });
  const devices: Device[] = [];
  try {
    const prng = createPrng(SEED);
    const { pos, neighbour } = world.test.users;
    order.flooder = pos.merchant;
    order.neighbour = neighbour.merchant;
    // So many events that a few subscriptions fill what the system buffers.
    await Promise.all(Array.from({ length: EVENTS }, () => keptPayment(world, pos)));
    for (let one = 0; one < READERS + RUDE; one += 1) {
      devices.push(await openDevice(world, pos, one >= READERS));
    }
    const own = await openDevice(world, neighbour, false);
    devices.push(own);
    let heard = 0;
    own.socket.on('message', () => {
      heard += 1;
    });
    say(own, { type: 'subscribe', channels: ['own'] });
    expect(await neighbourSells(world, neighbour)).toEqual([]);
    for (const { most } of queues) {
      most.overtaken = 0;
      most.waiting.clear();
    }
    const pending = new Set<Promise<unknown>>();
    for (let step = 0; step < STEPS; step += 1) {
      const story = `seed ${SEED}, step ${step}`;
      order.worst = step % 2 === 0;
      for (let sent = 0; sent < AT_ONCE && pending.size < WAITING_MAX; sent += 1) {
        const one: Promise<unknown> = randomRequest(world, prng, neighbour)
          .catch(() => null)
          .finally(() => pending.delete(one));
        pending.add(one);
      }
      await randomFrames(devices.slice(0, -1), prng, 1 + step * 400);
      if (order.worst) {
        expect([story, await neighbourSells(world, neighbour)]).toEqual([story, []]);
        order.worst = false;
        for (const { letIn } of queues) letIn();
      } else if (pending.size > 0) await Promise.race([...pending]);
      const held = Math.max(...devices.map(({ port }) => connections.held(port)));
      expect([story, held <= LIMITS.socketBacklogBytesMax + ONE_MORE]).toEqual([story, true]);
    }
    await Promise.all(pending);
    const earlier = new Set(frames.seen);
    const burst = await openDevice(world, pos, false);
    devices.push(burst);
    // Acknowledgements have no answers, so only their number can make the service stop reading.
    for (let seq = 1; seq <= BURST; seq += 1) say(burst, { type: 'ack', channel: 'burst', seq });
    const limited = () => [...frames.paused].some((socket) => !earlier.has(socket));
    await expect.poll(limited, { message: 'the service limits frames' }).toBe(true);
    const before = heard;
    say(own, { type: 'subscribe', channels: ['own'], after: {} });
    await expect.poll(() => heard).toBeGreaterThan(before);
    // One write for each request and each channel of a socket, and not one for each frame.
    const allowed = WAITING_MAX * 2 + READERS * CHANNELS.length;
    for (const { most } of queues) {
      const { overtaken, waiting } = most;
      expect(
        overtaken,
        `seed ${SEED}: writes of the flood before one of the neighbour`,
      ).toBeLessThan(5);
      const waited = waiting.get(order.flooder) ?? 0;
      expect(waited, `seed ${SEED}: waiting writes`).toBeLessThanOrEqual(allowed);
    }
  } finally {
    for (const { socket } of devices) socket.terminate();
    await world.stop();
    connections.end();
    await database?.drop();
  }
}

describe.each(STORES)('a merchant that sends too many writes to a service on %s', (kind) => {
  it('does not cause refusals or long queues for another merchant', () => flood(kind));
});
