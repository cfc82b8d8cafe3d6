import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createListener, type Listener } from '../../shared/node/http/listener.ts';
import { readBody } from '../../shared/node/http/read-body.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { LAST_RESORT } from '../support/last-resort.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { drip, openMany, openRaw, type RawSocket } from '../support/raw-socket.ts';
import { send } from '../support/wire.ts';

/*
 * The listener with small limits for numbers and long timeouts, so that a client of these tests is never
 * too slow. A test that needs a timeout shortens it on the server.
 */

const BOUNDS = {
  headerBytesMax: LIMITS.headerBytesMax,
  headersTimeout: LAST_RESORT,
  requestTimeout: LAST_RESORT,
  keepAliveTimeout: LAST_RESORT,
  slowCheckEvery: 50,
  stallTimeout: LAST_RESORT,
  connectionsMax: 40,
  requestsInARowMax: 8,
};
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
/** Node does not know the option that spares an empty request its stream. */
const BEFORE_24_12 = major === 24 && minor < 12;
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let listener: Listener | null = null;
let wall: ManualClock;
let sockets: RawSocket[] = [];
beforeEach(() => {
  wall = createManualClock();
});
afterEach(async () => {
  for (const { socket } of sockets) socket.destroy();
  sockets = [];
  const stopped = listener?.stop(0);
  wall.advance(0);
  await stopped;
  listener = null;
});

/** Reads whole bodies and answers with their length; `/slow` answers when it is let go. */
async function start(bounds: Partial<typeof BOUNDS> = {}) {
  let working = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  listener = createListener(
    async (request, response) => {
      const body = await readBody(request, 1_000);
      working += 1;
      if (request.url === '/slow') await held;
      if (request.url === '/much') response.write('x'.repeat(20_000_000));
      response.end(body.kind === 'body' ? `${body.bytes.length} bytes` : body.kind);
    },
    wall,
    { bounds: { ...BOUNDS, ...bounds } },
  );
  const port = await listener.listen('127.0.0.1', 0);
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    letGo,
    server: listener,
    working: () => working,
  };
}

async function keep(opened: Promise<RawSocket> | Promise<readonly RawSocket[]>) {
  const given = [await opened].flat();
  sockets.push(...given);
  return given;
}
const allClosed = (given: readonly RawSocket[]) => given.every((one) => one.isClosed());

describe('incomplete requests', () => {
  it('headers that arrive one byte at a time time out with a reply', async () => {
    const { port, url, server } = await start();
    const slow = await keep(openMany(port, 20, 'GET / HTTP/1.1\r\nX-Slow: '));
    for (const one of slow) drip(one, 'x'.repeat(10_000), 20);
    expect((await send(url)).text).toBe('0 bytes');
    expect(server.server.headersTimeout).toBe(BOUNDS.headersTimeout);
    server.server.headersTimeout = 1;
    await expect.poll(() => allClosed(slow)).toBe(true);
    expect(slow.map(({ heard }) => heard().slice(0, 12))).toEqual(slow.map(() => 'HTTP/1.1 408'));
  });

  it('a body that arrives one byte at a time times out', async () => {
    const { port, url, server } = await start();
    const first = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n';
    const slow = await keep(openMany(port, 20, first));
    for (const one of slow) drip(one, 'x'.repeat(900), 20);
    expect((await send(url)).text).toBe('0 bytes');
    expect(server.server.requestTimeout).toBe(BOUNDS.requestTimeout);
    // Node takes the shorter one of the two for the headers.
    server.server.headersTimeout = 1;
    server.server.requestTimeout = 1;
    await expect.poll(() => allClosed(slow)).toBe(true);
    expect(slow.filter(({ heard }) => heard().includes('200 OK'))).toEqual([]);
  });

  it('a chunked body without an end is cut off at the size limit', async () => {
    const { port } = await start();
    const first = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const [one] = await keep(openRaw(port, first));
    for (let n = 0; n < 10; n += 1) one?.socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`);
    await expect.poll(() => one?.heard()).toContain('too_large');
  });
});

describe('requests with and without a body', () => {
  it('alternate on one connection, and each gets its own reply', async () => {
    const { port } = await start();
    const head = 'Host: x\r\n';
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n`;
    const asked = [
      GET,
      `POST / HTTP/1.1\r\n${head}Content-Length: 5\r\n\r\nabcde`,
      `DELETE / HTTP/1.1\r\n${head}\r\n`,
      `DELETE / HTTP/1.1\r\n${chunked}`,
      `POST / HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\n`,
      GET,
    ];
    const [one] = await keep(openRaw(port, asked.join('')));
    const answers = () => one?.heard().match(/\d bytes|gone/g);
    const each = ['0 bytes', '5 bytes', '0 bytes', '4 bytes', '0 bytes', '0 bytes'];
    await expect.poll(answers).toEqual(each);
  });

  it.skipIf(BEFORE_24_12)('are complete from the start without a body', async () => {
    listener = createListener(
      (request, response) => response.end(`ended: ${request.readableEnded}`),
      wall,
      { bounds: BOUNDS },
    );
    const port = await listener.listen('127.0.0.1', 0);
    const body = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx';
    const [one] = await keep(openRaw(port, GET + body));
    const answers = () => one?.heard().match(/ended: (true|false)/g);
    await expect.poll(answers).toEqual(['ended: true', 'ended: false']);
  });
});

