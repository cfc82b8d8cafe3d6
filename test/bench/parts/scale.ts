import { type Cluster, startCluster } from '../cluster.ts';
import type { LoadResult } from '../loads.ts';
import { flowOnProcesses } from '../processes.ts';
import { type Figure, spreadOf } from '../report.ts';
import type { Lengths } from './flow.ts';

const CONNECTIONS = 16;
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
 * process, on the same cores, with one merchant and with sixteen. The rounds alternate.
 */
export async function measureScale({ seconds, rounds }: Lengths): Promise<readonly Figure[]> {
  const cluster = await startCluster();
  try {
    const figures: Figure[] = [];
    for (const merchants of MERCHANTS) {
      const results = new Map<number, LoadResult[]>();
      for (let round = 0; round < rounds; round += 1) {
        for (const processes of [1, ...PROCESSES.map((one) => one.processes)]) {
          const result = await measure(cluster, { merchants, processes, round, seconds });
          results.set(processes, [...(results.get(processes) ?? []), result]);
        }
      }
      figures.push(...figuresOf(merchants, results));
    }
    return figures;
  } finally {
    await cluster.stop();
  }
}

type Turn = {
  readonly merchants: number;
  readonly processes: number;
  readonly round: number;
  readonly seconds: number;
};

function measure(cluster: Cluster, { merchants, processes, round, seconds }: Turn) {
  const database = `scale${processes}x${merchants}x${round}`;
  const load = { database, processes, merchants, connections: CONNECTIONS, seconds };
  return flowOnProcesses(cluster, load);
}

function figuresOf(
  merchants: number,
  results: ReadonlyMap<number, readonly LoadResult[]>,
): readonly Figure[] {
  const one = results.get(1) ?? [];
  const by = merchants === 1 ? 'one merchant' : `${merchants} merchants`;
  return [
    { what: `one process, ${by}`, value: middle(one, 'rate'), unit: 'req/s' },
    { what: '  p99 of a flow', value: middle(one, 'p99'), unit: 'ms' },
    ...PROCESSES.flatMap(({ processes, atLeast }): readonly Figure[] => {
      const many = results.get(processes) ?? [];
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
