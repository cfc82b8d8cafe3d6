import { WebSocket } from 'ws';
import { confirmPayment, createPayment } from '../loads.ts';
import { RawClient } from '../raw-client.ts';
import { type Figure, percentile, spreadOf } from '../report.ts';
import { type BenchService, startCeiling, startService } from '../service-server.ts';
import { within } from '../within.ts';

const EVENTS = 200;
/** Number of events of the warm-up, which are not counted. */
const WARM_UP = 300;
/** Milliseconds between two events. */
const PAUSE = 10;
/** Seconds until the bench gives up on an event. */
const EVENT_TIMEOUT = 30;
/** About the size of an event; the echo has the same size. */
const EVENT_BYTES = 600;

type Times = readonly number[];

/**
 * Measures the time from the request of an approval until its event arrives on the channel, as a ratio
 * to a bare WebSocket echo. The rounds of both alternate on the same processes.
 */
export async function measureEvents(
  subscribers: number,
  rounds: number,
): Promise<readonly Figure[]> {
  const service = await startService(`events${subscribers}`);
  const echo = await startCeiling('bare-echo');
  const sockets: Subscriber[] = [];
  try {
    for (let i = 0; i < subscribers; i += 1) sockets.push(await subscribe(service, `bench.${i}`));
    await eventTimes(service, sockets, WARM_UP);
    await echoTimes(echo.url, WARM_UP);
    const ours: Times[] = [];
    const bare: Times[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await eventTimes(service, sockets, EVENTS));
      bare.push(await echoTimes(echo.url, EVENTS));
    }
    return [figureOf(subscribers, ours, bare)];
  } finally {
    for (const { socket } of sockets) socket.terminate();
    await service.stop();
    await echo.stop();
  }
}

const p50 = (times: Times) => percentile(times, 0.5);

function figureOf(subscribers: number, ours: readonly Times[], bare: readonly Times[]): Figure {
  const echo = p50(bare.flat());
  const p99 = percentile(ours.flat(), 0.99);
  return {
    what: `approval to the event on its ws: channel; ${subscribers} channels`,
    value: p50(ours.flat()),
    unit: 'ms',
    against: {
      name: 'bare ws echo',
      value: echo,
      ratio: spreadOf(ours.map((times, round) => p50(times) / p50(bare[round] ?? []))),
    },
    note: `p99 ${p99.toFixed(2)} ms; bare ws echo ${echo.toFixed(2)} ms`,
  };
}

type Subscriber = {
  readonly socket: WebSocket;
  /** The time at which the channel's next event arrives. */
  readonly next: () => Promise<number>;
};

async function subscribe(service: BenchService, channel: string): Promise<Subscriber> {
  const { target, url } = service;
  const headers = {
    'x-svc-merchant': target.merchant,
    'x-svc-user': 'pos',
    authorization: `SECRET ${target.secret}`,
  };
  const socket = new WebSocket(`ws://${url.host}${target.basePath}/event/`, 'svc.events.v1', {
    headers,
    perMessageDeflate: false,
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'subscribe', channels: [channel] }));
  const arrived: number[] = [];
  let waiting: ((at: number) => void) | null = null;
  socket.on('message', (data) => {
    const frame: { type: string; seq?: number } = JSON.parse(String(data));
    if (frame.type !== 'event') return;
    socket.send(JSON.stringify({ type: 'ack', channel, seq: frame.seq }));
    if (waiting === null) arrived.push(performance.now());
    else waiting(performance.now());
    waiting = null;
  });
  const next = () =>
    new Promise<number>((resolve) => {
      const at = arrived.shift();
      if (at === undefined) waiting = resolve;
      else resolve(at);
    });
  return { socket, next };
}

let made = 0;

async function eventTimes(
  service: BenchService,
  sockets: readonly Subscriber[],
  count: number,
): Promise<Times> {
  const client = await RawClient.open(service.url);
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const at = (i * 7) % sockets.length;
    const callback = { callback_uri: `ws:bench.${at}` };
    made += 1;
    const tid = await createPayment(client, service.target, made, callback);
    const event = sockets[at]?.next() ?? Promise.resolve(Number.NaN);
    // Events often arrive before the customer's answer, so the time begins with the request.
    const begun = performance.now();
    await confirmPayment(client, service.target, tid);
    times.push((await within(EVENT_TIMEOUT, 'an event', event)) - begun);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  client.close();
  return times;
}

async function echoTimes(url: URL, count: number): Promise<Times> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise((resolve) => socket.once('open', resolve));
  const message = 'x'.repeat(EVENT_BYTES);
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const begun = performance.now();
    const back = new Promise((resolve) => socket.once('message', resolve));
    socket.send(message);
    await back;
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  socket.terminate();
  return times;
}
