import { WebSocket } from 'ws';
import { confirmPayment, createPayment } from '../loads.ts';
import { RawClient } from '../raw-client.ts';
import { type Figure, percentile } from '../report.ts';
import { type BenchService, startCeiling, startService } from '../service-server.ts';

const EVENTS = 200;
const PAUSE = 10;
/** About the size of an event, so that the echo carries as much. */
const EVENT_BYTES = 600;

/** From an approval asked for, through its commit, to the event at its channel. */
export async function measureEvents(subscribers: number): Promise<readonly Figure[]> {
  const service = await startService(`events${subscribers}`);
  const echo = await startCeiling('bare-echo');
  const sockets: Subscriber[] = [];
  try {
    for (let i = 0; i < subscribers; i += 1) sockets.push(await subscribe(service, `bench.${i}`));
    const times = await eventTimes(service, sockets);
    const bare = await echoTimes(echo.url);
    const ratio = percentile(times, 0.5) / percentile(bare, 0.5);
    const p99 = `p99 ${percentile(times, 0.99).toFixed(2)} ms`;
    return [
      {
        what: `approval to the event on its ws: channel; ${subscribers} channels`,
        value: percentile(times, 0.5),
        unit: 'ms',
        against: {
          name: 'bare ws echo',
          value: percentile(bare, 0.5),
          ratio: { low: ratio, middle: ratio, high: ratio },
        },
        note: `${p99}; bare ws echo ${percentile(bare, 0.5).toFixed(2)} ms`,
      },
    ];
  } finally {
    for (const { socket } of sockets) socket.terminate();
    await service.stop();
    await echo.stop();
  }
}

type Subscriber = {
  readonly socket: WebSocket;
  /** The next event of the channel, as the moment it came. */
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

async function eventTimes(
  service: BenchService,
  sockets: readonly Subscriber[],
): Promise<readonly number[]> {
  const client = await RawClient.open(service.url);
  const times: number[] = [];
  for (let i = 0; i < EVENTS; i += 1) {
    const at = (i * 7) % sockets.length;
    const callback = { callback_uri: `ws:bench.${at}` };
    const tid = await createPayment(client, service.target, i, callback);
    const event = sockets[at]?.next();
    // Events often come before the answer to the customer, so the time begins with the question.
    const asked = performance.now();
    await confirmPayment(client, service.target, tid);
    times.push(((await event) ?? Number.NaN) - asked);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  client.close();
  return times;
}

async function echoTimes(url: URL): Promise<readonly number[]> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise((resolve) => socket.once('open', resolve));
  const message = 'x'.repeat(EVENT_BYTES);
  const times: number[] = [];
  for (let i = 0; i < EVENTS; i += 1) {
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
