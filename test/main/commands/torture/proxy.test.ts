import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, type FaultName, faultOf, saleOf } from '../../../../main/commands/torture/plan.ts';
import { startProxy, type TortureProxy } from '../../../../main/commands/torture/proxy.ts';
import type { TortureEvent } from '../../../../main/commands/torture/record.ts';
import { systemClock } from '../../../../main/host/adapters/machine.ts';
import { type DeviceClock, ticksOf, timeOf } from '../../../../shared/time/clock.ts';

/* The proxy of `tillkit torture` in front of a small service that numbers what it receives. */

let service: Server;
let baseUrl = '';
let received: string[] = [];
beforeAll(async () => {
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${Buffer.concat(chunks)}`);
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'p1', host: request.headers.host, nth: received.length }));
    });
  });
  service.on('upgrade', (_request, socket) => {
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: test\r\n\r\n',
    );
    socket.pipe(socket);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/merchant/v1`;
});
afterAll(async () => {
  const closed = once(service, 'close');
  service.close();
  service.closeAllConnections();
  await closed;
});

/** A seed with which the first payment request of sale 1 has this fault, and its first abort none. */
function seedFor(name: FaultName | 'none'): number {
  const fits = (seed: number) =>
    faultOf(seed, 1, 'create', 0).name === name && faultOf(seed, 1, 'abort', 0).name === 'none';
  for (let seed = 0; ; seed += 1) if (fits(seed)) return seed;
}

/** A clock without time: a held request is delivered by the next one of its sale, or never. */
const STOPPED: DeviceClock = {
  now: () => timeOf(0),
  ticks: () => ticksOf(0),
  after: () => () => {},
};

async function withProxy(
  name: FaultName | 'none',
  work: (
    proxy: TortureProxy,
    seen: { readonly events: TortureEvent[]; kills: number },
  ) => Promise<void>,
): Promise<void> {
  received = [];
  const seed = seedFor(name);
  const seen = { events: [] as TortureEvent[], kills: 0 };
  const proxy = await startProxy({
    clock: name === 'deliver later' ? STOPPED : systemClock,
    baseUrl,
    seed,
    add: (event) => seen.events.push(event),
    saleOf: () => saleOf(seed, 1),
    before: async () => {},
    after: () => {},
    kill: async () => {
      seen.kills += 1;
    },
  });
  try {
    await work(proxy, seen);
  } finally {
    await proxy.flush();
    await proxy.stop();
  }
}

/** The number that the service gave to the answered request; null if no reply arrived. */
async function ask(proxy: TortureProxy): Promise<number | null> {
  try {
    const body = JSON.stringify({ amount: 1_613 });
    const reply = await fetch(`${proxy.baseUrl}/payment_request/`, { method: 'POST', body });
    return Object(await reply.json()).nth;
  } catch {
    return null;
  }
}

/** What each fault does: how often the service gets the request, and whether the till gets a reply. */
const EFFECTS: Readonly<
  Record<
    FaultName,
    { readonly received: number; readonly replies: boolean; readonly kills: number }
  >
> = {
  'lose the request': { received: 0, replies: false, kills: 0 },
  'lose the reply': { received: 1, replies: false, kills: 0 },
  'cut the reply': { received: 1, replies: false, kills: 0 },
  'delay the request': { received: 1, replies: true, kills: 0 },
  'delay the reply': { received: 1, replies: true, kills: 0 },
  'repeat the request': { received: 2, replies: true, kills: 0 },
  'deliver later': { received: 0, replies: false, kills: 0 },
  'cut the events': { received: 1, replies: true, kills: 0 },
  'kill before': { received: 0, replies: false, kills: 1 },
  'kill after': { received: 1, replies: false, kills: 1 },
};

describe('the proxy', () => {
  it.each(FAULTS)('applies the fault "%s"', async (name) => {
    await withProxy(name, async (proxy, seen) => {
      const nth = await ask(proxy);
      const { received: times, replies, kills } = EFFECTS[name];
      expect([received.length, nth !== null, seen.kills]).toEqual([times, replies, kills]);
      const served = seen.events.filter(({ kind }) => kind === 'served');
      expect(served).toHaveLength(times);
      expect(seen.events[0]).toMatchObject({ kind: 'asked', operation: 'create', fault: name });
    });
  });

  it('delivers a held request after the next one of its sale', async () => {
    await withProxy('deliver later', async (proxy, { events }) => {
      expect(await ask(proxy)).toBeNull();
      const put = { method: 'PUT', body: JSON.stringify({ action: 'abort' }) };
      const path = `${proxy.baseUrl}/payment_request/p1/`;
      expect((await fetch(path, put)).status).toBe(201);
      await expect.poll(() => events.length).toBe(4);
      expect(received.map((line) => line.split(' ')[0])).toEqual(['PUT', 'POST']);
      expect(events.map(({ kind }) => kind)).toEqual(['asked', 'asked', 'served', 'served']);
    });
  });

  it('forwards requests without a sale unchanged, with the host name of the service', async () => {
    await withProxy('lose the request', async (proxy, { events }) => {
      const reply = await fetch(`${proxy.baseUrl}/pos/?cursor=a%20b`);
      expect([reply.status, Object(await reply.json()).host]).toEqual([201, new URL(baseUrl).host]);
      expect(received).toEqual(['GET /merchant/v1/pos/?cursor=a%20b ']);
      expect(events).toEqual([]);
    });
  });

  it('forwards a WebSocket, and closes it at the fault "cut the events"', async () => {
    await withProxy('cut the events', async (proxy) => {
      const socket = connect(Number(new URL(proxy.baseUrl).port), '127.0.0.1');
      socket.write(
        'GET /events/ HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: test\r\n\r\n',
      );
      let text = '';
      socket.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      await expect.poll(() => text).toContain('101 Switching Protocols');
      socket.write('hello');
      await expect.poll(() => text).toMatch(/hello$/);
      const closed = once(socket, 'close');
      expect(await ask(proxy)).toBe(1);
      await closed;
    });
  });
});
