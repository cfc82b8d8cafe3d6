import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, startCluster } from '../cluster.ts';
import { durableFlow, runLoad, SHORT_WARM_UP } from '../loads.ts';
import type { Lengths } from '../parts/flow.ts';
import { type Figure, spreadOf } from '../report.ts';
import { type BenchService, startService } from '../service-server.ts';
import { attempt, comparison, type Pair, REQUESTS_PER_FLOW, skipped } from './figures.ts';
import { installPeer } from './installed.ts';
import { MEDUSA, type MedusaProcess, startMedusa } from './medusa.ts';

const FLOWS = 16;
const TARGET_RATIO = 10;
/** Seconds of warm-up of both before the first round. */
const WARM_UP = 5;

/**
 * Compares the durable flow on PostgreSQL, over HTTP with all middleware, with Medusa's payment module,
 * which is called in its process. Each has a database in the same cluster and runs 16 flows at once.
 * The rounds alternate. No process is bound to a core, because both use the same PostgreSQL server.
 */
export async function compareWithMedusa(lengths: Lengths): Promise<readonly Figure[]> {
  const peer = await installPeer(MEDUSA.packages);
  if (!peer.ok) return [skipped(MEDUSA.name, peer.why)];
  const started = await attempt(startCluster);
  if (!started.ok) return [skipped(MEDUSA.name, `PostgreSQL did not start: ${started.why}`)];
  const cluster = started.value;
  const home = await mkdtemp(join(tmpdir(), 'tillkit-bench-medusa-'));
  try {
    const ours = await startServiceOn(cluster, home);
    try {
      return await withMedusa(peer.folder, { cluster, home, ours }, lengths);
    } finally {
      await ours.stop();
    }
  } finally {
    await cluster.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function startServiceOn(cluster: Cluster, home: string): Promise<BenchService> {
  const url = await cluster.database('ours');
  const where = ['--data', join(home, 'ours'), '--database-url', url];
  return startService('medusa', where, { core: 'anywhere' });
}

type Setup = { readonly cluster: Cluster; readonly home: string; readonly ours: BenchService };

async function withMedusa(
  folder: string,
  world: Setup,
  lengths: Lengths,
): Promise<readonly Figure[]> {
  const database = await world.cluster.database('medusa');
  const started = await attempt(() => startMedusa(folder, database, world.home, FLOWS));
  if (!started.ok) return [skipped(MEDUSA.name, `it did not start: ${started.why}`)];
  try {
    return await alternateRounds(world, started.value, lengths);
  } finally {
    await started.value.stop();
  }
}

type Round = Pair & {
  readonly ourP99: number;
  readonly theirP99: number;
  readonly theirCores: number;
};

async function alternateRounds(
  { cluster, ours }: Setup,
  medusa: MedusaProcess,
  { seconds, rounds }: Lengths,
): Promise<readonly Figure[]> {
  const load = (run: string, length: number) =>
    runLoad(ours.url, durableFlow({ ...ours.target, run }), {
      connections: FLOWS,
      seconds: length,
      warmUp: SHORT_WARM_UP,
    });
  await load('warm-up', WARM_UP);
  await attempt(() => medusa.measure(WARM_UP));
  const pairs: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await cluster.checkpoint();
    const service = await load(`round${round}`, seconds);
    await cluster.checkpoint();
    const peer = await attempt(() => medusa.measure(seconds));
    if (!peer.ok) return [skipped(MEDUSA.name, peer.why)];
    const { rate, p99, cores } = peer.value;
    const ourRate = service.rate / REQUESTS_PER_FLOW;
    const figures = { ours: ourRate, theirs: rate, ourP99: service.p99, theirP99: p99 };
    pairs.push({ ...figures, theirCores: cores });
  }
  const durability = `${cluster.description}, for both`;
  return [...comparison({ ...MEDUSA, durability }, pairs, TARGET_RATIO), ...latencies(pairs)];
}

function latencies(pairs: readonly Round[]): readonly Figure[] {
  const middle = (values: readonly number[]) => spreadOf(values).middle;
  const theirs = middle(pairs.map(({ theirP99 }) => theirP99));
  const note = `Medusa's process used ${middle(pairs.map(({ theirCores }) => theirCores)).toFixed(2)} cores`;
  return [
    {
      what: "  p99 of Tillkit's flow",
      value: middle(pairs.map(({ ourP99 }) => ourP99)),
      unit: 'ms',
    },
    { what: "  p99 of Medusa's flow", value: theirs, unit: 'ms', note },
  ];
}
