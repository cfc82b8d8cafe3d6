import { type Cluster, startCluster } from '../cluster.ts';
import { predict, type ServiceTimes } from '../model/predict.ts';
import { measureServiceTimes } from '../model/service-times.ts';
import { flowOnProcesses } from '../processes.ts';
import { type Figure, spreadOf } from '../report.ts';
import type { Lengths } from './flow.ts';

const CORES = 2;
const CONNECTIONS = 16;
const PROCESSES = [1, 2, 4];
/** How far a prediction may be from the measured rate. */
const WITHIN = 0.15;
/** Larger machines, whose load comes from other machines, on 16 connections for each process. */
const ELSEWHERE = [
  { cores: 8, processes: [1, 2, 4, 6, 8, 16] },
  { cores: 64, processes: [1, 4, 8, 16, 32, 64] },
];

/**
 * Predicts the rate of one, two and four processes on one PostgreSQL database from the service times of
 * one process, and compares it with the measured rate of the same run. Then predicts 8 and 64 cores.
 */
export async function measureModel({ seconds, rounds }: Lengths): Promise<readonly Figure[]> {
  const cluster = await startCluster();
  try {
    const times: ServiceTimes[] = [];
    const measured = new Map(PROCESSES.map((processes) => [processes, [] as number[]]));
    for (let round = 0; round < rounds; round += 1) {
      times.push(await measureServiceTimes(cluster, seconds, `times${round}`));
      for (const [processes, rates] of measured) {
        rates.push((await flow(cluster, { processes, round, seconds })).rate);
      }
    }
    const usual = middleOf(times);
    console.log(`service times, microseconds: ${JSON.stringify(usual, rounded)}`);
    return [
      ...PROCESSES.map((processes) => compared(times, processes, measured.get(processes) ?? [])),
      ...ELSEWHERE.flatMap(({ cores, processes }) => elsewhere(usual, cores, processes)),
    ];
  } finally {
    await cluster.stop();
  }
}

type Turn = { readonly processes: number; readonly round: number; readonly seconds: number };

function flow(cluster: Cluster, { processes, round, seconds }: Turn) {
  const database = `model${processes}x${round}`;
  const load = { database, processes, merchants: 1, connections: CONNECTIONS, seconds };
  return flowOnProcesses(cluster, load);
}

/** Each round's rate with the prediction from the service times of the same round. */
function compared(
  times: readonly ServiceTimes[],
  processes: number,
  rates: readonly number[],
): Figure {
  const site = { cores: CORES, processes, connections: CONNECTIONS, merchants: 1 };
  const predicted = times.map((one) => predict(one, { ...site, withGenerator: true }).rate);
  const ratio = spreadOf(predicted.map((rate, round) => rate / (rates[round] ?? Number.NaN)));
  return {
    what: `predicted rate of ${processes} processes, ${CORES} cores`,
    value: spreadOf(predicted).middle,
    unit: 'req/s',
    against: { name: 'measured', value: spreadOf(rates).middle, ratio },
    target: {
      requirement: `within ${WITHIN} of the measured rate`,
      met: Math.abs(ratio.middle - 1) <= WITHIN,
    },
  };
}

function elsewhere(
  times: ServiceTimes,
  cores: number,
  processes: readonly number[],
): readonly Figure[] {
  return [1, 64].flatMap((merchants) =>
    processes.map((count) => {
      const site = { cores, processes: count, connections: CONNECTIONS * count, merchants };
      const { rate, busy } = predict(times, { ...site, withGenerator: false });
      const by = merchants === 1 ? 'one merchant' : `${merchants} merchants`;
      const what = `predicted: ${cores} cores, ${count} processes, ${by}`;
      return { what, value: rate, unit: 'req/s', note: `${busy.toFixed(1)} cores busy` };
    }),
  );
}

function middleOf(all: readonly ServiceTimes[]): ServiceTimes {
  const middle = (pick: (times: ServiceTimes) => number) => spreadOf(all.map(pick)).middle;
  const side = (of: 'service' | 'database') => ({
    request: middle((times) => times[of].request),
    reads: middle((times) => times[of].reads),
    commit: middle((times) => times[of].commit),
  });
  return {
    service: side('service'),
    database: side('database'),
    generator: middle(({ generator }) => generator),
    flush: middle(({ flush }) => flush),
  };
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value) : value;
}
