import { type Cluster, startCluster } from '../cluster.ts';
import type { LoadResult } from '../loads.ts';
import { predict, type ServiceTimes, type Site } from '../model/predict.ts';
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
 * Predicts the rate of one, two and four processes on one PostgreSQL database from the service times of as
 * many processes that have a database each, and compares it with the measured rate of the same run. Then
 * predicts 8 and 64 cores.
 */
export async function measureModel({ seconds, rounds }: Lengths): Promise<readonly Figure[]> {
  const cluster = await startCluster(['track_wal_io_timing=on']);
  try {
    const sites = PROCESSES.map((processes) => ({
      processes,
      times: [] as ServiceTimes[],
      loads: [] as LoadResult[],
    }));
    for (let round = 0; round < rounds; round += 1) {
      for (const { processes, times, loads } of sites) {
        const name = `times${processes}x${round}`;
        times.push(await measureServiceTimes(cluster, { processes, seconds, name }));
        loads.push(await flow(cluster, { processes, round, seconds }));
      }
    }
    const usual = sites.map(({ processes, times }) => ({ processes, times: middleOf(times) }));
    const [alone] = usual;
    if (alone === undefined) throw new Error('no process was measured');
    // The disk and idle cores are not slower with more processes, but waiting for a core would count.
    const { flush, wake } = alone.times;
    const known = usual.map(({ processes, times }) => {
      console.log(`times of ${processes}, microseconds: ${JSON.stringify(times, rounded)}`);
      return { processes, times: { ...times, flush, wake } };
    });
    return [
      ...sites.flatMap(({ loads }, at) => compared(known[at], loads)),
      ...ELSEWHERE.flatMap(({ cores, processes }) => elsewhere(known, cores, processes)),
    ];
  } finally {
    await cluster.stop();
  }
}

/** Service times of one of several processes on `CORES` cores. */
type Known = { readonly processes: number; readonly times: ServiceTimes };

type Turn = { readonly processes: number; readonly round: number; readonly seconds: number };

function flow(cluster: Cluster, { processes, round, seconds }: Turn) {
  const database = `model${processes}x${round}`;
  const load = { database, processes, merchants: 1, connections: CONNECTIONS, seconds };
  return flowOnProcesses(cluster, load);
}

/** The two cores of this machine, which the load generator shares. */
const siteOf = (processes: number): Site => ({
  ...{ cores: CORES, processes, connections: CONNECTIONS, merchants: 1 },
  withGenerator: true,
});

/** The rates and p99 of all rounds beside the predictions from the middle of their service times. */
function compared(known: Known | undefined, loads: readonly LoadResult[]): readonly Figure[] {
  if (known === undefined) throw new Error('there are no service times');
  const { processes, times } = known;
  const { rate, p99 } = predict(times, siteOf(processes));
  const besides = (value: number, read: (load: LoadResult) => number) => {
    const measured = loads.map(read);
    const ratio = spreadOf(measured.map((one) => value / one));
    return { name: 'measured', value: spreadOf(measured).middle, ratio };
  };
  const rates = besides(rate, (load) => load.rate);
  const milliseconds = p99 / 1_000;
  return [
    {
      what: `predicted rate of ${processes} processes, ${CORES} cores`,
      value: rate,
      unit: 'req/s',
      against: rates,
      target: {
        requirement: `within ${WITHIN} of the measured rate`,
        met: Math.abs(rates.ratio.middle - 1) <= WITHIN,
      },
    },
    {
      what: '  predicted p99 of a flow',
      value: milliseconds,
      unit: 'ms',
      against: besides(milliseconds, (load) => load.p99),
    },
  ];
}

/** The service times of as many processes for each core, or of the most that were measured. */
function timesFor(known: readonly Known[], processes: number, cores: number): ServiceTimes {
  const fits = known.find((one) => one.processes / CORES >= processes / cores) ?? known.at(-1);
  if (fits === undefined) throw new Error('there are no service times');
  return fits.times;
}

function elsewhere(
  known: readonly Known[],
  cores: number,
  processes: readonly number[],
): readonly Figure[] {
  return [1, 64].flatMap((merchants) =>
    processes.map((count) => {
      const site = { cores, processes: count, connections: CONNECTIONS * count, merchants };
      const times = timesFor(known, count, cores);
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
    wake: middle(({ wake }) => wake),
    notice: {
      service: middle(({ notice }) => notice.service),
      database: middle(({ notice }) => notice.database),
    },
  };
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value) : value;
}
