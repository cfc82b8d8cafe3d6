import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIMITS } from '../../protocol/limits.ts';
import type { Clock } from '../../time/clock.ts';
import { Connections } from './connections.ts';

/** A bounded HTTP server on one address. */
export interface Listener {
  readonly server: Server;
  /** Starts to accept; answers the port it got. Rejects when the address cannot be had. */
  listen(host: string, port: number): Promise<number>;
  /** Takes no more connections, lets what is in flight finish for `grace` ms, then cuts the rest. */
  stop(grace: number): Promise<void>;
}

/** What a client may ask of the listener; every one is a member of `LIMITS`. */
export type ListenerBounds = Readonly<
  Record<
    | 'headerBytesMax'
    | 'headersTimeout'
    | 'requestTimeout'
    | 'keepAliveTimeout'
    | 'slowCheckEvery'
    | 'stallTimeout'
    | 'connectionsMax'
    | 'requestsInARowMax',
    number
  >
>;

const HEADERS_MAX = 100;

/** What a client hears whose bytes are no request, by the parser's error code. */
const PARSER_REPLIES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Makes the server with every bound of `LIMITS`, or those of a test; `wall` is real time. */
export function createListener(
  app: RequestListener,
  wall: Clock,
  bounds: ListenerBounds = LIMITS,
): Listener {
  const server = createServer(
    {
      maxHeaderSize: bounds.headerBytesMax,
      requestTimeout: bounds.requestTimeout,
      headersTimeout: bounds.headersTimeout,
      keepAliveTimeout: bounds.keepAliveTimeout,
      // How late the two limits above may come; by itself the server looks twice a minute.
      connectionsCheckingInterval: bounds.slowCheckEvery,
      // A request without a body is at its end from the start; nobody here listens for that end.
      // Node before 24.12 does not know the word, and does as it always did.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      if (connections.admits(request, response)) app(request, response);
    },
  );
  server.maxHeadersCount = HEADERS_MAX;
  // Nothing comes and nothing can be sent: a client that reads no reply would stay for ever.
  server.timeout = bounds.stallTimeout;
  const connections = new Connections(server, bounds);
  server.on('clientError', refuseNonsense);

  return {
    server,
    listen: (host, port) => listen(server, host, port),
    async stop(grace) {
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      connections.cutIdle();
      // A WebSocket's connection is not the server's any more, so sockets are counted here.
      const cancel = wall.after(grace, () => connections.cut());
      await closed;
      cancel();
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve(portOf(server.address()));
    });
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

function refuseNonsense(error: Error, socket: Duplex): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy();
    return;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const status = PARSER_REPLIES[code] ?? '400 Bad Request';
  const body = JSON.stringify({
    error_type: 'Bad Request',
    error_description: 'The request is not well-formed HTTP, or larger or slower than allowed.',
    error_details: null,
  });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Answers an upgrade that nobody takes; without an answer its socket would hang. */
export function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
