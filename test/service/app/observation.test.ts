import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type EndedRequest, upgradeObserver } from '../../../shared/node/http/request-note.ts';
import { until } from '../../support/last-resort.ts';
import { openRaw } from '../../support/raw-socket.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { secretHeaders, send } from '../../support/wire.ts';

/* Upgrades of the event socket in the log and in the metrics. */

type Line = Readonly<Record<string, unknown>>;

let test: TestService;
let written = '';
beforeAll(async () => {
  test = await startTestService({
    log: {
      write(text) {
        written += text;
      },
    },
    logRequests: true,
    adminListen: { host: '127.0.0.1', port: 0 },
  });
});
afterAll(() => test.stop());

const ROUTE = '/merchant/v1/event/';
const upgrades = (): readonly Line[] =>
  written
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line): Line => JSON.parse(line));
const newest = async (count: number) =>
  (await until(upgrades, (lines) => lines.length >= count)).at(-1);

/** Sends the bytes of an upgrade and returns all that comes back. */
async function upgrade(path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const { host, port } = new URL(test.ready.base_url);
  const own = {
    Host: host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol': 'svc.events.v1',
  };
  const lines = Object.entries({ ...own, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const raw = await openRaw(
    Number(port),
    `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
  );
  await raw.closed;
  return raw.heard();
}

describe('an upgrade of the event socket', () => {
  it('has a line with route, status, merchant and the id of its reply', async () => {
    const before = upgrades().length;
    const { pos } = test.users;
    const headers = secretHeaders(pos.merchant, pos.id, pos.secret);
    const address = `${test.ready.base_url.replace('http', 'ws')}/event/?secret=none`;
    const socket = new WebSocket(address, 'svc.events.v1', { headers });
    const [reply] = await once(socket, 'upgrade');
    const line = await newest(before + 1);
    expect(line).toEqual({
      ...{ level: 30, time: expect.any(String), ms: expect.any(Number), msg: 'request' },
      ...{ requestId: reply.headers['x-request-id'], method: 'GET', route: ROUTE, status: 101 },
      merchantId: pos.merchant,
    });
    socket.close();
    await once(socket, 'close');
    const { text } = await send(test.ready.metrics_url ?? '');
    const opened = `tillkit_http_request_seconds_count{method="GET",route="${ROUTE}",status="101"} 1`;
    expect(text).toContain(opened);
    // The end of the socket is no second request.
    expect(upgrades()).toHaveLength(before + 1);
  });

  it.each([
    ['of a wrong secret', '/merchant/v1/event/', { secret: 'wrong' }, 'GET', 401],
    [
      'without the subprotocol',
      '/merchant/v1/event',
      { 'Sec-WebSocket-Protocol': 'x' },
      'GET',
      400,
    ],
    ['of another version', '/merchant/v1/event/', { 'Sec-WebSocket-Version': '7' }, 'GET', 400],
    ['by another method', '/merchant/v1/event/', {}, 'PUT', 405],
    ['at another address', '/elsewhere/?token=a-token-in-the-address', {}, 'GET', 404],
  ])('%s has a line with the status of its refusal', async (_, path, headers, method, status) => {
    const before = upgrades().length;
    const { pos } = test.users;
    const { secret = pos.secret, ...more }: Readonly<Record<string, string>> = headers;
    const reply = await upgrade(
      path,
      { ...secretHeaders(pos.merchant, pos.id, secret), ...more },
      method,
    );
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const line = await newest(before + 1);
    expect(line).toMatchObject({ method, status, route: status === 404 ? 'none' : ROUTE });
    const [, id] = /X-Request-Id: (\S+)/.exec(reply) ?? [];
    if (status === 401) expect(id).toBe(line?.requestId);
    const { text } = await send(test.ready.metrics_url ?? '');
    expect(text).toMatch(
      new RegExp(`_count{method="${method}",route="[^"]+",status="${status}"} [1-9]`),
    );
  });

  it('has no secret in its lines', async () => {
    const before = upgrades().length;
    const { pos } = test.users;
    const headers = secretHeaders(pos.merchant, pos.id, 'a-wrong-secret-of-a-till');
    await upgrade('/merchant/v1/event/?token=a-token-in-the-address', headers);
    await newest(before + 1);
    for (const secret of [pos.secret, 'a-wrong-secret-of-a-till', 'a-token-in-the-address']) {
      expect(written).not.toContain(secret);
    }
  });

  it('whose connection closes before its handshake ends counts once, as closed by the client', async () => {
    const ended: EndedRequest[] = [];
    const observe = upgradeObserver(
      () => 'id',
      (one) => ended.push(one),
    );
    const socket = new PassThrough();
    const observed = observe(new IncomingMessage(new Socket()), socket, ROUTE);
    socket.destroy();
    await once(socket, 'close');
    observed.end(101);
    expect(ended).toMatchObject([{ requestId: 'id', route: ROUTE, status: 499, merchantId: null }]);
  });
});
