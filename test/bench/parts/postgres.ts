import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SimpleUpdate, simpleUpdate } from '../ceilings/pgbench.ts';
import { type Cluster, startCluster } from '../cluster.ts';
import { durableFlow, type LoadResult, runLoad } from '../loads.ts';
import { type Figure, spreadOf } from '../report.ts';
import { type BenchService, startService } from '../service-server.ts';
import type { Lengths } from './flow.ts';

const CLIENTS = 16;
const AT_LEAST = 0.5;

type Measured = { readonly flow: LoadResult; readonly ceiling: number };

/**
 * Compares the durable flow on PostgreSQL, with one process and with two, with `pgbench`'s simple
 * update on the same cluster. No process is bound to a core.
 */
export async function measurePostgres(lengths: Lengths): Promise<readonly Figure[]> {
  const cluster = await startCluster();
  try {
    const ceiling = await simpleUpdate(cluster);
    const one: Measured[] = [];
    const two: Measured[] = [];
    const prepared: number[] = [];
    for (let round = 0; round < lengths.rounds; round += 1) {
      const before = await rate(cluster, ceiling.measure, lengths.seconds);
      one.push({ flow: await flowWith(1, round, cluster, lengths.seconds), ceiling: before });
      two.push({ flow: await flowWith(2, round, cluster, lengths.seconds), ceiling: before });
      if (ceiling.prepared !== null) {
        prepared.push(await rate(cluster, ceiling.prepared, lengths.seconds));
      }
    }
    const ceilingFigure = {
      what: `${ceiling.name}, simple update, ${CLIENTS} clients`,
      value: spreadOf(one.map((round) => round.ceiling)).middle,
      unit: 'tx/s',
      note: cluster.description,
    };
    return [
      against('one process', one, ceiling, AT_LEAST),
      latency('  p99 of a flow, one process', one),
      against('two processes', two, ceiling, null),
      latency('  p99 of a flow, two processes', two),
      ceilingFigure,
      ...(prepared.length === 0 ? [] : [preparedFigure(prepared)]),
    ];
  } finally {
    await cluster.stop();
  }
}

async function rate(
  cluster: Cluster,
  measure: SimpleUpdate['measure'],
  seconds: number,
): Promise<number> {
  await cluster.checkpoint();
  return measure(CLIENTS, seconds);
}

/** Runs the flow on several processes of one database; each gets the same number of connections. */
async function flowWith(
  processes: number,
  round: number,
  cluster: Cluster,
  seconds: number,
): Promise<LoadResult> {
  const url = await cluster.database(`flow${processes}x${round}`);
  const data = await mkdtemp(join(tmpdir(), 'tillkit-bench-keys-'));
  const services: BenchService[] = [];
  try {
    for (let at = 0; at < processes; at += 1) {
      const where = ['--data', data, '--database-url', url];
      services.push(
        await startService(`p${processes}r${round}s${at}`, where, { core: 'anywhere' }),
      );
    }
    await cluster.checkpoint();
    const each = CLIENTS / processes;
    const loads = services.map((service) =>
      runLoad(service.url, each, seconds, durableFlow(service.target)),
    );
    return combined(await Promise.all(loads));
  } finally {
    for (const service of services) await service.stop();
    await rm(data, { recursive: true, force: true });
  }
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

function against(
  processes: string,
  rounds: readonly Measured[],
  { name }: SimpleUpdate,
  atLeast: number | null,
): Figure {
  const ratio = spreadOf(rounds.map(({ flow, ceiling }) => flow.rate / ceiling));
  const busiest = Math.max(...rounds.map(({ flow }) => flow.generatorLoad));
  const figure: Figure = {
    what: `create, confirm, capture on PostgreSQL, ${processes}`,
    value: spreadOf(rounds.map(({ flow }) => flow.rate)).middle,
    unit: 'req/s',
    against: { name, value: spreadOf(rounds.map(({ ceiling }) => ceiling)).middle, ratio },
    note: `generator ${busiest.toFixed(2)} of a core`,
  };
  if (atLeast === null) return figure;
  const target = { requirement: `at least ${atLeast} of ${name}`, met: ratio.middle >= atLeast };
  return { ...figure, target };
}

function latency(what: string, rounds: readonly Measured[]): Figure {
  return { what, value: spreadOf(rounds.map(({ flow }) => flow.p99)).middle, unit: 'ms' };
}

function preparedFigure(rates: readonly number[]): Figure {
  const what = '  the same with prepared statements';
  return { what, value: spreadOf(rates).middle, unit: 'tx/s' };
}
