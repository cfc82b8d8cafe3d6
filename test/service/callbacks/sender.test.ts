import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAddressGuard, LOOPBACK_TARGETS } from '../../../service/callbacks/address-guard.ts';
import { createSender, type Sent } from '../../../service/callbacks/sender.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { addressOf } from '../../support/address-of.ts';
import { startReceiver, type TestReceiver } from '../../support/callback-receiver.ts';
import { type Certificate, createIssuer, issue } from '../../support/certificates.ts';
import { takePort } from '../../support/free-port.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** The clock of the attempts; only a test moves it. */
const wall = createManualClock();
const never = new AbortController().signal;
let issuer: Certificate;
const open: TestReceiver[] = [];
beforeAll(() => {
  issuer = createIssuer('Test issuer');
});
afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.stop();
});
afterAll(() => vi.unstubAllEnvs());

async function receiverOf(...hosts: readonly string[]): Promise<TestReceiver> {
  const started = await startReceiver(hosts.length === 0 ? null : issue(issuer, hosts));
  open.push(started);
  return started;
}

/** Every host name of these tests resolves to this machine. */
const resolve = async () => [{ address: '127.0.0.1', family: 4 }];

function send(
  uri: string,
  more: {
    extraCa?: string | null;
    allowed?: readonly string[];
    timeout?: number;
    ownPorts?: readonly number[];
  } = {},
): Promise<Sent> {
  const { extraCa = issuer.cert, allowed = LOOPBACK_TARGETS, timeout = 5_000 } = more;
  const ownPorts = new Set(more.ownPorts);
  const guard = createAddressGuard(allowed, resolve);
  const sender = createSender({ guard, wall, extraCa, ownPorts: () => ownPorts });
  const headers = { 'content-type': 'text/plain', 'x-svc-timestamp': 'now' };
  return sender.send({ to: addressOf(uri), headers, body: Buffer.from('hello'), timeout }, never);
}

describe('a callback on the wire', () => {
  it('is one POST with the body, the target and the host as registered', async () => {
    const receiver = await receiverOf();
    const target = '/a//b/../c%2fd/?q=%20x&y=[1]';
    const sent = await send(`http://shop.test:${receiver.port}${target}#part`);
    expect(sent).toMatchObject({ kind: 'answered', status: 204 });
    expect(receiver.heard).toHaveLength(1);
    const [heard] = receiver.heard;
    expect(heard).toMatchObject({ method: 'POST', target });
    expect(heard?.headers.host).toBe(`shop.test:${receiver.port}`);
    expect(heard?.body.toString()).toBe('hello');
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '127.9.9.9', '[::ffff:7f00:1]', 'shop.test'])(
    'is not sent to a port of the service itself, by any host name: %s',
    async (host) => {
      const receiver = await receiverOf();
      const more = { ownPorts: [1, receiver.port], allowed: [...LOOPBACK_TARGETS, 'shop.test'] };
      const sent = await send(`http://${host}:${receiver.port}/simulator/v1/clock/`, more);
      expect(sent).toMatchObject({
        kind: 'failed',
        problem: expect.stringContaining('belongs to this service'),
      });
      expect(receiver.heard).toEqual([]);
    },
  );

  it('is sent over https if the certificate has a known issuer and the right name or address', async () => {
    const receiver = await receiverOf('shop.test', '127.0.0.1');
    const byName = await send(`https://shop.test:${receiver.port}/x`);
    const byAddress = await send(`https://127.0.0.1:${receiver.port}/x`);
    expect([byName, byAddress]).toMatchObject([{ status: 204 }, { status: 204 }]);
  });

  it.each([
    ['an unknown issuer', 'shop.test', null],
    ['another name', 'other.test', 'issuer'],
    ['another address', '127.0.0.1', 'issuer'],
  ])('is not sent over https if the certificate has %s', async (_name, host, extra) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const receiver = await receiverOf('shop.test');
    const extraCa = extra === null ? null : issuer.cert;
    const sent = await send(`https://${host}:${receiver.port}/`, { extraCa });
    expect(sent).toMatchObject({ kind: 'failed' });
    expect(sent.kind === 'failed' ? sent.problem : '').toContain('certificate is not valid');
    expect(receiver.heard).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('is not redirected, and uses no proxy of the environment', async () => {
    const receiver = await receiverOf();
    const elsewhere = await receiverOf();
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, elsewhere.url);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    receiver.answer({ status: 302, headers: { location: elsewhere.url } });
    expect(await send(receiver.url)).toMatchObject({ kind: 'answered', status: 302 });
    expect(elsewhere.heard).toEqual([]);
    vi.unstubAllEnvs();
  });

  it.each(['127.1', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]', 'shop.test'])(
    'is not sent to the loopback address %s unless that is allowed',
    async (host) => {
      const receiver = await receiverOf();
      const sent = await send(`http://${host}:${receiver.port}/`, { allowed: [] });
      expect(sent.kind === 'failed' ? sent.problem : '').toMatch(/^refused: .* is loopback/);
      expect(receiver.heard).toEqual([]);
    },
  );

  it('is not sent when the connection has a forbidden remote address', async () => {
    const receiver = await receiverOf();
    const honest = createAddressGuard(LOOPBACK_TARGETS, resolve);
    const guard = { targetsOf: honest.targetsOf, admits: createAddressGuard([]).admits };
    const sender = createSender({ guard, wall, extraCa: null });
    const post = {
      to: addressOf(receiver.url),
      headers: {},
      body: Buffer.from('x'),
      timeout: 5_000,
    };
    expect(await sender.send(post, never)).toEqual({
      kind: 'failed',
      problem: 'refused: the connection went to 127.0.0.1',
    });
    expect(receiver.heard).toEqual([]);
  });
});

