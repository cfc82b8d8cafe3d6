import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { hearNotices } from '../../support/postgres/hear-notices.ts';
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
  WARM_UP_SHARED,
} from '../loads.ts';
import { RawClient } from '../raw-client.ts';
import { processorTimeOf } from '../server-process.ts';
import { type BenchService, startService } from '../service-server.ts';
import { type Pair, type PerRequest, timesOf } from './fit.ts';
import type { ServiceTimes } from './predict.ts';

/** Sums so far, and when they were taken, microseconds. */
type Sample = Omit<PerRequest, 'reads' | 'time'> & {
  readonly at: number;
  readonly transactions: number;
};

/** What is measured. */
export type Measurement = {
  /** Processes that share the cores. */
  readonly processes: number;
  /** Length of each load. */
  readonly seconds: number;
  /** Begin of the names of the databases. */
  readonly name: string;
};

/**
 * Measures what one of several processes needs for the durable flow: of loads with 1 and with 16
 * connections to each, once only reading and once writing. The same work takes longer while other
 * processes use the cores. They share no database, so that none waits for another one. No process is bound
 * to a core. Linux only.
 */
export async function measureServiceTimes(
  cluster: Cluster,
  { processes, seconds, name }: Measurement,
): Promise<ServiceTimes> {
  const data = await mkdtemp(join(tmpdir(), 'tillkit-bench-keys-'));
  const apart: Apart[] = [];
  try {
    for (let at = 0; at < processes; at += 1) {
      const url = await cluster.database(`${name}p${at}`);
      const where = ['--data', join(data, String(at)), '--database-url', url];
      apart.push({ url, where, service: await start(`${name}p${at}`, where) });
    }
    const loads = (round: (service: BenchService) => Round): readonly Loaded[] =>
      apart.map(({ service }) => ({ service, round: round(service) }));
    const both = async (load: readonly Loaded[]): Promise<Pair> => ({
      shared: await measure(cluster, load, { ...MANY, seconds }),
      single: await measure(cluster, load, { ...ONE, seconds }),
    });
    const writing = loads(({ target }) => numbered(durableFlow(target)));
    const writes = await both(writing);
    const tids = new Map<BenchService, readonly string[]>();
    for (const { service } of apart) tids.set(service, await paymentsOf(service));
    const reading = loads((service) => outcomePoll(service.target, tids.get(service) ?? []));
    const reads = await both(reading);
    return timesOf(reads, writes, await noticeOf(cluster, apart, { loads: writing, seconds }));
  } finally {
    for (const { service } of apart) await service.stop();
    await rm(data, { recursive: true, force: true });
  }
}

/** A process that is alone on its database, and how it was started. */
type Apart = {
  readonly url: string;
  readonly where: readonly string[];
  readonly service: BenchService;
};

type Load = { readonly connections: number; readonly warmUp: number; readonly seconds: number };
/** Connections to each process and seconds of warm-up. Requests of many connections share batches. */
const MANY = { connections: 16, warmUp: WARM_UP_SHARED };
const ONE = { connections: 1, warmUp: SHORT_WARM_UP };

async function measure(
  cluster: Cluster,
  loads: readonly Loaded[],
  { connections, warmUp, seconds }: Load,
): Promise<PerRequest> {
  const services = loads.map(({ service }) => service);
  await run(loads, { connections, seconds: 0, warmUp: warmUp * loads.length });
  await cluster.checkpoint();
  const before = await sampleOf(cluster, services);
  const requests = await run(loads, { connections, seconds, warmUp: 0 });
  const after = await sampleOf(cluster, services);
  return perRequest(before, after, { requests, connections: connections * loads.length });
}

/** Starts a service that shares the cores with the others. */
function start(run: string, where: readonly string[]): Promise<BenchService> {
  return startService(run, where, { core: 'anywhere' });
}

type Writing = { readonly loads: readonly Loaded[]; readonly seconds: number };

/**
 * Measures what a received notice costs a process and the server, microseconds: a second process on the
 * database of the first one only receives its notices.
 */
async function noticeOf(
  cluster: Cluster,
  [first]: readonly Apart[],
  { loads, seconds }: Writing,
): Promise<ServiceTimes['notice']> {
  if (first === undefined) throw new Error('there is no process');
  const others = childrenOf(cluster.pid);
  const receiver = await start(`${first.service.target.run}receiver`, first.where);
  try {
    const backends = childrenOf(cluster.pid).filter((pid) => !others.includes(pid));
    const pids = { service: [receiver.pid], database: backends };
    return await costOfNotices(first.url, pids, { loads, seconds });
  } finally {
    await receiver.stop();
  }
}

/** Microseconds of these processes for each notice that they receive. */
async function costOfNotices(
  url: string,
  pids: { readonly service: readonly number[]; readonly database: readonly number[] },
  { loads, seconds }: Writing,
): Promise<ServiceTimes['notice']> {
  const { connection, heard } = await hearNotices(url);
  try {
    const { connections } = MANY;
    await run(loads, { connections, seconds: 0, warmUp: SHORT_WARM_UP * loads.length });
    const already = heard.length;
    const [service, database] = [usedSince(pids.service), usedSince(pids.database)];
    await run(loads, { connections, seconds, warmUp: 0 });
    const received = heard.length - already;
    return { service: service() / received, database: database() / received };
  } finally {
    await connection.end();
  }
}

/** Tids of new payments of a service. */
async function paymentsOf({ url, target }: BenchService): Promise<readonly string[]> {
  const client = await RawClient.open(url);
  const tids: string[] = [];
  for (let at = 0; at < MANY.connections; at += 1) {
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

type Made = { readonly requests: number; readonly connections: number };

function perRequest(before: Sample, after: Sample, { requests, connections }: Made): PerRequest {
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

/**
 * From now on, the processor time of the first threads of these processes, microseconds. One that ends, as an
 * idle connection does, counts as if it had done nothing.
 */
function usedSince(pids: readonly number[]): () => number {
  const before = pids.map(usedExactly);
  return () => {
    const after = pids.map(usedExactly);
    return after.reduce((sum, used, at) => sum + Math.max(0, used - (before[at] ?? 0)), 0);
  };
}

function usedExactly(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}
