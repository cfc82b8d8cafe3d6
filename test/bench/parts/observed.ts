import { startCollector } from '../../support/otlp-collector.ts';
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
const TURNS_PER_ROUND = 8;

/**
 * Compares the flow with metrics, the log of requests and traces with the same flow without them. Both
 * services run all the time and take turns on the same core. Each pair of turns gives a ratio.
 */
export async function measureObserved({ seconds, rounds }: Lengths): Promise<readonly Figure[]> {
  const collector = await startCollector();
  const services: BenchService[] = [];
  try {
    const off = await startService('off');
    services.push(off);
    const env = { ...collector.env, OTEL_BSP_SCHEDULE_DELAY: '1000' };
    const on = await startService('on', OBSERVED, { env });
    services.push(on);
    for (const service of services) await rateOf(service, WARM);
    const turn = seconds / TURNS_PER_ROUND;
    const pairs: { readonly off: number; readonly on: number }[] = [];
    for (let count = 0; count < rounds * TURNS_PER_ROUND; count += 1) {
      // The order changes with each pair, so that not always the same service runs first.
      const [first, second] = count % 2 === 0 ? [off, on] : [on, off];
      const rates = [await rateOf(first, turn), await rateOf(second, turn)] as const;
      pairs.push(first === off ? { off: rates[0], on: rates[1] } : { on: rates[0], off: rates[1] });
    }
    const ratio = spreadOf(pairs.map((pair) => pair.on / pair.off));
    const spans = collector.spans.length;
    if (spans === 0) throw new Error('the collector received no spans');
    return [
      {
        what: 'flow with metrics, request log and traces; 16 connections',
        value: spreadOf(pairs.map((pair) => pair.on)).middle,
        unit: 'req/s',
        against: {
          name: 'the flow without them',
          value: spreadOf(pairs.map((pair) => pair.off)).middle,
          ratio,
        },
        target: { requirement: 'at least 0.9 of the flow without them', met: ratio.middle >= 0.9 },
        note: `${pairs.length} pairs of turns; ${spans} spans were exported`,
      },
    ];
  } finally {
    for (const service of services) await service.stop();
    await collector.stop();
  }
}

let runs = 0;
async function rateOf({ url, target }: BenchService, seconds: number): Promise<number> {
  runs += 1;
  const flow = durableFlow({ ...target, run: `${target.run}${runs}` }, { readBack: true });
  return (await runLoad(url, CONNECTIONS, seconds, flow, SETTLE)).rate;
}
