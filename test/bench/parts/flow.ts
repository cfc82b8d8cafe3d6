import { bareRequest, durableFlow, type LoadResult, type Round, runLoad } from '../loads.ts';
import { type Figure, spreadOf } from '../report.ts';
import { startCeiling, startService } from '../service-server.ts';

export type Lengths = {
  readonly seconds: number;
  readonly rounds: number;
};

/** Compares the durable flow of a payment with bare handlers. The rounds of all alternate. */
export async function measureFlow({ seconds, rounds }: Lengths): Promise<readonly Figure[]> {
  const short: LoadResult[] = [];
  const long: LoadResult[] = [];
  const express: LoadResult[] = [];
  const http: LoadResult[] = [];
  for (let round = 0; round < rounds; round += 1) {
    short.push(await ofService(round, 16, seconds, false));
    express.push(await ofCeiling('bare-express', 16, seconds));
    long.push(await ofService(round, 16, seconds, true));
    http.push(await ofCeiling('bare-http', 16, seconds));
  }
  const alone = await ofService(0, 1, seconds, true);
  const many = await ofService(0, 64, seconds, true);
  return [
    against('create, confirm, capture; 16 connections', short, express, 0.25),
    latency('  p99 of the three requests', short),
    against('create, confirm, capture, read back; 16 connections', long, express, 0.35),
    latency('  p99 of the four requests', long, 30),
    processorTime(long, express),
    { what: '  the same with 1 connection', value: alone.rate, unit: 'req/s', note: p99(alone) },
    { what: '  the same with 64 connections', value: many.rate, unit: 'req/s', note: p99(many) },
    plain('bare Express (parses the same body)', express),
    plain('bare node:http', http),
  ];
}

async function ofService(
  round: number,
  connections: number,
  seconds: number,
  readBack: boolean,
  options?: readonly string[],
): Promise<LoadResult> {
  const service = await startService(`flow${round}`, options);
  try {
    const flow: Round = durableFlow(service.target, { readBack });
    return await runLoad(service.url, flow, { connections, seconds, server: service.pid });
  } finally {
    await service.stop();
  }
}

async function ofCeiling(
  script: 'bare-express' | 'bare-http',
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const server = await startCeiling(script);
  try {
    return await runLoad(server.url, bareRequest(), { connections, seconds, server: server.pid });
  } finally {
    await server.stop();
  }
}

const rates = (results: readonly LoadResult[]) => results.map(({ rate }) => rate);
const p99 = (result: LoadResult) => `p99 ${result.p99.toFixed(1)} ms`;

function against(
  what: string,
  ours: readonly LoadResult[],
  ceiling: readonly LoadResult[],
  atLeast: number,
): Figure {
  const ratio = spreadOf(
    ours.map(({ rate }, round) => rate / (ceiling[round]?.rate ?? Number.NaN)),
  );
  const value = spreadOf(rates(ceiling)).middle;
  return {
    what,
    value: spreadOf(rates(ours)).middle,
    unit: 'req/s',
    against: { name: 'bare Express', value, ratio },
    target: { requirement: `at least ${atLeast} of bare Express`, met: ratio.middle >= atLeast },
  };
}

function latency(what: string, results: readonly LoadResult[], under?: number): Figure {
  const value = spreadOf(results.map((result) => result.p99)).middle;
  const figure = { what, value, unit: 'ms' };
  if (under === undefined) return figure;
  return { ...figure, target: { requirement: `under ${under} ms`, met: value < under } };
}

/**
 * The processor time of one request. If nothing else runs on the servers' core and both servers use it
 * completely, the ratio of their rates is the inverse of this ratio.
 */
function processorTime(ours: readonly LoadResult[], ceiling: readonly LoadResult[]): Figure {
  const total = ({ serverTime }: LoadResult) =>
    serverTime === null ? Number.NaN : serverTime.user + serverTime.system;
  const system = (results: readonly LoadResult[]) =>
    spreadOf(results.map(({ serverTime }) => serverTime?.system ?? Number.NaN)).middle.toFixed(0);
  const bare = spreadOf(ceiling.map(total)).middle;
  return {
    what: '  processor time of one of the four requests',
    value: spreadOf(ours.map(total)).middle,
    unit: 'µs',
    against: {
      name: 'bare Express',
      value: bare,
      ratio: spreadOf(ours.map((result, round) => total(result) / total(ceiling[round] ?? result))),
    },
    note: `system ${system(ours)} µs; bare Express ${bare.toFixed(0)} µs, system ${system(ceiling)} µs`,
  };
}

function plain(what: string, results: readonly LoadResult[]): Figure {
  const busiest = Math.max(...results.map(({ generatorLoad }) => generatorLoad));
  const note = `generator ${busiest.toFixed(2)} of a core`;
  return { what, value: spreadOf(rates(results)).middle, unit: 'req/s', note };
}
