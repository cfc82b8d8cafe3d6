import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { type Fault, faultOf, type Operation, type Sale } from './plan.ts';
import type { ServedEvent, TortureEvent } from './record.ts';
import { bytesOf, cutReply, forward, give, jsonOf, type Reply, type Sent, tunnel } from './wire.ts';

export type ProxyDeps = {
  readonly clock: DeviceClock;
  /** Base address of the service's API, without a final slash. */
  readonly baseUrl: string;
  readonly seed: number;
  readonly add: (event: TortureEvent) => void;
  /** The sale of a payment request with this amount; without one the sale that is being made. */
  readonly saleOf: (amount: unknown) => Sale | null;
  /** Called before a request with a sale is passed on, and after the service has answered it. */
  readonly before: (asked: Asked) => Promise<void>;
  readonly after: (event: ServedEvent, asked: Asked) => void;
  /** Kills the till. Resolves when it is dead. */
  readonly kill: (sale: Sale) => Promise<void>;
};

/** A request of the till, with what the proxy knows about it. */
export type Asked = Sent & {
  readonly sale: Sale;
  readonly operation: Operation;
  readonly tid: string | null;
  readonly body: unknown;
};

/** A request is delivered after this time at the latest if it is held; milliseconds. */
const HELD_MAX = 1_500;

/** Starts the proxy between one till and the service, on any free port of the loopback address. */
export async function startProxy(deps: ProxyDeps): Promise<TortureProxy> {
  const proxy = new TortureProxy(deps);
  await proxy.start();
  return proxy;
}

/** A proxy between one till and the service. */
export class TortureProxy {
  readonly #deps: ProxyDeps;
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  readonly #held = new Set<{ readonly sale: string; readonly deliver: () => Promise<void> }>();
  /** How many exchanges of a sale and operation there were. */
  readonly #counts = new Map<string, number>();
  /** The sale of each payment request that the service has made. */
  readonly #sales = new Map<string, Sale>();

  constructor(deps: ProxyDeps) {
    this.#deps = deps;
    this.#target = new URL(deps.baseUrl);
    this.#server = createServer((incoming, response) => {
      this.#serve(incoming, response).catch(() => response.destroy());
    });
    this.#server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
      tunnel(this.#target, incoming, socket, head, this.#sockets);
    });
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** The address that the till is given. */
  get baseUrl(): string {
    const address = this.#server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return `http://127.0.0.1:${port}${this.#target.pathname}`;
  }

  /** Delivers all requests that are held for later. */
  flush(): Promise<void> {
    return this.#deliverHeld(null);
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await bytesOf(incoming);
    const { method = 'GET', url: path = '/', headers } = incoming;
    const sent = { method, path, headers, bytes };
    const asked = this.#readAsked(sent);
    // A till that ends or is killed does not wait for a long read any more.
    const gone = new AbortController();
    if (method === 'GET') response.on('close', () => gone.abort());
    if (asked === null) return give(response, await forward(this.#target, sent, gone.signal));
    const { sale, operation } = asked;
    const key = `${sale.id}/${operation}`;
    const occurrence = this.#counts.get(key) ?? 0;
    this.#counts.set(key, occurrence + 1);
    const fault = faultOf(this.#deps.seed, sale.number, operation, occurrence);
    const { name } = fault;
    this.#deps.add({ kind: 'asked', sale: sale.id, operation, method, path, fault: name });
    await this.#withFault(asked, fault, response, gone.signal);
    if (name !== 'deliver later') await this.#deliverHeld(sale.id);
  }

  #readAsked(sent: Sent): Asked | null {
    const { saleOf } = this.#deps;
    const path = sent.path.replace(/\?.*/s, '').slice(this.#target.pathname.length);
    const [, resource, tid = ''] = path.split('/');
    if (resource !== 'payment_request') return null;
    const body = jsonOf(sent.bytes);
    const { method, headers, bytes } = sent;
    const request = { method, path: sent.path, headers, bytes, body };
    if (tid === '') {
      const sale = method === 'POST' ? saleOf(Object(body).amount) : null;
      return sale === null ? null : { ...request, sale, operation: 'create', tid: null };
    }
    const sale = this.#sales.get(tid) ?? saleOf(undefined);
    return sale === null ? null : { ...request, sale, operation: operationOf(method, body), tid };
  }

  /** Does to an exchange what its fault says. */
  async #withFault(
    asked: Asked,
    fault: Fault,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, kill } = this.#deps;
    const wait = () => new Promise<void>((resolve) => clock.after(fault.delay, resolve));
    const { name } = fault;
    if (name === 'kill before') await kill(asked.sale);
    if (name === 'deliver later') this.#hold(asked, fault);
    if (name === 'lose the request' || name === 'kill before' || name === 'deliver later') {
      response.destroy();
      return;
    }
    if (name === 'delay the request') await wait();
    if (name === 'cut the events') for (const socket of this.#sockets) socket.destroy();
    const reply = await this.#pass(asked, fault, signal);
    switch (name) {
      case 'kill after':
        await kill(asked.sale);
        response.destroy();
        return;
      case 'lose the reply':
        response.destroy();
        return;
      case 'cut the reply':
        return cutReply(response, reply);
      case 'repeat the request': {
        // Some of what repeats a request on its way passes on the first reply, some the second.
        const second = await this.#pass(asked, fault, signal);
        return give(response, fault.delay % 2 === 0 ? reply : second);
      }
    }
    if (name === 'delay the reply') await wait();
    give(response, reply);
  }

  /** Passes a request to the service and records what the service saw. */
  async #pass(asked: Asked, { name }: Fault, signal?: AbortSignal): Promise<Reply> {
    const { add, before, after } = this.#deps;
    await before(asked);
    const reply = await forward(this.#target, asked, signal);
    const { sale, operation, method, path, body } = asked;
    const json = jsonOf(reply.bytes);
    const made = operation === 'create' && reply.status < 300 ? Object(json).id : null;
    const tid = typeof made === 'string' ? made : asked.tid;
    if (tid !== null && !this.#sales.has(tid)) this.#sales.set(tid, sale);
    // Only the code of an outcome is kept: a run has many of them.
    const kept = operation === 'read' ? { status_code: Object(json).status_code } : json;
    const what = { operation, tid, method, path, body, status: reply.status, reply: kept };
    const event = { kind: 'served', sale: sale.id, ...what, fault: name } as const;
    add(event);
    after(event, asked);
    return reply;
  }

  /** Keeps a request until the next exchange of its sale has passed. */
  #hold(asked: Asked, fault: Fault): void {
    const entry = {
      sale: asked.sale.id,
      deliver: async () => {
        cancel();
        if (this.#held.delete(entry)) await this.#pass(asked, fault).catch(() => {});
      },
    };
    this.#held.add(entry);
    const cancel = this.#deps.clock.after(HELD_MAX, () => void entry.deliver());
  }

  async #deliverHeld(sale: string | null): Promise<void> {
    const due = [...this.#held].filter((entry) => sale === null || entry.sale === sale);
    for (const { deliver } of due) await deliver();
  }
}

/** What a request to a payment request does. */
function operationOf(method: string, body: unknown): Operation {
  if (method === 'GET') return 'read';
  const { action } = Object(body);
  switch (String(action).toLowerCase()) {
    case 'capture':
      return 'capture';
    case 'release':
      return 'release';
    case 'abort':
      return 'abort';
    default:
      return 'change';
  }
}
