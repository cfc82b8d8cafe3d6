import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { adminUrl } from '../../support/postgres/server.ts';
import { runSql } from '../../support/raw.ts';
import type { Cluster } from '../cluster.ts';
import {
  createPayment,
  durableFlow,
  outcomePoll,
  type Round,
  runLoad,
  SHORT_WARM_UP,
  WARM_UP,
  WARM_UP_SHARED,
} from '../loads.ts';
import { RawClient } from '../raw-client.ts';
import { processorTimeOf } from '../server-process.ts';
import { type BenchService, startService } from '../service-server.ts';
import type { Costs, ServiceTimes } from './predict.ts';

/** Processor time so far, microseconds, and what the database counted. */
type Sample = {
  /** When it was taken, microseconds. */
  readonly at: number;
  readonly service: number;
  readonly database: number;
  readonly generator: number;
  readonly transactions: number;
  readonly commits: number;
  /** Microseconds until the disk had the log. */
  readonly flush: number;
};

/** The same for one request of a load; `reads` are the transactions that wrote nothing. */
export type PerRequest = Omit<Sample, 'transactions' | 'at'> & {
  readonly reads: number;
  /** Microseconds from one request of a connection to its next one. */
  readonly time: number;
};

type Pair = { readonly single: PerRequest; readonly shared: PerRequest };

/** Connections to each process under the load whose requests share batches. */
const SHARED = 16;

/** What is measured. */
export type Measurement = {
  /** Processes that share the cores. */
  readonly processes: number;
  /** Length of each load. */
  readonly seconds: number;
  /** Begin of the names of the databases. */
  readonly name: string;
};

type RoundOf = (service: BenchService, at: number) => Round;

/**
 * Measures what one of several processes needs for the durable flow: of loads with 1 and with 16
 * connections to each, once only reading and once writing. They share the cores and so their caches, which
 * makes the same work take longer. Each has a database of its own, so that none waits for another one. No
 * process is bound to a core. Linux only.
 */
export async function measureServiceTimes(
  cluster: Cluster,
  { processes, seconds, name }: Measurement,
): Promise<ServiceTimes> {
  const data = await mkdtemp(join(tmpdir(), 'tillkit-bench-keys-'));
  const services: BenchService[] = [];
  const places: string[][] = [];
  try {
    for (let at = 0; at < processes; at += 1) {
      const database = await cluster.database(`${name}p${at}`);
      places.push(['--data', join(data, String(at)), '--database-url', database]);
      services.push(await start(`${name}p${at}`, places[at]));
    }
    const tids = await Promise.all(services.map(paymentsOf));
    const measure = async (loads: readonly Loaded[], connections: number, warmUp: number) => {
      await run(loads, { connections, seconds: 0, warmUp: warmUp * processes });
      await cluster.checkpoint();
      const before = await sampleOf(cluster, services);
      const requests = await run(loads, { connections, seconds, warmUp: 0 });
      return perRequest(
        before,
        await sampleOf(cluster, services),
        requests,
        connections * processes,
      );
    };
    const both = async (loads: readonly Loaded[]): Promise<Pair> => ({
      shared: await measure(loads, SHARED, WARM_UP_SHARED),
      single: await measure(loads, 1, SHORT_WARM_UP),
    });
    const loads = (roundOf: RoundOf): readonly Loaded[] =>
      services.map((service, at) => ({ service, round: roundOf(service, at) }));
    const writing = loads(({ target }) => numbered(durableFlow(target)));
    const writes = await both(writing);
    const reads = await both(loads(({ target }, at) => outcomePoll(target, tids[at] ?? [])));
    const received = async () => {
      const before = childrenOf(cluster.pid);
      const receiver = await start(`${name}receiver`, places[0]);
      try {
        const backends = childrenOf(cluster.pid).filter((pid) => !before.includes(pid));
        const url = places[0]?.at(-1) ?? '';
        return await measureNotices(url, { receiver, backends, loads: writing, seconds });
      } finally {
        await receiver.stop();
      }
    };
    return timesOf(reads, writes, await received());
  } finally {
    for (const service of services) await service.stop();
    await rm(data, { recursive: true, force: true });
  }
}

/** Starts a service that shares the cores with the others. */
function start(run: string, where: readonly string[] | undefined): Promise<BenchService> {
  return startService(run, where, { core: 'anywhere' });
}

/** A process that only receives the notices of the first one, and its connections. */
type Receiving = {
  readonly receiver: BenchService;
  readonly backends: readonly number[];
  readonly loads: readonly Loaded[];
  readonly seconds: number;
};

