import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, startCluster } from '../cluster.ts';
import { durableFlow, runLoad, WARM_AGAIN } from '../loads.ts';
import type { Lengths } from '../parts/flow.ts';
import { type Figure, spreadOf } from '../report.ts';
import { type BenchService, startService } from '../service-server.ts';
import { beside, type Pair, REQUESTS, skipped, tried } from './figures.ts';
import { installPeer } from './installed.ts';
import { MEDUSA, type MedusaProcess, startMedusa } from './medusa.ts';

const FLOWS = 16;
const AT_LEAST = 10;
/** Seconds in which both learn their work before the first round; one more before each of ours. */
const WARM_UP = 5;

/**
 * The durable flow on PostgreSQL, over http with every middleware on, beside Medusa's payment module
 * called in its own process: a database each in the same cluster, 16 flows at once, rounds alternate.
 * Nothing is pinned: the server works for both.
 */
export async function besideMedusa(lengths: Lengths): Promise<readonly Figure[]> {
  const peer = await installPeer(MEDUSA.packages);
  if (!peer.ok) return [skipped(MEDUSA.name, peer.why)];
  const started = await tried(startCluster);
  if (!started.ok) return [skipped(MEDUSA.name, `there is no PostgreSQL: ${started.why}`)];
  const cluster = started.value;
  const home = await mkdtemp(join(tmpdir(), 'tillkit-bench-medusa-'));
  try {
    const ours = await oursOn(cluster, home);
    try {
      return await rounds(peer.folder, { cluster, home, ours }, lengths);
    } finally {
      await ours.stop();
    }
  } finally {
    await cluster.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function oursOn(cluster: Cluster, home: string): Promise<BenchService> {
  const url = await cluster.database('ours');
  const where = ['--data', join(home, 'ours'), '--database-url', url];
  return startService('medusa', where, { core: 'anywhere' });
}

type World = { readonly cluster: Cluster; readonly home: string; readonly ours: BenchService };

async function rounds(folder: string, world: World, lengths: Lengths): Promise<readonly Figure[]> {
  const database = await world.cluster.database('medusa');
  const started = await tried(() => startMedusa(folder, database, world.home, FLOWS));
  if (!started.ok) return [skipped(MEDUSA.name, `it does not start: ${started.why}`)];
  try {
    return await alternate(world, started.value, lengths);
  } finally {
    await started.value.stop();
  }
}

type Round = Pair & {
  readonly ourP99: number;
  readonly theirP99: number;
  readonly theirCores: number;
};

async function alternate(
  { cluster, ours }: World,
  medusa: MedusaProcess,
  { seconds, rounds }: Lengths,
): Promise<readonly Figure[]> {
  const load = (run: string, length: number) =>
    runLoad(ours.url, FLOWS, length, durableFlow({ ...ours.target, run }), WARM_AGAIN);
  await load('warm', WARM_UP);
  await tried(() => medusa.measure(WARM_UP));
  const pairs: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await cluster.checkpoint();
    const one = await load(`round${round}`, seconds);
    await cluster.checkpoint();
    const other = await tried(() => medusa.measure(seconds));
    if (!other.ok) return [skipped(MEDUSA.name, other.why)];
    const { rate, p99, cores } = other.value;
    const ourRate = one.rate / REQUESTS;
    const figures = { ours: ourRate, theirs: rate, ourP99: one.p99, theirP99: p99 };
    pairs.push({ ...figures, theirCores: cores });
  }
  const durability = `${cluster.says}, for both`;
  return [...beside({ ...MEDUSA, durability }, pairs, AT_LEAST), ...latencies(pairs)];
}

function latencies(pairs: readonly Round[]): readonly Figure[] {
  const middle = (values: readonly number[]) => spreadOf(values).middle;
  const theirs = middle(pairs.map(({ theirP99 }) => theirP99));
  const note = `its process used ${middle(pairs.map(({ theirCores }) => theirCores)).toFixed(2)} cores`;
  return [
    { what: '  p99 of our flow', value: middle(pairs.map(({ ourP99 }) => ourP99)), unit: 'ms' },
    { what: '  p99 of its flow', value: theirs, unit: 'ms', note },
  ];
}
