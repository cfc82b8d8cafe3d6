import { type Collector, startCollector } from '../../support/otlp-collector.ts';
import { durableFlow, runLoad } from '../loads.ts';
import { type Figure, spreadOf } from '../report.ts';
import { type BenchService, startService } from '../service-server.ts';
import type { Lengths } from './flow.ts';

/** Options that switch on metrics and the log of requests. */
const OBSERVED = ['--ephemeral', '--admin-listen', '127.0.0.1:0', '--log-requests', 'yes'];
const CONNECTIONS = 16;
/** Seconds until V8 has compiled the code of a new process. */
const WARM = 4;
/** Seconds of a turn before its measurement. */
const SETTLE = 0.2;
/** Turns are short, so that both services have the same share of the machine's other work. */
const PAIRS_PER_ROUND = 8;

/**
 * Compares the flow with metrics, the log of requests and traces with the same flow without them. The two
 * services of a round run all the time and take turns on the same core; their median ratio is the ratio
 * of the round. Each round starts both anew: two processes of the same code differ by up to a tenth for as
 * long as they run, so one pair of processes says little. Use many rounds, such as 16.
 */
export async function measureObserved({ seconds, rounds }: Lengths): Promise<readonly Figure[]> {
  const collector = await startCollector();
  try {
    const results: RoundResult[] = [];
    for (let round = 0; round < rounds; round += 1) {
      results.push(await oneRound(collector.env, seconds / PAIRS_PER_ROUND));
    }
    const spans = collector.spans.length;
    if (spans === 0) throw new Error('the collector received no spans');
    const ratio = spreadOf(results.map((result) => result.ratio));
    return [
      {
        what: 'flow with metrics, request log and traces; 16 connections',
        value: spreadOf(results.map((result) => result.on)).middle,
        unit: 'req/s',
        against: {
          name: 'the flow without them',
          value: spreadOf(results.map((result) => result.off)).middle,
          ratio,
        },
        target: { requirement: 'at least 0.9 of the flow without them', met: ratio.middle >= 0.9 },
        note: `${rounds} pairs of processes; ${spans} spans were exported`,
      },
    ];
  } finally {
    await collector.stop();
  }
}

/** Medians of a round: both rates, and the ratio of the turns that followed each other. */
type RoundResult = { readonly off: number; readonly on: number; readonly ratio: number };

async function oneRound(env: Collector['env'], turn: number): Promise<RoundResult> {
  const services: BenchService[] = [];
  try {
    const off = await startService('off');
    services.push(off);
    const exporting = { ...env, OTEL_BSP_SCHEDULE_DELAY: '1000' };
    const on = await startService('on', OBSERVED, { env: exporting });
    services.push(on);
    for (const service of services) await rateOf(service, WARM);
    const pairs: { readonly off: number; readonly on: number }[] = [];
    for (let count = 0; count < PAIRS_PER_ROUND; count += 1) {
      // The order changes with each pair, so that not always the same service runs first.
      const [first, second] = count % 2 === 0 ? [off, on] : [on, off];
      const rates = [await rateOf(first, turn), await rateOf(second, turn)] as const;
      pairs.push(first === off ? { off: rates[0], on: rates[1] } : { on: rates[0], off: rates[1] });
    }
    return {
      off: spreadOf(pairs.map((pair) => pair.off)).middle,
      on: spreadOf(pairs.map((pair) => pair.on)).middle,
      ratio: spreadOf(pairs.map((pair) => pair.on / pair.off)).middle,
    };
  } finally {
    for (const service of services) await service.stop();
  }
}

let runs = 0;
async function rateOf({ url, target }: BenchService, seconds: number): Promise<number> {
  runs += 1;
  const flow = durableFlow({ ...target, run: `${target.run}${runs}` }, { readBack: true });
  return (await runLoad(url, flow, { connections: CONNECTIONS, seconds, warmUp: SETTLE })).rate;
}