/** Measures what a received notice costs the process and the server, microseconds. */
async function measureNotices(
  url: string,
  { receiver, backends, loads, seconds }: Receiving,
): Promise<ServiceTimes['notice']> {
  const client = new Client({ connectionString: url });
  let notices = 0;
  client.on('notification', () => {
    notices += 1;
  });
  await client.connect();
  try {
    await client.query('LISTEN tillkit');
    await run(loads, { connections: SHARED, seconds: 0, warmUp: WARM_UP });
    const used = () => ({
      service: usedExactly(receiver.pid),
      database: backends.reduce((sum, pid) => sum + usedExactly(pid), 0),
    });
    const [before, already] = [used(), notices];
    await run(loads, { connections: SHARED, seconds, warmUp: 0 });
    const after = used();
    const each = (side: 'service' | 'database') =>
      (after[side] - before[side]) / (notices - already);
    return { service: each('service'), database: each('database') };
  } finally {
    await client.end();
  }
}

/** Tids of new payments of a service. */
async function paymentsOf({ url, target }: BenchService): Promise<readonly string[]> {
  const client = await RawClient.open(url);
  const tids: string[] = [];
  for (let at = 0; at < SHARED; at += 1) {
    tids.push(await createPayment(client, { ...target, run: `${target.run}read` }, at));
  }
  client.close();
  return tids;
}

/** The same round with a new number each time, over all of its loads. */
function numbered(round: Round): Round {
  let number = 0;
  return (client) => {
    number += 1;
    return round(client, number);
  };
}

type Loaded = { readonly service: BenchService; readonly round: Round };

/** Runs the loads at the same time. Returns the number of requests of all. */
async function run(
  loads: readonly Loaded[],
  options: Parameters<typeof runLoad>[2],
): Promise<number> {
  let requests = 0;
  const counted =
    (round: Round): Round =>
    async (client, number) => {
      const made = await round(client, number);
      requests += made;
      return made;
    };
  await Promise.all(
    loads.map(({ service, round }) => runLoad(service.url, counted(round), options)),
  );
  return requests;
}

/**
 * The times that explain both pairs of loads: a request, a batch of reads and a commit each have a
 * constant cost.
 */
export function timesOf(reads: Pair, writes: Pair, notice: ServiceTimes['notice']): ServiceTimes {
  const costs = (side: 'service' | 'database'): Costs => {
    const batch = slope(reads, side, 'reads');
    const rest = (load: PerRequest) => ({ ...load, [side]: load[side] - batch * load.reads });
    const remaining = { single: rest(writes.single), shared: rest(writes.shared) };
    const commit = slope(remaining, side, 'commits');
    const request = remaining.shared[side] - commit * remaining.shared.commits;
    return { request: Math.max(0, request), reads: batch, commit };
  };
  return {
    service: costs('service'),
    database: costs('database'),
    generator: writes.shared.generator,
    flush: writes.shared.flush / writes.shared.commits,
    wake: wakeOf(writes.single),
    notice,
  };
}

/**
 * Microseconds until an idle core begins. With one connection everything happens one after the other, so
 * this is the rest of the time of a request, by the number of messages between two processes.
 */
function wakeOf(load: PerRequest): number {
  const used = load.service + load.database + load.generator + load.flush;
  const messages = 2 + 2 * (load.reads + load.commits);
  return Math.max(0, (load.time - used) / messages);
}

function slope(
  { single, shared }: Pair,
  side: 'service' | 'database',
  of: 'reads' | 'commits',
): number {
  return Math.max(0, (single[side] - shared[side]) / (single[of] - shared[of]));
}

function perRequest(
  before: Sample,
  after: Sample,
  requests: number,
  connections: number,
): PerRequest {
  const of = (pick: (sample: Sample) => number) => (pick(after) - pick(before)) / requests;
  const commits = of((sample) => sample.commits);
  return {
    service: of(({ service }) => service),
    database: of(({ database }) => database),
    generator: of(({ generator }) => generator),
    commits,
    flush: of(({ flush }) => flush),
    reads: of(({ transactions }) => transactions) - commits,
    time: of(({ at }) => at) * connections,
  };
}

const counts = z.object({ transactions: z.number(), commits: z.number(), flush: z.number() });
// A transaction that writes takes the next number; the server counts all that ended.
const COUNTS = `SELECT CAST(SUM(xact_commit) AS double precision) AS transactions,
    CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS double precision) AS commits,
    (SELECT SUM(fsync_time) * 1000 FROM pg_stat_io WHERE object = 'wal') AS flush
  FROM pg_stat_database`;

async function sampleOf(cluster: Cluster, services: readonly BenchService[]): Promise<Sample> {
  const { user, system } = process.cpuUsage();
  const [row] = await runSql(adminUrl(cluster.port), COUNTS);
  const usedByAll = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + usedBy(pid), 0);
  return {
    at: performance.now() * 1_000,
    service: usedByAll(services.map(({ pid }) => pid)),
    database: usedByAll([cluster.pid, ...childrenOf(cluster.pid)]),
    generator: user + system,
    ...counts.parse(row),
  };
}

/** Processor time of a process, microseconds; 0 if it has ended. */
function usedBy(pid: number): number {
  const { user, system } = processorTimeOf(pid) ?? { user: 0, system: 0 };
  return user + system;
}

/** Processor time of the first thread of a process so far, microseconds. */
function usedExactly(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}
