import { createHash, X509Certificate } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { createIssuer, issue } from './certificates.ts';
import { type Received, type Sent, send } from './wire.ts';

export type TlsProxy = {
  /** The origin, `https://localhost:<port>`. */
  readonly origin: string;
  /** The public address of the service: the origin and the path prefix. */
  readonly root: string;
  /** The issuer that a client of the proxy must trust, PEM. */
  readonly ca: string;
  /** Port of the service on this machine; set it before the first request. */
  target: number;
  /** The requests that were passed on. */
  requests: number;
  /** Sends one request through the proxy, to a path below the public address. */
  send(path: string, sent?: Sent): Promise<Received>;
  stop(): Promise<void>;
};

let identity: ReturnType<typeof createIdentity> | undefined;

function createIdentity() {
  const issuer = createIssuer('Tillkit test issuer');
  return { issuer, ...issue(issuer, ['localhost']) };
}

/** The certificate of every proxy of this process. */
function proxyIdentity() {
  identity ??= createIdentity();
  return identity;
}

/**
 * The switch with which a browser accepts the certificate of the proxies. The browser does not check this
 * certificate: the packaged browser checks certificates with a library that a minimal system lacks
 * (SQLite), and ends without it.
 */
export function acceptProxies(): string {
  const { publicKey } = new X509Certificate(proxyIdentity().cert);
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const digest = createHash('sha256').update(key).digest('base64');
  return `--ignore-certificate-errors-spki-list=${digest}`;
}

/**
 * A proxy as an operator runs it: TLS on the client's side, the service on the other, and
 * `X-Forwarded-For`. It serves the service below `prefix`, and nothing else; with `removes` the service
 * gets the path without the prefix.
 */
export async function startTlsProxy(prefix = '', removes = false): Promise<TlsProxy> {
  const onward = (path = '/') => (removes ? path.slice(prefix.length) || '/' : path);
  const { issuer, cert, key } = proxyIdentity();
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    if (!incoming.url?.startsWith(prefix)) return outgoing.writeHead(404).end();
    proxy.requests += 1;
    const headers = { ...incoming.headers, 'x-forwarded-for': forwarded(incoming) };
    const options = { host: '127.0.0.1', port: proxy.target, path: onward(incoming.url), headers };
    const passed = request({ ...options, method: incoming.method }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (incoming, client) => {
    const service = connect(proxy.target, '127.0.0.1', () => {
      const lines = Object.entries({ ...incoming.headers, 'x-forwarded-for': forwarded(incoming) });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      service.write(`GET ${onward(incoming.url)} HTTP/1.1\r\n${head}\r\n`);
      client.pipe(service).pipe(client);
    });
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      upgraded.add(one);
      one.on('error', () => {});
      // One side may close before the other is connected.
      one.on('close', () => {
        upgraded.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const origin = `https://localhost:${port}`;
  const ca = issuer.cert;

  const proxy: TlsProxy = {
    origin,
    root: origin + prefix,
    ca,
    target: 0,
    requests: 0,
    send: (path, sent = {}) => send(origin + prefix + path, { ...sent, ca }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }),
  };
  return proxy;
}

/** The client's own header, and then the client's address, in the form that proxies write. */
function forwarded({ headers, socket }: IncomingMessage): string {
  return [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
}
