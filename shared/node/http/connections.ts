import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What goes on on one connection. */
type Traffic = {
  /** Requests that are not answered yet. */
  asked: number;
  last: IncomingMessage | null;
  /** When it last began or finished something, counted in such moments of all connections. */
  moved: number;
  /** More was asked in a row than is taken: it is closed after what was taken is answered. */
  tooMuch: boolean;
};

export type ConnectionBounds = {
  readonly connectionsMax: number;
  readonly requestsInARowMax: number;
};

/**
 * The open connections of a server, a bounded number of them. Where there is no room for one more,
 * the one that has kept its place longest without a whole request gives way: whoever opens
 * connections and says nothing on them, or says it without end, loses them, and the others are
 * served. On each of them only a few requests are taken before the first is answered; a client that
 * sends on without reading would else be answered into memory.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #open = new Map<Duplex, Traffic>();
  #moves = 0;

  constructor(server: Server, bounds: ConnectionBounds) {
    this.#bounds = bounds;
    server.on('connection', (socket) => this.#take(socket));
    // A WebSocket stays until it is closed; its own server counts and bounds those.
    server.on('upgrade', (request, socket) => this.#begin(socket, request));
  }

  /** Whether a request may be worked on; where not, nobody is to answer it. */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    if (!this.#begin(socket, request)) return false;
    // A reply closes once, and `once` would cost more than that.
    response.on('close', () => this.#finish(socket));
    return true;
  }

  /** Cuts those on which nothing is asked, also where headers have begun and do not end. */
  cutIdle(): void {
    for (const [socket, { asked }] of this.#open) {
      if (asked === 0) socket.destroy();
    }
  }

  /** Cuts whatever is still open. */
  cut(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #take(socket: Duplex): void {
    if (this.#open.size >= this.#bounds.connectionsMax) {
      const quiet = this.#longestQuiet() ?? socket;
      this.#open.delete(quiet);
      quiet.destroy();
      if (quiet === socket) return;
    }
    this.#open.set(socket, { asked: 0, last: null, moved: this.#next(), tooMuch: false });
    socket.once('close', () => this.#open.delete(socket));
  }

  #longestQuiet(): Duplex | null {
    let longest: Duplex | null = null;
    let since = Number.POSITIVE_INFINITY;
    // Looked for only where there is no room: keeping them in order would cost every request.
    for (const [socket, { asked, last, moved }] of this.#open) {
      if (moved < since && (asked === 0 || last?.complete === false)) {
        longest = socket;
        since = moved;
      }
    }
    return longest;
  }

  #begin(socket: Duplex, request: IncomingMessage): boolean {
    const traffic = this.#open.get(socket);
    // The rest of what a connection sent may be read after it was given up.
    if (traffic === undefined || traffic.tooMuch) return false;
    if (traffic.asked >= this.#bounds.requestsInARowMax) {
      traffic.tooMuch = true;
      socket.pause();
      return false;
    }
    traffic.asked += 1;
    traffic.last = request;
    traffic.moved = this.#next();
    return true;
  }

  #finish(socket: Duplex): void {
    const traffic = this.#open.get(socket);
    if (traffic === undefined) return;
    traffic.asked -= 1;
    traffic.moved = this.#next();
    if (traffic.tooMuch && traffic.asked === 0) socket.end(() => socket.destroy());
  }

  #next(): number {
    this.#moves += 1;
    return this.#moves;
  }
}
