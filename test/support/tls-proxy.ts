import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { createIssuer, issue } from './certificates.ts';
import { type Received, type Sent, send } from './wire.ts';

export type TlsProxy = {
  /** The public origin, `https://localhost:<port>`. */
  readonly origin: string;
  /** The issuer that a client of the proxy must trust, PEM. */
  readonly ca: string;
  /** Port of the service on this machine; set it before the first request. */
  target: number;
  /** Sends one request through the proxy. */
  send(path: string, sent?: Sent): Promise<Received>;
  stop(): Promise<void>;
};

/**
 * A proxy as an operator runs it: TLS on the client's side, the service on the other, `X-Forwarded-For`.
 */
export async function startTlsProxy(): Promise<TlsProxy> {
  const issuer = createIssuer('Tillkit test issuer');
  const { cert, key } = issue(issuer, ['localhost']);
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': forwarded(incoming) };
    const options = { host: '127.0.0.1', port: proxy.target, path: incoming.url, headers };
    const onward = request({ ...options, method: incoming.method }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('upgrade', (incoming, client) => {
    const service = connect(proxy.target, '127.0.0.1', () => {
      const lines = Object.entries({ ...incoming.headers, 'x-forwarded-for': forwarded(incoming) });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      service.write(`GET ${incoming.url} HTTP/1.1\r\n${head}\r\n`);
      client.pipe(service).pipe(client);
    });
    service.on('error', () => client.destroy());
    client.on('error', () => service.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const origin = `https://localhost:${port}`;
  const ca = issuer.cert;

  const proxy: TlsProxy = {
    origin,
    ca,
    target: 0,
    send: (path, sent = {}) => send(origin + path, { ...sent, ca }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

/** The client's own header, and then the client's address, in the form that proxies write. */
function forwarded({ headers, socket }: IncomingMessage): string {
  return [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
}
