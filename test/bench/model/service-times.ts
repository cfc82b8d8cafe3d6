import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runSql } from '../../support/raw.ts';
import { fdatasyncRate } from '../ceilings/fdatasync.ts';
import type { Cluster } from '../cluster.ts';
import { createPayment, durableFlow, outcomePoll, type Round, runLoad } from '../loads.ts';
import { RawClient } from '../raw-client.ts';
import { processorTimeOf } from '../server-process.ts';
import { startService } from '../service-server.ts';
import type { Costs, ServiceTimes } from './predict.ts';

/** Processor time so far, microseconds, and what the database counted. */
type Sample = {
  readonly service: number;
  readonly database: number;
  readonly generator: number;
  readonly transactions: number;
  readonly commits: number;
};

/** The same for one request of a load; `reads` are the transactions that wrote nothing. */
export type PerRequest = Omit<Sample, 'transactions'> & { readonly reads: number };

type Pair = { readonly single: PerRequest; readonly shared: PerRequest };

/** Connections of the load whose requests share batches. */
const SHARED = 16;

/**
 * Measures what one process needs for the durable flow: of loads with 1 and with 16 connections, once
 * only reading and once writing. No process is bound to a core. Linux only.
 */
export async function measureServiceTimes(cluster: Cluster, seconds: number, name: string) {
  const data = await mkdtemp(join(tmpdir(), 'tillkit-bench-keys-'));
  const url = await cluster.database(name);
  const where = ['--data', data, '--database-url', url];
  const service = await startService(name, where, { core: 'anywhere' });
  try {
    const client = await RawClient.open(service.url);
    const tids: string[] = [];
    for (let at = 0; at < SHARED; at += 1) {
      tids.push(await createPayment(client, { ...service.target, run: `${name}read` }, at));
    }
    client.close();
    let flows = 0;
    const flow = durableFlow(service.target);
    const writing: Round = (on) => {
      flows += 1;
      return flow(on, flows);
    };
    const reading = outcomePoll(service.target, tids);
    const sample = () => sampleOf(cluster, url, service.pid);
    const measure = async (connections: number, round: Round): Promise<PerRequest> => {
      await runLoad(service.url, round, { connections, seconds: 0 });
      await cluster.checkpoint();
      const before = await sample();
      let requests = 0;
      const counted: Round = async (on, number) => {
        const made = await round(on, number);
        requests += made;
        return made;
      };
      await runLoad(service.url, counted, { connections, seconds, warmUp: 0 });
      return perRequest(before, await sample(), requests);
    };
    const writes = { shared: await measure(SHARED, writing), single: await measure(1, writing) };
    const reads = { shared: await measure(SHARED, reading), single: await measure(1, reading) };
    return timesOf(reads, writes, 1e6 / fdatasyncRate(1));
  } finally {
    await service.stop();
    await rm(data, { recursive: true, force: true });
  }
}

/**
 * The times that explain both pairs of loads: a request, a batch of reads and a commit each have a
 * constant cost. `flush` is in microseconds.
 */
export function timesOf(reads: Pair, writes: Pair, flush: number): ServiceTimes {
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
    flush,
  };
}

function slope(
  { single, shared }: Pair,
  side: 'service' | 'database',
  of: 'reads' | 'commits',
): number {
  return Math.max(0, (single[side] - shared[side]) / (single[of] - shared[of]));
}

function perRequest(before: Sample, after: Sample, requests: number): PerRequest {
  const of = (pick: (sample: Sample) => number) => (pick(after) - pick(before)) / requests;
  const commits = of((sample) => sample.commits);
  return {
    service: of(({ service }) => service),
    database: of(({ database }) => database),
    generator: of(({ generator }) => generator),
    commits,
    reads: of(({ transactions }) => transactions) - commits,
  };
}

const counts = z.object({ transactions: z.number(), commits: z.number() });
// A transaction that writes takes the next number; the server counts all that ended.
const COUNTS = `SELECT CAST(xact_commit AS double precision) AS transactions,
    CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS double precision) AS commits
  FROM pg_stat_database WHERE datname = current_database()`;

async function sampleOf(cluster: Cluster, url: string, service: number): Promise<Sample> {
  const { user, system } = process.cpuUsage();
  const [row] = await runSql(url, COUNTS);
  return {
    service: usedBy(service),
    database: childrenOf(cluster.pid).reduce((sum, pid) => sum + usedBy(pid), usedBy(cluster.pid)),
    generator: user + system,
    ...counts.parse(row),
  };
}

/** Processor time of a process, microseconds; 0 if it has ended. */
function usedBy(pid: number): number {
  const { user, system } = processorTimeOf(pid) ?? { user: 0, system: 0 };
  return user + system;
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}
