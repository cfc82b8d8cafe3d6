import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What happens to one connection through the proxy. */
export type Fate =
  | { readonly kind: 'pass' }
  /** Both directions wait this long, in milliseconds. */
  | { readonly kind: 'delay'; readonly by: number }
  /** The connection is accepted and cut before any byte is forwarded. */
  | { readonly kind: 'refuse' }
  /** This many bytes of the request are forwarded. */
  | { readonly kind: 'cut_request'; readonly after: number }
  /** The whole request is forwarded, and this many bytes of its answer. */
  | { readonly kind: 'cut_answer'; readonly after: number }
  /** The request is forwarded, and no answer. */
  | { readonly kind: 'silence' };

export type FaultyProxy = {
  readonly port: number;
  /** Connections so far, by what happened to them. */
  readonly met: ReadonlyMap<Fate['kind'], number>;
  /** Whether clients wait and none of them will get an answer. */
  readonly isStuck: () => boolean;
  stop(): Promise<void>;
};

/** A real TCP proxy on loopback that treats each connection as `fateOf` says. */
export async function startFaultyProxy(target: number, fateOf: () => Fate): Promise<FaultyProxy> {
  const met = new Map<Fate['kind'], number>();
  const open = new Set<Socket>();
  const timers: Timers = new Set();
  /** Connections of clients, with what happens to them. */
  const clients = new Map<Socket, Fate['kind']>();
  const keep = (socket: Socket) => {
    open.add(socket);
    // Either end may be cut at any time, which is the purpose of the proxy.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    return socket;
  };
  const server = createServer((incoming) => {
    const fate = fateOf();
    met.set(fate.kind, (met.get(fate.kind) ?? 0) + 1);
    keep(incoming);
    clients.set(incoming, fate.kind);
    incoming.once('close', () => clients.delete(incoming));
    if (fate.kind === 'refuse') incoming.destroy();
    else join(incoming, keep(connect(target, '127.0.0.1')), fate, timers);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    met,
    isStuck: () => clients.size > 0 && [...clients.values()].every((fate) => fate === 'silence'),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      for (const timer of timers) clearTimeout(timer);
      await closed;
    },
  };
}

/** Of the bytes that are held back. */
type Timers = Set<NodeJS.Timeout>;

function join(client: Socket, receiver: Socket, fate: Fate, timers: Timers): void {
  const cut = () => {
    client.destroy();
    receiver.destroy();
  };
  const wait = fate.kind === 'delay' ? fate.by : 0;
  const later = (run: () => void) => {
    if (wait === 0) return run();
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, wait);
    timers.add(timer);
  };
  carry(client, receiver, fate.kind === 'cut_request' ? fate.after : null, later, cut);
  if (fate.kind === 'silence') receiver.resume();
  else carry(receiver, client, fate.kind === 'cut_answer' ? fate.after : null, later, cut);
  client.once('close', () => receiver.destroy());
  receiver.once('close', () => {
    if (fate.kind !== 'silence') client.end();
  });
}

/** Forwards bytes from one end to the other; after `limit` bytes both are cut. */
function carry(
  from: Socket,
  to: Socket,
  limit: number | null,
  later: (run: () => void) => void,
  cut: () => void,
): void {
  let left = limit ?? Number.POSITIVE_INFINITY;
  from.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, Math.min(left, chunk.length));
    left -= part.length;
    const over = left <= 0;
    later(() => to.write(part, () => over && cut()));
  });
}
