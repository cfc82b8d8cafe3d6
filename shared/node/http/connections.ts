import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';

/** The state of one connection. */
type Traffic = {
  /** Number of requests without a reply. */
  pending: number;
  last: IncomingMessage | null;
  /** The reply to that request; null for a WebSocket's connection. */
  reply: ServerResponse | null;
  /** When a request last began or ended, as a counter shared by all connections. */
  moved: number;
  /**
   * The connection accepts no further request, and is closed after the accepted ones are answered: too
   * many are pipelined, or the server stops.
   */
  ending: boolean;
};

export type ConnectionBounds = {
  readonly connectionsMax: number;
  readonly requestsInARowMax: number;
};

/**
 * A bounded number of open connections of a server. When there is no room for one more, the
 * connection that has been longest without a complete request is closed: a client that opens
 * connections and sends nothing, or sends endlessly, loses them, and other clients are served. Each
 * connection may pipeline only a few requests; otherwise replies to a client that does not read
 * would fill the memory.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #open = new Map<Duplex, Traffic>();
  /** Connections of which the TLS handshake is not complete, by the client's address and port. */
  readonly #handshakes = new Map<string, Duplex>();
  #moves = 0;

  constructor(server: Server, bounds: ConnectionBounds) {
    this.#bounds = bounds;
    server.on('connection', (socket) => this.#take(socket));
    // Only a server with TLS emits these. Requests then come on a socket around the first one.
    if (server instanceof TlsServer) {
      server.on('connection', (socket) => this.#beginHandshake(socket));
      server.on('secureConnection', (socket) => this.#endHandshake(socket));
    }
    // A WebSocket stays until it is closed; its own server counts and limits those.
    server.on('upgrade', (request, socket) => this.#begin(socket, request, null));
  }

  /** True if a request may be processed; otherwise it gets no reply. */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    if (!this.#begin(socket, request, response)) return false;
    // A reply closes once, and `once` would cost more than `on`.
    response.on('close', () => this.#finish(socket));
    return true;
  }

  /**
   * Closes connections without a request, including those with incomplete headers. Each other one is
   * closed after the replies to its requests, and accepts no further request. The last reply tells the
   * client so, if its header is not sent yet.
   */
  drain(): void {
    for (const [socket, traffic] of this.#open) {
      traffic.ending = true;
      if (traffic.pending === 0) socket.destroy();
      else if (traffic.reply !== null) traffic.reply.shouldKeepAlive = false;
    }
  }

  /** Closes all open connections. */
  cut(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #beginHandshake(socket: Socket): void {
    const peer = peerOf(socket);
    this.#handshakes.set(peer, socket);
    socket.once('close', () => {
      if (this.#handshakes.get(peer) === socket) this.#handshakes.delete(peer);
    });
  }

  /** From now on the connection counts by the socket that requests come on. */
  #endHandshake(socket: Socket): void {
    const peer = peerOf(socket);
    const inner = this.#handshakes.get(peer);
    this.#handshakes.delete(peer);
    // Without room for one more, the connection was closed during the handshake.
    if (inner === undefined || !this.#open.delete(inner)) socket.destroy();
    else this.#take(socket);
  }

  #take(socket: Duplex): void {
    if (this.#open.size >= this.#bounds.connectionsMax) {
      const quiet = this.#longestQuiet() ?? socket;
      this.#open.delete(quiet);
      quiet.destroy();
      if (quiet === socket) return;
    }
    this.#open.set(socket, {
      pending: 0,
      last: null,
      reply: null,
      moved: this.#next(),
      ending: false,
    });
    socket.once('close', () => this.#open.delete(socket));
  }

  #longestQuiet(): Duplex | null {
    let longest: Duplex | null = null;
    let since = Number.POSITIVE_INFINITY;
    // Searched only when there is no room, because a sorted structure would cost every request.
    for (const [socket, { pending, last, moved }] of this.#open) {
      if (moved < since && (pending === 0 || last?.complete === false)) {
        longest = socket;
        since = moved;
      }
    }
    return longest;
  }

  #begin(socket: Duplex, request: IncomingMessage, reply: ServerResponse | null): boolean {
    const traffic = this.#open.get(socket);
    // Remaining input of a connection may be read after it was closed.
    if (traffic === undefined || traffic.ending) return false;
    if (traffic.pending >= this.#bounds.requestsInARowMax) {
      traffic.ending = true;
      socket.pause();
      return false;
    }
    traffic.pending += 1;
    traffic.last = request;
    traffic.reply = reply;
    traffic.moved = this.#next();
    return true;
  }

  #finish(socket: Duplex): void {
    const traffic = this.#open.get(socket);
    if (traffic === undefined) return;
    traffic.pending -= 1;
    traffic.moved = this.#next();
    if (traffic.ending && traffic.pending === 0) socket.end(() => socket.destroy());
  }

  #next(): number {
    this.#moves += 1;
    return this.#moves;
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
