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
  WARM_UP,
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

/** Runs the durable flow on several processes of one database. */
export async function flowOnProcesses(cluster: Cluster, load: ProcessesLoad): Promise<LoadResult> {
  const { database, processes, merchants, connections, seconds } = load;
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
    await cluster.checkpoint();
    const loads = services.map((service) => {
      const flows = targetsOf(service).map((target) => durableFlow(target));
      const round: Round = (client, number) => {
        const flow = flows[number % flows.length];
        if (flow === undefined) throw new Error('there is no merchant');
        return flow(client, number);
      };
      // The processes share the cores, so that each needs as many times longer to compile its code.
      return runLoad(service.url, connections / processes, seconds, round, WARM_UP * processes);
    });
    return combined(await Promise.all(loads));
  } finally {
    for (const service of services) await service.stop();
    await rm(data, { recursive: true, force: true });
  }
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
  };
}
