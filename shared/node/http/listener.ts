import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIMITS } from '../../protocol/limits.ts';
import type { Clock } from '../../time/clock.ts';
import { Connections } from './connections.ts';

/** A certificate with its chain, and its private key; both PEM. */
export type Certificate = { readonly cert: string; readonly key: string };

/** A bounded HTTP server on one address. */
export interface Listener {
  readonly server: Server;
  /** Starts to accept connections; returns the port. Rejects when the address is not available. */
  listen(host: string, port: number): Promise<number>;
  /**
   * Accepts no more connections and requests, and resolves when those in flight are answered. After
   * `grace` ms it closes the rest.
   */
  stop(grace: number): Promise<void>;
  /** New connections use this certificate. Throws on a server without TLS. */
  replaceCertificate(certificate: Certificate): void;
}

/** Options of a listener: its bounds are those of `LIMITS` by default; with a certificate it ends TLS. */
export type ListenerOptions = {
  readonly bounds?: ListenerBounds;
  readonly certificate?: Certificate | null;
};

/** The limits of the listener; every one is a member of `LIMITS`. */
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

/** Replies to clients whose bytes are not a valid request, by the parser's error code. */
const PARSER_REPLIES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Creates the server; `wall` is real time. */
export function createListener(
  app: RequestListener,
  wall: Clock,
  { bounds = LIMITS, certificate = null }: ListenerOptions = {},
): Listener {
  const options = {
    maxHeaderSize: bounds.headerBytesMax,
    requestTimeout: bounds.requestTimeout,
    headersTimeout: bounds.headersTimeout,
    keepAliveTimeout: bounds.keepAliveTimeout,
    // Maximum delay of the two timeouts above; by default the server checks twice a minute.
    connectionsCheckingInterval: bounds.slowCheckEvery,
    // A request without a body is complete from the start; no code here listens for its end.
    // Node.js before 24.12 ignores the option.
    optimizeEmptyRequests: true,
  };
  const admit: RequestListener = (request, response) => {
    if (connections.admits(request, response)) app(request, response);
  };
  const tls: TlsServer | null =
    certificate === null
      ? null
      : createTlsServer(
          { ...options, ...secured(certificate), handshakeTimeout: bounds.headersTimeout },
          admit,
        );
  const server = tls ?? createServer(options, admit);
  server.maxHeadersCount = HEADERS_MAX;
  // No data in either direction: a client that does not read its reply would stay connected for
  // ever.
  server.timeout = bounds.stallTimeout;
  const connections = new Connections(server, bounds);
  server.on('clientError', refuseNonsense);

  return {
    server,
    listen: (host, port) => listenOn(server, host, port),
    async stop(grace) {
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      connections.drain();
      // The server does not count a WebSocket's connection, so sockets are counted here.
      const cancel = wall.after(grace, () => connections.cut());
      await closed;
      cancel();
    },
    replaceCertificate(next) {
      if (tls === null) throw new Error('the server was created without a certificate');
      tls.setSecureContext(secured(next));
    },
  };
}

const secured = ({ cert, key }: Certificate) => ({ cert, key, minVersion: 'TLSv1.2' as const });

/** Starts to accept connections; returns the port. Rejects when the address is not available. */
export function listenOn(server: NetServer, host: string, port: number): Promise<number> {
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

/** Refuses an unknown upgrade; without a reply its socket would hang. */
export function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
