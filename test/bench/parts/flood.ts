import { WebSocket } from 'ws';
import { createPayment, type LoadResult, runLoad, type ServiceTarget } from '../loads.ts';
import { type Figure, spreadOf } from '../report.ts';
import { type BenchService, startService } from '../service-server.ts';

/** Event sockets that flood, and acknowledgements that each of them sends without waiting. */
const SOCKETS = 16;
const FRAMES = 500;
const CHANNEL = 'flood';

/**
 * How long a merchant waits for a payment request while another one floods its event sockets with
 * acknowledgements, against the same without the flood; rounds of the two alternate on one service.
 */
export async function measureFlood(lengths: {
  readonly seconds: number;
  readonly rounds: number;
}): Promise<readonly Figure[]> {
  const service = await startService('flood');
  try {
    const target = victimOf(service);
    const load = () =>
      runLoad(service.url, 1, lengths.seconds, async (client, number) => {
        sales += 1;
        await createPayment(client, target, sales * 1_000_000 + number);
        return 1;
      });
    await load();
    const quiet: LoadResult[] = [];
    const flooded: LoadResult[] = [];
    for (let round = 0; round < lengths.rounds; round += 1) {
      quiet.push(await load());
      const flood = await startFlood(service);
      flooded.push(await load());
      flood.stop();
    }
    const middle = (results: readonly LoadResult[]) =>
      spreadOf(results.map(({ p50 }) => p50)).middle;
    const ratio = spreadOf(
      flooded.map(({ p50 }, round) => p50 / (quiet[round]?.p50 ?? Number.NaN)),
    );
    return [
      {
        what: 'POST of one merchant while another floods its event sockets',
        value: middle(flooded),
        unit: 'ms',
        against: { name: 'without the flood', value: middle(quiet), ratio },
        target: { says: 'at most twice', met: ratio.middle <= 2 },
      },
    ];
  } finally {
    await service.stop();
  }
}

let sales = 0;

function victimOf({ details, target }: BenchService): ServiceTarget {
  const { id: merchant, users } = details.other_merchant;
  const user = users[0];
  if (user === undefined) throw new Error('the demo has no second merchant');
  return { ...target, merchant, user: user.id, secret: user.secret };
}

/** Sends as fast as each socket takes it, until it is stopped. */
async function startFlood(service: BenchService): Promise<{ readonly stop: () => void }> {
  const { target, url } = service;
  const headers = {
    'x-svc-merchant': target.merchant,
    'x-svc-user': 'pos',
    authorization: `SECRET ${target.secret}`,
  };
  const sockets: WebSocket[] = [];
  for (let i = 0; i < SOCKETS; i += 1) {
    const address = `ws://${url.host}${target.basePath}/event/`;
    const socket = new WebSocket(address, 'svc.events.v1', { headers, perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    sockets.push(socket);
  }
  let seq = 0;
  const send = (socket: WebSocket) => {
    if (socket.readyState !== socket.OPEN) return;
    for (let i = 1; i < FRAMES; i += 1) socket.send(ack());
    socket.send(ack(), () => setImmediate(() => send(socket)));
  };
  const ack = () => {
    seq += 1;
    return JSON.stringify({ type: 'ack', channel: CHANNEL, seq });
  };
  for (const socket of sockets) send(socket);
  return { stop: () => sockets.forEach((socket) => void socket.terminate()) };
}
