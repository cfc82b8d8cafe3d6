import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { CallbackEvent, CallbackReceiver } from '../../shared/client/index.ts';
import type { VendingMachine } from '../../shared/terminal/index.ts';
import type { SimulatedMachine } from '../../shared/terminal/vending/simulated.ts';
import type { FaultBox } from './faults.ts';
import type { Timeline } from './timeline.ts';

/* The devices around a till: a receipt printer, a callback receiver and the wire of its event socket. */

type Deps = { readonly faults: FaultBox; readonly timeline: Timeline };

/** Listens on a free loopback port. `stop` ends every connection. */
async function listen(server: Server) {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    open,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** A receipt printer that the test reads. */
export interface TestPrinter {
  /** What the printer has printed, one text for each receipt, without control characters. */
  readonly receipts: readonly string[];
}

/** Answers of a printer in order: state, cause of being offline, paper. */
const STATES = {
  ready: [0x12, 0x12, 0x12],
  no_paper: [0x1a, 0x32, 0x72],
  offline: [0x1a, 0x12, 0x12],
} as const;
/** Bytes of the commands that a printer does at once, by their first two. */
const AT_ONCE: Readonly<Record<string, number>> = {
  /** The state, and the pulse for the drawer. */
  '10.4': 3,
  '10.14': 5,
  /** Whether all before is printed, and the pulse after it. */
  '1d.72': 3,
  '1b.70': 5,
};

/** Starts a printer with ESC/POS on loopback. */
export async function startPrinter({ faults, timeline }: Deps) {
  const receipts: string[] = [];
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    let state: readonly number[] = STATES.ready;
    const job: number[] = [];
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      while (bytes.length > 0) {
        const [one = 0, two, what = 0] = bytes;
        if (two === undefined && [0x10, 0x1b, 0x1d].includes(one)) return;
        const length = AT_ONCE[`${one.toString(16)}.${two?.toString(16)}`] ?? 1;
        if (bytes.length < length) return;
        bytes = bytes.subarray(length);
        if (length === 1) job.push(one);
        else if (two === 0x04) {
          if (what === 1) state = STATES[faults.take('printer')?.fault ?? 'ready'];
          socket.write(Uint8Array.of(state[what === 4 ? 2 : what - 1] ?? 0));
        } else if (two === 0x72) {
          receipts.push(textOf(Buffer.from(job.splice(0))));
          timeline.add('printer', `printed receipt ${receipts.length}`);
          socket.write(Uint8Array.of(0));
        }
      }
    });
  });
  const { port, stop } = await listen(server);
  return { receipts, port, stop };
}

/** The printable characters of a receipt, line by line. */
function textOf(bytes: Buffer): string {
  const lines = bytes.toString('latin1').split('\n');
  return lines.map((line) => line.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '').trimEnd()).join('\n');
}

/** A receiver of callbacks that the test reads. */
export interface TestReceiver {
  /** Address for the `callback_uri` of a request. */
  readonly url: string;
  /** The verified callbacks in the order of their arrival. Repeats are not in it. */
  readonly events: readonly CallbackEvent[];
  /** Requests that arrived, with repeats and with those that a fault affected. */
  readonly arrived: () => number;
}

export type ReceiverDeps = Deps & {
  /** Verifies callbacks for this origin; called once. */
  readonly verifier: (publicUrl: string) => Promise<CallbackReceiver>;
  readonly isMoving: () => boolean;
};

/** Starts a callback receiver on loopback. */
export async function startReceiver({ faults, timeline, verifier, isMoving }: ReceiverDeps) {
  const events: CallbackEvent[] = [];
  const hanging = new Set<Socket>();
  let arrived = 0;
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    arrived += 1;
    const fault = faults.take('callback')?.fault ?? null;
    if (fault === 'refuse') return response.writeHead(500).end();
    if (fault === 'hang') {
      if (isMoving()) return request.socket.destroy();
      return hanging.add(request.socket);
    }
    const { url: target = '', headers } = request;
    const callback = { target, headers, body: Buffer.concat(chunks) };
    const received = await receiver.receive(callback, (event) => void events.push(event));
    if (!received.ok) {
      timeline.add('callback', `refused: ${received.description}`);
      return response.writeHead(received.status).end();
    }
    const { event, repeat } = received;
    timeline.add('callback', `${event.meta.event}${repeat ? ', again' : ''}`);
    return fault === 'lose' ? request.socket.destroy() : response.writeHead(204).end();
  }
  const server = createHttpServer((request, response) => {
    // A connection that ends within a request, as at the end of the test.
    serve(request, response).catch(() => response.destroy());
  });
  const { port, stop } = await listen(server);
  const origin = `http://127.0.0.1:${port}`;
  const receiver = await verifier(origin);
  return {
    url: `${origin}/callbacks`,
    events,
    arrived: () => arrived,
    /** Ends the callbacks that wait for an answer. */
    endHanging() {
      for (const socket of hanging) socket.destroy();
      hanging.clear();
    },
    stop,
  };
}

const HEADER_END = '\r\n\r\n';

/**
 * Starts a relay of the till's event socket, which faults cut. A cut breaks a connection over which the
 * service has already sent: the one that is open, otherwise the next one.
 */
export async function startEventWire(target: number, { faults }: Pick<Deps, 'faults'>) {
  let away = false;
  /** Connections over which the service has sent. */
  const up = new Set<Socket>();
  const server = createServer((client) => {
    if (away) return client.destroy();
    const service = connect(target, '127.0.0.1');
    const end = () => {
      up.delete(client);
      client.destroy();
      service.destroy();
    };
    for (const side of [client, service]) side.on('error', end).on('close', end);
    client.pipe(service).pipe(client);
    let begin = '';
    service.on('data', function onBytes(bytes: Buffer) {
      begin += bytes.toString('latin1');
      const header = begin.indexOf(HEADER_END);
      if (header < 0 || begin.length === header + HEADER_END.length) return;
      service.off('data', onBytes);
      up.add(client);
      happen();
    });
    return undefined;
  });
  const { port, open, stop } = await listen(server);
  /** Lets the next fault happen, if it can happen now. */
  function happen(): void {
    // A cut needs a connection. To stay away needs none.
    if (up.size === 0 && faults.peek('push') !== 'away') return;
    const fault = faults.take('push')?.fault ?? null;
    if (fault === null) return;
    if (fault === 'away') away = true;
    // What the service has already sent still arrives.
    for (const socket of open) socket.destroySoon();
    up.clear();
  }
  faults.onChange(({ kind, part }) => {
    if (part !== null && part !== 'push') return;
    if (kind === 'cleared') away = false;
    else happen();
  });
  return { origin: `http://127.0.0.1:${port}`, stop };
}

/** The machine with the faults of a test and its lines of the timeline. */
export function withFaults(machine: SimulatedMachine, { faults, timeline }: Deps): VendingMachine {
  return {
    state: machine.state,
    ask: machine.ask,
    async dispense(order, signal) {
      const fault = faults.take('machine')?.fault ?? null;
      if (fault === 'fails') machine.script({ kind: 'failed', why: 'A fault of the test.' });
      if (fault === 'silent') machine.script({ kind: 'dead', delivers: 'no' });
      const answer = machine.dispense(order, signal);
      timeline.add('machine', `ordered ${order.item}`);
      if (fault !== null) machine.script({ kind: 'ok', amount: null });
      const result = await answer;
      timeline.add('machine', result.kind);
      return result;
    },
  };
}
