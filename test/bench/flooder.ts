import { WebSocket } from 'ws';

/** Event sockets, and acknowledgements that each of them sends at a time without waiting. */
const SOCKETS = 16;
const FRAMES = 500;

/** Floods the event sockets of one merchant with acknowledgements until it is ended. */
const { url, merchant, secret } = JSON.parse(process.argv[2] ?? '{}');
const headers = {
  'x-svc-merchant': merchant,
  'x-svc-user': 'pos',
  authorization: `SECRET ${secret}`,
};
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

for (let opened = 0; opened < SOCKETS; opened += 1) {
  const address = `${String(url).replace(/^http/, 'ws')}/event/`;
  const socket = new WebSocket(address, 'svc.events.v1', { headers, perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  send(socket);
}
console.log('flooding');
