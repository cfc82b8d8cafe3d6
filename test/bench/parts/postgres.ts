import { type SimpleUpdate, simpleUpdate } from '../ceilings/pgbench.ts';
import { type Cluster, startCluster } from '../cluster.ts';
import type { LoadResult } from '../loads.ts';
import { flowOnProcesses } from '../processes.ts';
import { type Figure, spreadOf } from '../report.ts';
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

/** Runs the flow of one merchant on processes that share a database. */
function flowWith(processes: number, round: number, cluster: Cluster, seconds: number) {
  const database = `flow${processes}x${round}`;
  const load = { database, processes, merchants: 1, connections: CLIENTS, seconds };
  return flowOnProcesses(cluster, load);
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
