import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAddressGuard } from '../../service/callbacks/address-guard.ts';
import { createSender } from '../../service/callbacks/sender.ts';
import { createSystemClock } from '../../shared/node/system-clock.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { addressOf } from '../support/address-of.ts';
import { startReceiver, type TestReceiver } from '../support/callback-receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';

/*
 * Goal: no callback reaches a port on which the service itself listens, however its address is written
 * (D-145).
 * Method: the runtime reports every port on which this process listens, so a new listener is part of
 * the test without being named here. Random callbacks go to these ports under random spellings of this
 * machine, by redirects and by names; the operator has allowed all of them. No port of the service gets
 * a connection. `OWN_CALLBACKS=2000` sends as many; `SEED` sends others.
 */

const COUNT = Number(process.env.OWN_CALLBACKS ?? 40);
const SEED = testSeed().seed;
const CUSTOMER = '4798765432';

/** This machine's addresses, for an operator who allows all of them. */
const LOCAL = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
const hasIpv6 = LOCAL.some(({ family, address }) => family === 'IPv6' && address === '::1');
const ALLOWED = [
  ...['127.0.0.0/8', '::1', '0.0.0.0', '::', 'localhost', hostname().toLowerCase()],
  ...LOCAL.filter(({ address }) => !address.includes('%')).map(({ address }) => address),
];

let test: TestService;
let receiver: TestReceiver;
const listening = new Set<number>();
const reached: number[] = [];

const onListen = (message: unknown) => {
  const { server }: { server?: Server } = Object(message);
  const address = server?.address();
  if (typeof address === 'object' && address !== null) listening.add(address.port);
};
const onConnection = (message: unknown) => {
  const { socket }: { socket?: Socket } = Object(message);
  if (socket?.localPort !== undefined) reached.push(socket.localPort);
};

beforeAll(async () => {
  subscribe('tracing:net.server.listen:asyncEnd', onListen);
  const host = hasIpv6 ? '::' : '0.0.0.0';
  test = await startTestService({
    host,
    adminListen: { host, port: 0 },
    lanWallet: { host, port: 0 },
    allowCallbacksTo: ALLOWED,
  });
  unsubscribe('tracing:net.server.listen:asyncEnd', onListen);
  receiver = await startReceiver();
  subscribe('net.server.socket', onConnection);
});
afterAll(async () => {
  unsubscribe('net.server.socket', onConnection);
  await test.stop();
  await receiver.stop();
});

/** A number from 127.0.0.1 to 127.255.255.254, in one of the notations of an IPv4 address. */
function loopback4(prng: Prng): string {
  const bytes = [127, prng.between(0, 255), prng.between(0, 255), prng.between(1, 254)];
  const [a = 0, b = 0, c = 0, d = 0] = prng.chance(0.5) ? [127, 0, 0, 1] : bytes;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  return prng.pick([
    `${a}.${b}.${c}.${d}`,
    `${whole}`,
    `0x${whole.toString(16)}`,
    `0${whole.toString(8)}`,
    `0${a.toString(8)}.${b}.0x${c.toString(16)}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[0:0:0:0:0:ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}]`,
    `user:word@${a}.${b}.${c}.${d}`,
    `${a}.${b}.${c}.${d}.`,
  ]);
}

/** One of the ways to write this machine. */
function spelling(prng: Prng): string {
  if (prng.chance(0.6)) return loopback4(prng);
  const own = LOCAL.filter(({ address }) => !address.includes('%')).map(({ address, family }) =>
    family === 'IPv6' ? `[${address}]` : address,
  );
  const names = ['localhost', 'LOCALHOST', 'localhost.', hostname(), '0.0.0.0', '0', '[::]'];
  return prng.pick([...names, '[::1]', '[0:0:0:0:0:0:0:1]', ...own]);
}

/** Also the paths at which the simulator and the API would do something. */
function target(prng: Prng, port: number, victim: string): string {
  const simulator = new URL(test.ready.simulator_url ?? '').pathname;
  const api = new URL(test.ready.base_url).pathname;
  const path = prng.pick([
    `${simulator}/payment_request/${victim}/confirm/`,
    `${simulator}/clock/`,
    `${api}/payment_request/`,
    '/metrics',
    '/',
  ]);
  const scheme = prng.pick(['http', 'http', 'HTTP', 'https']);
  return `${scheme}://${spelling(prng)}:${port}${path}`;
}

const isTaken = (uri: string) => URL.canParse(uri);

it('random callbacks to this machine reach no port of the service', async () => {
  expect(listening.size, 'the API, the portal and the metrics').toBeGreaterThanOrEqual(3);
  const prng = createPrng(SEED);
  const ports = [...listening];
  const victim = await test.payment({ customer: CUSTOMER });
  const redirects = `${receiver.url}/redirect`;
  const away = { location: `http://127.0.0.1:${ports[0]}/` };
  receiver.answer({ status: 307, headers: away });
  const tids: string[] = [];
  const sent: string[] = [];
  for (let number = 0; number < COUNT; number += 1) {
    const uri = number % 20 === 19 ? redirects : target(prng, prng.pick(ports), victim);
    if (!isTaken(uri)) continue;
    // An address that the service does not even accept is sent nowhere.
    const made = await test.payment({ customer: CUSTOMER, callback_uri: uri }).catch(() => null);
    if (made === null) continue;
    tids.push(made);
    sent.push(uri);
  }
  expect(tids.length).toBeGreaterThan(COUNT / 2);
  const before = reached.length;
  // Without a request of this test: what arrives from now on is a callback.
  for (const tid of tids) await test.service.simulator.reject(tid);
  await test.service.simulator.advance(0);
  await test.service.simulator.advance(20);
  const arrived = reached.slice(before);
  expect(
    arrived.filter((port) => listening.has(port)),
    `seed ${SEED}: ${sent}`,
  ).toEqual([]);
  expect(arrived, 'the receiver gets its callbacks').toContain(receiver.port);
  const { json } = await test.secret(test.users.pos, `/payment_request/${victim}/outcome/`);
  expect(json).toMatchObject({ status_code: 1003 });
});

it('a name whose addresses change at random is not connected to a port of the service', async () => {
  const prng = createPrng(SEED);
  const addresses = ['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1', '0.0.0.0'];
  const wall = createSystemClock();
  const guard = createAddressGuard([...ALLOWED, 'changing.test'], async () =>
    Array.from({ length: prng.between(1, 3) }, () => {
      const address = prng.pick(addresses);
      return { address, family: address.includes(':') ? 6 : 4 };
    }),
  );
  const sender = createSender({ guard, wall, extraCa: null, ownPorts: () => listening });
  const before = reached.length;
  const { signal } = new AbortController();
  for (let number = 0; number < COUNT; number += 1) {
    const to = addressOf(`http://changing.test:${prng.pick([...listening])}/`);
    const post = { to, headers: {}, body: Buffer.from('{}'), timeout: 60_000 };
    expect((await sender.send(post, signal)).kind).toBe('failed');
  }
  expect(reached.slice(before).filter((port) => listening.has(port))).toEqual([]);
});
