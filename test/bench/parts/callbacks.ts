import { createServer, type Server } from 'node:http';
import { confirmPayment, createPayment } from '../loads.ts';
import { RawClient } from '../raw-client.ts';
import { type Figure, percentile } from '../report.ts';
import { type BenchService, startService } from '../service-server.ts';

const RATE = 300;
const CONNECTIONS = 16;
/** Seconds in which the engine learns this work; they are not counted. */
const WARM_UP = 3;

/**
 * Callbacks over http: from the approval's answer to the first byte at its receiver, at a constant
 * rate, alone and beside a receiver that never answers; and how fast a crowd of them drains.
 */
export async function measureCallbacks(seconds: number): Promise<readonly Figure[]> {
  const receiver = await startReceiver(true);
  const hanging = await startReceiver(false);
  const service = await startService('callbacks');
  try {
    const crowd = { service, receiver };
    await paced(crowd, WARM_UP);
    const alone = await paced(crowd, seconds);
    const beside = await pacedBeside(crowd, hanging, seconds);
    const drain = await drained(crowd, RATE * 10);
    const share = percentile(beside, 0.99) / percentile(alone, 0.99);
    return [
      atMost(`callback, answer to first byte, ${RATE}/s: p50`, percentile(alone, 0.5), 5),
      atMost(`callback, answer to first byte, ${RATE}/s: p99`, percentile(alone, 0.99), 50),
      {
        what: '  the same p99 beside an endpoint that hangs',
        value: percentile(beside, 0.99),
        unit: 'ms',
        target: { says: 'at most 1.1 times the p99 alone', met: share <= 1.1 },
        note: `${share.toFixed(2)} times`,
      },
      { what: 'callbacks drained, as fast as they are made', value: drain, unit: '/s' },
    ];
  } finally {
    await service.stop();
    await receiver.stop();
    await hanging.stop();
  }
}

function atMost(what: string, value: number, limit: number): Figure {
  const target = { says: `at most ${limit} ms`, met: value <= limit };
  return { what, value, unit: 'ms', target };
}

type Receiver = {
  readonly url: string;
  /** When the first byte of the callback about this path came. */
  readonly arrival: (path: string) => Promise<number>;
  readonly stop: () => Promise<void>;
};

async function startReceiver(answers: boolean): Promise<Receiver> {
  const arrived = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  const server: Server = createServer((request, response) => {
    const at = performance.now();
    const path = request.url ?? '';
    const wanted = waiting.get(path);
    if (wanted === undefined) arrived.set(path, at);
    else wanted(at);
    waiting.delete(path);
    request.resume();
    if (answers) request.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    arrival: (path) =>
      new Promise((resolve) => {
        const at = arrived.get(path);
        if (at === undefined) waiting.set(path, resolve);
        else resolve(at);
      }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Crowd = { readonly service: BenchService; readonly receiver: Receiver };
let made = 0;

/** Payments that wait for their approval, each with an address of its own for its callbacks. */
async function prepare({ service, receiver }: Crowd, count: number) {
  const client = await RawClient.open(service.url);
  const list: { tid: string; path: string }[] = [];
  for (let i = 0; i < count; i += 1) {
    made += 1;
    const path = `/${made}`;
    const more = { callback_uri: `${receiver.url}${path}` };
    list.push({ tid: await createPayment(client, service.target, made, more), path });
  }
  client.close();
  return list;
}

/** Approves at a constant rate and answers how long each callback took from its answer. */
async function paced(crowd: Crowd, seconds: number): Promise<readonly number[]> {
  const payments = await prepare(crowd, RATE * seconds);
  const clients = await openAll(crowd.service);
  const begun = performance.now();
  const times = await Promise.all(
    payments.map(async ({ tid, path }, index) => {
      const wait = begun + (index * 1_000) / RATE - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
      const client = clients[index % clients.length];
      if (client === undefined) return Number.NaN;
      const arrival = crowd.receiver.arrival(path);
      await client.confirm(tid);
      const answered = performance.now();
      return Math.max(0, (await arrival) - answered);
    }),
  );
  for (const client of clients) client.close();
  return times;
}

/** The same while others' callbacks go to an endpoint that takes them and never answers. */
async function pacedBeside(crowd: Crowd, hanging: Receiver, seconds: number) {
  const stuck = await prepare({ service: crowd.service, receiver: hanging }, 32);
  const client = await RawClient.open(crowd.service.url);
  for (const { tid } of stuck) await confirmPayment(client, crowd.service.target, tid);
  client.close();
  return paced(crowd, seconds);
}

/** Approves all at once and answers how many callbacks a second arrived until the last. */
async function drained(crowd: Crowd, count: number): Promise<number> {
  const payments = await prepare(crowd, count);
  const clients = await openAll(crowd.service);
  const begun = performance.now();
  const arrivals = payments.map(({ path }) => crowd.receiver.arrival(path));
  let next = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (let at = next++; at < payments.length; at = next++) {
        await client.confirm(payments[at]?.tid ?? '');
      }
    }),
  );
  const last = Math.max(...(await Promise.all(arrivals)));
  for (const client of clients) client.close();
  return count / ((last - begun) / 1_000);
}

/** Connections that take one approval after another, in the order in which they are asked. */
async function openAll(service: BenchService) {
  const raw = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => RawClient.open(service.url)),
  );
  return raw.map((client) => {
    let last: Promise<void> = Promise.resolve();
    return {
      confirm(tid: string): Promise<void> {
        last = last.then(() => confirmPayment(client, service.target, tid));
        return last;
      },
      close: () => client.close(),
    };
  });
}
