import { WebSocket } from 'ws';
import { createPos, type ServiceTarget } from './loads.ts';
import { RawClient } from './raw-client.ts';

const CONNECTIONS = 16;
/** Acknowledgements that an event socket sends in one batch. */
const FRAMES = 500;

type FloodOptions = {
  readonly url: string;
  readonly target: ServiceTarget;
  readonly flood: 'acks' | 'POS';
};

/* Floods the service on behalf of one merchant until the bench ends this process. */
const { url, target, flood }: FloodOptions = JSON.parse(process.argv[2] ?? '{}');
let seq = 0;

function ack(): string {
  seq += 1;
  return JSON.stringify({ type: 'ack', channel: 'flood', seq });
}

function send(socket: WebSocket): void {
  if (socket.readyState !== socket.OPEN) return;
  for (let frame = 1; frame < FRAMES; frame += 1) socket.send(ack());
  socket.send(ack(), () => setImmediate(() => send(socket)));
}

async function acknowledgements(): Promise<void> {
  const headers = {
    'x-svc-merchant': target.merchant,
    'x-svc-user': 'pos',
    authorization: `SECRET ${target.secret}`,
  };
  const address = `${url.replace(/^http/, 'ws').replace(/\/$/, '')}/event/`;
  const socket = new WebSocket(address, 'svc.events.v1', { headers, perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  send(socket);
}

async function pos(): Promise<void> {
  const client = await RawClient.open(new URL(url));
  void (async () => {
    for (;;) {
      seq += 1;
      await createPos(client, { ...target, run: `flood${process.pid}` }, seq);
    }
  })();
}

for (let opened = 0; opened < CONNECTIONS; opened += 1) {
  await (flood === 'POS' ? pos() : acknowledgements());
}
console.log('flooding');
