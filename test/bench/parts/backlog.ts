import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { NewDelivery } from '../../../service/store/delivery-store.ts';
import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import { type Figure, spreadOf } from '../report.ts';
import { startService } from '../service-server.ts';
import type { Lengths } from './flow.ts';

const LONG_QUEUE = 50_000;
/** A queue that is short enough not to affect the rate. */
const SHORT_QUEUE = 5_000;
/** Number of deliveries in one commit. */
const STEP = 500;
/** A host that refuses connections. Each attempt fails at once, and the service records it. */
const REFUSING_HOST = '127.0.0.1:1';
/** The service also sends to the host that refuses, which takes a share of its work. */
const AT_LEAST = 0.4;

/**
 * Measures the rate of callbacks to a host that answers, after a start of the service with many due
 * callbacks: 5,000, and then 50,000 with as many more to a host that refuses connections.
 */
export async function measureBacklog({ seconds, rounds }: Lengths): Promise<readonly Figure[]> {
  const short: number[] = [];
  const long: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    short.push(await rateOf(seconds, SHORT_QUEUE, 0));
    long.push(await rateOf(seconds, LONG_QUEUE, LONG_QUEUE));
  }
  const ratio = spreadOf(long.map((rate, round) => rate / (short[round] ?? Number.NaN)));
  const few = spreadOf(short).middle;
  return [
    { what: 'callbacks due at once, 5,000 to a host that answers', value: few, unit: '/s' },
    {
      what: '  50,000, and as many to a host that refuses',
      value: spreadOf(long).middle,
      unit: '/s',
      against: { name: '5,000 alone', value: few, ratio },
      target: {
        requirement: `at least ${AT_LEAST} of the rate of 5,000`,
        met: ratio.middle >= AT_LEAST,
      },
    },
  ];
}

async function rateOf(seconds: number, count: number, dead: number): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'tillkit-bench-backlog-'));
  const receiver = await startCounter();
  try {
    const empty = await startService('backlog', ['--data', directory]);
    await empty.stop();
    await fill(directory, empty.target.merchant, [receiver.host, count], [REFUSING_HOST, dead]);
    const service = await startService('backlog', ['--data', directory]);
    const before = receiver.count();
    const begun = performance.now();
    await Promise.race([after(seconds * 1_000), receiver.counted(count)]);
    const rate = (1_000 * (receiver.count() - before)) / (performance.now() - begun);
    await service.stop();
    return rate;
  } finally {
    await receiver.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function fill(
  directory: string,
  merchantId: string,
  ...hosts: readonly (readonly [host: string, count: number])[]
): Promise<void> {
  const store = openSqliteStore(join(directory, 'tillkit.db'));
  const at = Date.now();
  for (const [host, count] of hosts) {
    for (let first = 0; first < count; first += STEP) {
      const made = Array.from({ length: STEP }, (_, index) => delivery(host, first + index));
      await store.deliveries.publish(merchantId, at, made);
    }
  }
  await store.close();
}

function delivery(host: string, number: number): NewDelivery {
  const name = `${host}/${number}`;
  return {
    id: name,
    kind: 'event',
    resource: `payment_request/${name}`,
    queue: `event/${name}`,
    uri: `http://${name}`,
    host,
    event: 'payment_captured',
    body: '{}',
  };
}

/** Answers every callback and counts them. */
async function startCounter() {
  let count = 0;
  let wanted = { count: Number.POSITIVE_INFINITY, reached: () => {} };
  const server = createServer((request, response) => {
    count += 1;
    if (count >= wanted.count) wanted.reached();
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    host: `127.0.0.1:${port}`,
    count: () => count,
    counted: (least: number) =>
      new Promise<void>((reached) => {
        wanted = { count: least, reached };
      }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