/** Resolves when an HTTP client of this process has read the head of an answer. */
function headOfAnAnswer(): Promise<void> {
  return new Promise((resolve) => {
    const read = () => {
      unsubscribe('http.client.response.finish', read);
      resolve();
    };
    subscribe('http.client.response.finish', read);
  });
}

describe('misbehaving receivers', () => {
  it('time out when they do not respond, before or after the connection', async () => {
    const receiver = await receiverOf();
    receiver.answer('hang');
    const hanging = send(receiver.url, { timeout: 200 });
    await expect.poll(() => receiver.heard.length).toBe(1);
    wall.advance(200);
    expect(await hanging).toEqual({ kind: 'failed', problem: 'there was no answer in time' });
    const guard = { targetsOf: () => new Promise<never>(() => {}), admits: () => true };
    const sender = createSender({ guard, wall, extraCa: null });
    const post = { to: addressOf(receiver.url), headers: {}, body: Buffer.from('x'), timeout: 100 };
    const looking = sender.send(post, never);
    wall.advance(100);
    expect(await looking).toMatchObject({ problem: 'there was no answer in time' });
  });

  it('send a long answer, which is cut off at the limit', async () => {
    const receiver = await receiverOf();
    receiver.answer({ status: 200, body: 'y'.repeat(3_000_000) });
    const sent = await send(receiver.url);
    expect(sent).toMatchObject({ kind: 'answered', status: 200 });
    const length = sent.kind === 'answered' ? sent.body.length : 0;
    expect(length).toBe(LIMITS.callbackAnswerBytesMax);
  });

  it.each([
    ['cuts the connection', '', 'the connection was lost'],
    ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'the answer is not HTTP'],
    ['sends heads without end', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(9_000)}`, 'not HTTP'],
  ])('are reported with a readable problem when one %s', async (_name, bytes, words) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(bytes));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sent = await send(`http://127.0.0.1:${port}/`);
    expect(sent.kind === 'failed' ? sent.problem : sent).toContain(words);
    server.close();
  });

  it('are accepted by their status when the body never ends', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headRead = headOfAnAnswer();
    const sending = send(`http://127.0.0.1:${port}/`, { timeout: 200 });
    await headRead;
    wall.advance(200);
    expect(await sending).toMatchObject({ kind: 'answered', status: 200 });
    server.close();
  });

  it('are reported with a readable problem when they are unreachable', async () => {
    expect(await send(`http://127.0.0.1:${await takePort()}`)).toEqual({
      kind: 'failed',
      problem: 'the connection was refused',
    });
  });
});
