import { type Crowd, openCrowd } from '../callbacks/crowd.ts';
import { type Receiver, startReceiver } from '../callbacks/receiver.ts';
import { type Figure, percentile, spreadOf } from '../report.ts';
import { startService } from '../service-server.ts';
import { within } from '../within.ts';
import type { Lengths } from './flow.ts';

const RATE = 300;
/** Callbacks a second that become due for the other endpoint, whether it answers or does not. */
const OTHER_RATE = 30;
/** What is due for the other endpoint when it begins to hang, and is not sent while it does. */
const BACKLOG = 1_000;
/** Seconds in which the engine learns this work; they are not counted. */
const WARM_UP = 5;
/** Seconds that a callback is waited for, two of its retries among them. */
const PATIENCE = 60;
/** Milliseconds without a request, between a crowd and what is measured. */
const SETTLED = 1_000;
/** Short turns share what the machine does between the two sides. */
const TURNS_OF_A_ROUND = 4;
const SHARE_OF_A_ROUND = 0.5;

type World = { readonly crowd: Crowd; readonly receiver: Receiver; readonly other: Receiver };

/** Milliseconds from the approval's answer to the first byte, of the callbacks of one turn. */
type Times = readonly number[];
type Turn = { readonly alone: Times; readonly beside: Times };

/**
 * Callbacks over http: from the approval's answer to the first byte at its receiver, at a constant
 * rate. There is another endpoint, with as many callbacks of its own all the time; in turns, on the
 * same service, it answers like everybody, and takes what comes and never answers. At the end, how
 * fast a crowd of callbacks drains.
 */
export async function measureCallbacks({ seconds, rounds }: Lengths): Promise<readonly Figure[]> {
  const [receiver, other] = [await startReceiver(), await startReceiver()];
  const service = await startService('callbacks');
  const crowd = await openCrowd(service);
  const world = { crowd, receiver, other };
  try {
    await side(world, 'answers', WARM_UP);
    await side(world, 'hangs', WARM_UP);
    const turns: Turn[] = [];
    for (let at = 0; at < rounds * TURNS_OF_A_ROUND; at += 1) {
      turns.push(await turn(world, at, seconds * SHARE_OF_A_ROUND));
    }
    return [...latencies(turns), await drained(world, RATE * 10)];
  } finally {
    crowd.close();
    await service.stop();
    await receiver.stop();
    await other.stop();
  }
}

/** Each side once, in the other order each time, so that a drift is in both. */
async function turn(world: World, at: number, seconds: number): Promise<Turn> {
  if (at % 2 === 0) {
    const alone = await side(world, 'answers', seconds);
    return { alone, beside: await side(world, 'hangs', seconds) };
  }
  const beside = await side(world, 'hangs', seconds);
  return { alone: await side(world, 'answers', seconds), beside };
}

/** Callbacks that the other endpoint was to get, from the beginning. */
let others = 0;

async function side(world: World, does: 'answers' | 'hangs', seconds: number): Promise<Times> {
  const { crowd, receiver, other } = world;
  const payments = await crowd.make(receiver, RATE * seconds);
  const backlog = await crowd.make(other, BACKLOG);
  const more = await crowd.make(other, OTHER_RATE * seconds);
  others += backlog.length;
  if (does === 'hangs') other.hang();
  await crowd.approveAll(backlog);
  if (does === 'answers') await within(PATIENCE, 'a callback', other.answered(others));
  others += more.length;
  // Neither side begins in what the crowd has left to do.
  await new Promise((resolve) => setTimeout(resolve, SETTLED));
  const times: number[] = [];
  const paced = Promise.all([
    crowd.approveAt(OTHER_RATE, more, async () => {}),
    crowd.approveAt(RATE, payments, async ({ path }, answered) => {
      times.push(Math.max(0, (await receiver.arrival(path)) - answered));
    }),
  ]);
  await within(seconds + PATIENCE, 'a callback', paced);
  other.recover();
  await within(PATIENCE, 'a callback of the one that was hanging', other.answered(others));
  return times;
}

function latencies(turns: readonly Turn[]): readonly Figure[] {
  const alone = turns.flatMap((turn) => turn.alone);
  const beside = turns.flatMap((turn) => turn.beside);
  const ratio = spreadOf(turns.map((turn) => p99(turn.beside) / p99(turn.alone)));
  const counted = `${alone.length} on each side, ${turns.length} turns`;
  const pooled = (p99(beside) / p99(alone)).toFixed(2);
  const says = 'at most 1.1 times the p99 alone';
  return [
    atMost(`callback, answer to first byte, ${RATE}/s: p50`, percentile(alone, 0.5), 5),
    { ...atMost(`callback, answer to first byte, ${RATE}/s: p99`, p99(alone), 50), note: counted },
    {
      what: '  the same p50 beside an endpoint that hangs',
      value: percentile(beside, 0.5),
      unit: 'ms',
    },
    {
      what: '  the same p99 beside an endpoint that hangs',
      value: p99(beside),
      unit: 'ms',
      against: { name: 'the p99 alone', value: p99(alone), ratio },
      target: { says, met: ratio.middle <= 1.1 },
      note: `of all turns together ${pooled} times`,
    },
  ];
}

const p99 = (times: Times) => percentile(times, 0.99);

function atMost(what: string, value: number, limit: number): Figure {
  const target = { says: `at most ${limit} ms`, met: value <= limit };
  return { what, value, unit: 'ms', target };
}

/** Approves all at once; how many callbacks a second arrived until the last. */
async function drained({ crowd, receiver }: World, count: number): Promise<Figure> {
  const payments = await crowd.make(receiver, count);
  const arrivals = payments.map(({ path }) => receiver.arrival(path));
  const begun = performance.now();
  await crowd.approveAll(payments);
  const last = Math.max(...(await within(PATIENCE, 'a callback', Promise.all(arrivals))));
  const value = count / ((last - begun) / 1_000);
  return { what: 'callbacks drained, as fast as they are made', value, unit: '/s' };
}
