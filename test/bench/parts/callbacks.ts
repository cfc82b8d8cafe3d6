import { openPaymentLoad, type PaymentLoad } from '../callbacks/crowd.ts';
import { type Receiver, startReceiver } from '../callbacks/receiver.ts';
import { type Figure, percentile, spreadOf } from '../report.ts';
import { startService } from '../service-server.ts';
import { within } from '../within.ts';
import type { Lengths } from './flow.ts';

const RATE = 300;
/** Callbacks per second to the other endpoint, whether it answers or hangs. */
const OTHER_RATE = 30;
/** Number of callbacks that are due for the other endpoint when it begins to hang. */
const OTHER_BACKLOG = 1_000;
/** Seconds of warm-up, which are not counted. */
const WARM_UP = 5;
/** Seconds until the bench gives up on a callback. The time includes two retries. */
const CALLBACK_TIMEOUT = 60;
/** Milliseconds without requests between the backlog and the measurement. */
const PAUSE = 1_000;
/** Turns are short, so that the machine's other work affects both sides. */
const TURNS_PER_ROUND = 4;
/** Length of each side of a turn, as a share of a round's length. */
const TURN_LENGTH = 0.5;

type Setup = { readonly crowd: PaymentLoad; readonly receiver: Receiver; readonly other: Receiver };

/** Milliseconds from the approval's answer to the callback's first byte, for one turn. */
type Times = readonly number[];
/** The times while the other endpoint answers, and while it hangs. */
type Turn = { readonly answering: Times; readonly hanging: Times };

/**
 * Measures the time from the approval's answer until the callback's first byte at the receiver, at a
 * constant rate. The same service also sends callbacks to another endpoint, which answers or hangs in
 * alternate turns. At the end it measures how fast the service sends a large number of callbacks.
 */
export async function measureCallbacks({ seconds, rounds }: Lengths): Promise<readonly Figure[]> {
  const [receiver, other] = [await startReceiver(), await startReceiver()];
  const service = await startService('callbacks');
  const crowd = await openPaymentLoad(service);
  const world = { crowd, receiver, other };
  try {
    await measureSide(world, 'answers', WARM_UP);
    await measureSide(world, 'hangs', WARM_UP);
    const turns: Turn[] = [];
    for (let at = 0; at < rounds * TURNS_PER_ROUND; at += 1) {
      turns.push(await measureTurn(world, at, seconds * TURN_LENGTH));
    }
    return [...latencies(turns), await measureDrain(world, RATE * 10)];
  } finally {
    crowd.close();
    await service.stop();
    await receiver.stop();
    await other.stop();
  }
}

/** Measures both sides. The order changes with each turn, so that a drift affects both. */
async function measureTurn(world: Setup, at: number, seconds: number): Promise<Turn> {
  if (at % 2 === 0) {
    const alone = await measureSide(world, 'answers', seconds);
    return { answering: alone, hanging: await measureSide(world, 'hangs', seconds) };
  }
  const beside = await measureSide(world, 'hangs', seconds);
  return { answering: await measureSide(world, 'answers', seconds), hanging: beside };
}

/** Number of callbacks for the other endpoint since the start. */
let expectedAtOther = 0;

async function measureSide(
  world: Setup,
  behaviour: 'answers' | 'hangs',
  seconds: number,
): Promise<Times> {
  const { crowd, receiver, other } = world;
  const payments = await crowd.createPayments(receiver, RATE * seconds);
  const backlog = await crowd.createPayments(other, OTHER_BACKLOG);
  const more = await crowd.createPayments(other, OTHER_RATE * seconds);
  expectedAtOther += backlog.length;
  if (behaviour === 'hangs') other.hang();
  await crowd.approveAll(backlog);
  if (behaviour === 'answers')
    await within(CALLBACK_TIMEOUT, 'a callback', other.answered(expectedAtOther));
  expectedAtOther += more.length;
  // The service finishes its work for the backlog before the measurement begins.
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  const times: number[] = [];
  const paced = Promise.all([
    crowd.approveAt(OTHER_RATE, more, async () => {}),
    crowd.approveAt(RATE, payments, async ({ path }, answered) => {
      times.push(Math.max(0, (await receiver.arrival(path)) - answered));
    }),
  ]);
  await within(seconds + CALLBACK_TIMEOUT, 'a callback', paced);
  other.recover();
  await within(
    CALLBACK_TIMEOUT,
    'a callback to the endpoint that hung',
    other.answered(expectedAtOther),
  );
  return times;
}

function latencies(turns: readonly Turn[]): readonly Figure[] {
  const answering = turns.flatMap((turn) => turn.answering);
  const hanging = turns.flatMap((turn) => turn.hanging);
  const ratio = spreadOf(turns.map((turn) => p99(turn.hanging) / p99(turn.answering)));
  const counted = `${answering.length} callbacks on each side, ${turns.length} turns`;
  const pooled = (p99(hanging) / p99(answering)).toFixed(2);
  const requirement = 'at most 1.1 times the p99 without a hanging endpoint';
  return [
    atMost(`callback, answer to first byte, ${RATE}/s: p50`, percentile(answering, 0.5), 5),
    {
      ...atMost(`callback, answer to first byte, ${RATE}/s: p99`, p99(answering), 50),
      note: counted,
    },
    {
      what: '  p50 while another endpoint hangs',
      value: percentile(hanging, 0.5),
      unit: 'ms',
    },
    {
      what: '  p99 while another endpoint hangs',
      value: p99(hanging),
      unit: 'ms',
      against: { name: 'p99 without a hanging endpoint', value: p99(answering), ratio },
      target: { requirement, met: ratio.middle <= 1.1 },
      note: `ratio over all turns together ${pooled}`,
    },
  ];
}

const p99 = (times: Times) => percentile(times, 0.99);

function atMost(what: string, value: number, limit: number): Figure {
  const target = { requirement: `at most ${limit} ms`, met: value <= limit };
  return { what, value, unit: 'ms', target };
}

/** Approves all payments at once. The rate counts callbacks until the last one arrived. */
async function measureDrain({ crowd, receiver }: Setup, count: number): Promise<Figure> {
  const payments = await crowd.createPayments(receiver, count);
  const arrivals = payments.map(({ path }) => receiver.arrival(path));
  const begun = performance.now();
  await crowd.approveAll(payments);
  const last = Math.max(...(await within(CALLBACK_TIMEOUT, 'a callback', Promise.all(arrivals))));
  const value = count / ((last - begun) / 1_000);
  return { what: 'callbacks sent, with payments approved at once', value, unit: '/s' };
}
