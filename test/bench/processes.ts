import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openShops } from '../process/kill-services/shops.ts';
import type { Cluster } from './cluster.ts';
import {
  createPayment,
  durableFlow,
  type LoadResult,
  type Round,
  runLoad,
  type ServiceTarget,
  SHORT_WARM_UP,
  WARM_UP_SHARED,
} from './loads.ts';
import { RawClient } from './raw-client.ts';
import { type BenchService, startService } from './service-server.ts';

export type ProcessesLoad = {
  /** Name of the new database of this load. */
  readonly database: string;
  /** Processes of the service on this database. No process is bound to a core. */
  readonly processes: number;
  /** Merchants that share the load; the flows of a connection are one merchant's after another's. */
  readonly merchants: number;
  /** Connections in all; each process gets the same number. */
  readonly connections: number;
  readonly seconds: number;
};

/** More flows than one load makes, so that no two loads use the same numbers. */
const FLOWS_MAX = 1_000_000;

/** Runs the durable flow on several processes of one database. */
export async function flowOnProcesses(cluster: Cluster, load: ProcessesLoad): Promise<LoadResult> {
  const [result] = await flowsOnProcesses(cluster, load, [load.connections]);
  if (result === undefined) throw new Error('there is no load');
  return result;
}

/** The same with several numbers of connections, one after the other, on the same processes. */
export async function flowsOnProcesses(
  cluster: Cluster,
  load: Omit<ProcessesLoad, 'connections'>,
  connections: readonly number[],
): Promise<readonly LoadResult[]> {
  const { database, processes, merchants, seconds } = load;
  const data = await mkdtemp(join(tmpdir(), 'tillkit-bench-keys-'));
  const where = ['--data', data, '--database-url', await cluster.database(database)];
  const services: BenchService[] = [];
  const start = async (run: string) => {
    const service = await startService(`${database}${run}`, where, { core: 'anywhere' });
    services.push(service);
    return service;
  };
  try {
    const first = await start('s0');
    const targetsOf = await openTargets(first, merchants, where);
    for (let at = 1; at < processes; at += 1) await start(`s${at}`);
    for (const service of services) await signIn(service, targetsOf(service));
    const results: LoadResult[] = [];
    for (const [place, inAll] of connections.entries()) {
      await cluster.checkpoint();
      // The processes share the cores, so that each needs as many times longer to compile its code.
      const warmUp = place === 0 ? WARM_UP_SHARED * processes : SHORT_WARM_UP;
      const loads = services.map((service) => {
        const round = flowOf(targetsOf(service), place * FLOWS_MAX);
        return runLoad(service.url, round, {
          connections: inAll / processes,
          seconds,
          warmUp,
        });
      });
      results.push(combined(await Promise.all(loads)));
    }
    return results;
  } finally {
    for (const service of services) await service.stop();
    await rm(data, { recursive: true, force: true });
  }
}

/** The durable flow, one merchant's after another's. Numbers of flows begin after `before`. */
function flowOf(targets: readonly ServiceTarget[], before: number): Round {
  const flows = targets.map((target) => durableFlow(target));
  return (client, number) => {
    const flow = flows[number % flows.length];
    if (flow === undefined) throw new Error('there is no merchant');
    return flow(client, before + number);
  };
}

type TargetsOf = (service: BenchService) => readonly ServiceTarget[];

/** Creates merchants with a till each, beside that of the demo. */
async function openTargets(
  { details }: BenchService,
  merchants: number,
  where: readonly string[],
): Promise<TargetsOf> {
  const shops = await openShops(merchants, where);
  return ({ target }) =>
    shops.map((shop) => {
      const { merchantId: merchant, userId: user, secret } = shop(details);
      return { ...target, merchant, user, secret };
    });
}

/** Creates a payment for each merchant. The first check of a secret is slow, and no part of the load. */
async function signIn(service: BenchService, targets: readonly ServiceTarget[]): Promise<void> {
  const client = await RawClient.open(service.url);
  for (const target of targets) {
    await createPayment(client, { ...target, run: `${target.run}first` }, 0);
  }
  client.close();
}

/** The total of loads that ran at the same time. */
function combined(loads: readonly LoadResult[]): LoadResult {
  return {
    rate: loads.reduce((sum, load) => sum + load.rate, 0),
    p50: Math.max(...loads.map(({ p50 }) => p50)),
    p99: Math.max(...loads.map(({ p99 }) => p99)),
    // All loads run in this process, so each result has the processor time of all.
    generatorLoad: Math.max(...loads.map(({ generatorLoad }) => generatorLoad)),
    // The loads go to several servers.
    serverTime: null,
  };
}
