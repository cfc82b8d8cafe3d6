import { type Cluster, startCluster } from '../cluster.ts';
import type { LoadResult } from '../loads.ts';
import { flowsOnProcesses } from '../processes.ts';
import { type Figure, spreadOf } from '../report.ts';
import type { Lengths } from './flow.ts';

/**
 * In all: with 16 the cores of one process are idle for a part of the time, with 64 they are busy, and
 * with 256 each of four processes has large batches.
 */
const CONNECTIONS = [16, 64, 256];
const MERCHANTS = [1, 16];
/** Processes, and the least share of the rate of one process that they must reach. */
const PROCESSES = [
  { processes: 2, atLeast: 0.95 },
  { processes: 4, atLeast: 0.9 },
];
/** The most that p99 may be, compared with one process. */
const P99_AT_MOST = 1.5;

/**
 * Compares the durable flow on two and four processes of one PostgreSQL database with the flow on one
 * process, on the same cores, with one merchant and with sixteen, and with 16, 64 and 256 connections.
 * The rounds alternate.
 */
export async function measureScale({ seconds, rounds }: Lengths): Promise<readonly Figure[]> {
  const cluster = await startCluster();
  try {
    const figures: Figure[] = [];
    for (const merchants of MERCHANTS) {
      const turns: Turns = new Map();
      for (let round = 0; round < rounds; round += 1) {
        for (const processes of [1, ...PROCESSES.map((one) => one.processes)]) {
          const loads = await measure(cluster, { merchants, processes, round, seconds });
          turns.set(processes, [...(turns.get(processes) ?? []), loads]);
        }
      }
      for (const place of CONNECTIONS.keys()) figures.push(...figuresOf(merchants, place, turns));
    }
    return figures;
  } finally {
    await cluster.stop();
  }
}

/** By number of processes: the loads of each round, one for each number of connections. */
type Turns = Map<number, (readonly LoadResult[])[]>;

type Turn = {
  readonly merchants: number;
  readonly processes: number;
  readonly round: number;
  readonly seconds: number;
};

function measure(cluster: Cluster, { merchants, processes, round, seconds }: Turn) {
  const database = `scale${processes}x${merchants}x${round}`;
  return flowsOnProcesses(cluster, { database, processes, merchants, seconds }, CONNECTIONS);
}

/** The figures for the number of connections at `place`. */
function figuresOf(merchants: number, place: number, turns: Turns): readonly Figure[] {
  const loadsOf = (processes: number) =>
    (turns.get(processes) ?? []).flatMap((loads) => loads[place] ?? []);
  const one = loadsOf(1);
  const of = merchants === 1 ? 'one merchant' : `${merchants} merchants`;
  const by = `${of}, ${CONNECTIONS[place]} connections`;
  return [
    { what: `one process, ${by}`, value: middle(one, 'rate'), unit: 'req/s' },
    { what: '  p99 of a flow', value: middle(one, 'p99'), unit: 'ms' },
    ...PROCESSES.flatMap(({ processes, atLeast }): readonly Figure[] => {
      const many = loadsOf(processes);
      const rate = against(`${processes} processes, ${by}`, 'rate', many, one);
      const p99 = against('  p99 of a flow', 'p99', many, one);
      const [rateRatio, p99Ratio] = [rate.against.ratio.middle, p99.against.ratio.middle];
      return [
        { ...rate, target: { requirement: `at least ${atLeast}`, met: rateRatio >= atLeast } },
        {
          ...p99,
          target: { requirement: `at most ${P99_AT_MOST}`, met: p99Ratio <= P99_AT_MOST },
        },
      ];
    }),
  ];
}

const UNITS = { rate: 'req/s', p99: 'ms' };

function against(
  what: string,
  figure: 'rate' | 'p99',
  many: readonly LoadResult[],
  one: readonly LoadResult[],
) {
  const ratio = spreadOf(many.map((load, at) => load[figure] / (one[at]?.[figure] ?? Number.NaN)));
  return {
    what,
    value: middle(many, figure),
    unit: UNITS[figure],
    against: { name: 'one process', value: middle(one, figure), ratio },
  };
}

function middle(loads: readonly LoadResult[], figure: 'rate' | 'p99'): number {
  return spreadOf(loads.map((load) => load[figure])).middle;
}