describe('more connections than the maximum', () => {
  it('closes the oldest silent ones, and serves clients that send requests', async () => {
    const { port, url } = await start();
    const silent = await keep(openMany(port, BOUNDS.connectionsMax));
    for (let n = 0; n < 10; n += 1) expect((await send(url)).status).toBe(200);
    await expect.poll(() => silent.filter((one) => one.isClosed()).length).toBe(1);
  });

  it('closes connections with incomplete headers or bodies', async () => {
    const { port, url } = await start();
    const half = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\nx';
    await keep(openMany(port, BOUNDS.connectionsMax / 2, half));
    await keep(openMany(port, BOUNDS.connectionsMax / 2, 'GET / HTTP/1.1\r\nX-'));
    const replies = await Promise.all(Array.from({ length: 30 }, () => send(url)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });

  it('never closes a connection with a request in progress', async () => {
    const { port, url, letGo, working: taken } = await start();
    const slow = `GET /slow HTTP/1.1\r\nHost: x\r\n\r\n`;
    const working = await keep(openMany(port, BOUNDS.connectionsMax, slow));
    const [answered] = working;
    await expect.poll(taken).toBe(BOUNDS.connectionsMax);
    await expect(send(url)).rejects.toThrow();
    letGo();
    await expect
      .poll(() => working.filter(({ heard }) => heard().includes('200 OK')).length)
      .toBe(BOUNDS.connectionsMax);
    expect(answered?.heard()).toContain('0 bytes');
  });

  it('closes an idle keep-alive connection', async () => {
    const { port, url } = await start();
    const used = await keep(openMany(port, BOUNDS.connectionsMax, GET));
    await expect.poll(() => used.every(({ heard }) => heard().includes('0 bytes'))).toBe(true);
    expect((await send(url)).status).toBe(200);
  });
});

describe('clients that do not read replies', () => {
  it('receive replies to a few pipelined requests, and then the connection is closed', async () => {
    const { port, url, letGo, working } = await start();
    const [one] = await keep(openRaw(port, `GET /slow HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(2_000)));
    await expect.poll(working).toBe(BOUNDS.requestsInARowMax);
    expect((await send(url)).status).toBe(200);
    letGo();
    await one?.closed;
    expect(one?.heard().split('200 OK')).toHaveLength(BOUNDS.requestsInARowMax + 1);
    expect(working()).toBe(BOUNDS.requestsInARowMax + 1);
  });

  it('can repeatedly send the maximum number of pipelined requests', async () => {
    const { port } = await start();
    const [one] = await keep(openRaw(port));
    for (let n = 1; n <= 5; n += 1) {
      one?.socket.write(GET.repeat(BOUNDS.requestsInARowMax));
      const wanted = n * BOUNDS.requestsInARowMax + 1;
      await expect.poll(() => one?.heard().split('200 OK').length).toBe(wanted);
    }
  });

  it('lose the connection when no reply is read', async () => {
    const { port, server, working } = await start();
    const accepted = once(server.server, 'connection');
    const [deaf] = await keep(openRaw(port));
    const [socket] = await accepted;
    deaf?.socket.pause();
    deaf?.socket.write('GET /much HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(working).toBe(1);
    expect(socket.timeout).toBe(BOUNDS.stallTimeout);
    socket.setTimeout(1);
    const open = () =>
      new Promise((resolve) => listener?.server.getConnections((_, count) => resolve(count)));
    await expect.poll(open).toBe(0);
  });
});

describe('the stop of the listener', () => {
  it('closes each connection after the replies to its requests, and the last one says so', async () => {
    const { port, letGo, working, server } = await start();
    const slow = `GET /slow HTTP/1.1\r\nHost: x\r\n\r\n`;
    const [idle, one, two] = await keep(
      Promise.all([openRaw(port, GET), openRaw(port, slow), openRaw(port, slow + slow)]),
    );
    await expect.poll(working).toBe(4);
    await expect.poll(() => idle?.heard()).toContain('0 bytes');
    // The grace does not end, because only this test moves the clock.
    const stopped = server.stop(1);
    const further = once(server.server, 'request');
    one?.socket.write(GET);
    await further;
    await expect.poll(() => idle?.isClosed()).toBe(true);
    letGo();
    await stopped;
    await Promise.all([one?.closed, two?.closed]);
    const replies = (opened: RawSocket | undefined) =>
      opened
        ?.heard()
        .match(/^connection: [\w-]+|^\d bytes/gim)
        ?.map((line) => line.toLowerCase());
    const last = ['connection: close', '0 bytes'];
    expect(replies(one)).toEqual(last);
    expect(replies(two)).toEqual(['connection: keep-alive', '0 bytes', ...last]);
    expect(working()).toBe(4);
  });

  it('closes silent, incomplete and half-closed connections within its grace period', async () => {
    const { port, server, working } = await start();
    const open = [
      ...(await keep(openMany(port, 10))),
      ...(await keep(openMany(port, 10, 'GET / HTTP/1.1\r\nX-'))),
      ...(await keep(openMany(port, 10, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'))),
    ];
    open[29]?.socket.end();
    await expect.poll(working).toBe(10);
    const stopped = server.stop(200);
    // The requests that are worked on stay, but for the one whose client has ended its half.
    const closed = () => open.filter((one) => one.isClosed()).length;
    await expect.poll(closed).toBe(21);
    wall.advance(199);
    expect(closed()).toBe(21);
    wall.advance(1);
    await stopped;
    await expect.poll(() => allClosed(open)).toBe(true);
  });

  it('answers a client that has closed its half, then closes the connection', async () => {
    const { port } = await start();
    const [one] = await keep(openRaw(port));
    one?.socket.end(GET);
    await one?.closed;
    expect(one?.heard()).toContain('0 bytes');
    const [half] = await keep(openRaw(port));
    half?.socket.end('GET / HTTP/1.1\r\nX-');
    await half?.closed;
    expect(half?.heard()).not.toContain('200');
  });

  it('differs from a plain Node.js server, whose silent connections block new clients', async () => {
    const bare = createServer((_request, response) => response.end('bare'));
    bare.maxConnections = 4;
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
    const address = bare.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await keep(openMany(port, 4));
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    bare.closeAllConnections();
    bare.close();
  });
});
