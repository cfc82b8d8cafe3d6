import { createHash, sign } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  request as plainRequest,
  type RequestListener,
} from 'node:http';
import { createServer as createSecureServer, request as tlsRequest } from 'node:https';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { StepFailed } from './expect.ts';

/** One request as a check writes it. A body that is text or bytes is sent unchanged. */
export type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The request target, if it differs from the path of the address. */
  readonly target?: string;
  /** The issuer that an https address must have, PEM. */
  readonly ca?: string;
};

export type Received = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined if there is none. */
  readonly json: unknown;
};

/** Sends one request unchanged on a separate connection. Rejects if the connection is cut. */
export function send(url: string, sent: Sent = {}): Promise<Received> {
  const bytes = bytesOf(sent.body);
  const headers: Record<string, string | number> = { ...sent.headers };
  if (bytes !== null) headers['content-length'] = bytes.length;
  return new Promise((resolve, reject) => {
    const target = new URL(url);
    const options = {
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      // The path as written, because a URL object would normalise it.
      path: sent.target ?? (url.slice(target.origin.length) || '/'),
      method: sent.method ?? 'GET',
      headers,
      agent: false,
      ...(sent.ca === undefined ? {} : { ca: sent.ca }),
    };
    const request = target.protocol === 'https:' ? tlsRequest : plainRequest;
    const outgoing = request(options, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          text,
          json: parsed(text),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(bytes ?? undefined);
  });
}

function bytesOf(body: unknown): Buffer | null {
  if (body === undefined) return null;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body);
  return Buffer.from(JSON.stringify(body));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Headers of a user that sends a secret. */
export function secretHeaders(merchant: string, user: string, secret: string) {
  return {
    'X-Svc-Merchant': merchant,
    'X-Svc-User': user,
    Authorization: `SECRET ${secret}`,
  };
}

/** Headers of a user that signs, made from the specification and not from the product's code. */
export function signedHeaders(parts: {
  readonly merchant: string;
  /** Id of the user, or of the integrator if `as` says so. */
  readonly user: string;
  readonly as?: 'user' | 'integrator';
  readonly privateKey: string;
  readonly url: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly at: number;
  /** More headers with the vendor's prefix, in their printed form. */
  readonly more?: Readonly<Record<string, string>>;
}): Record<string, string> {
  const bytes = bytesOf(parts.body) ?? Buffer.alloc(0);
  const headers: Record<string, string> = {
    'X-Svc-Merchant': parts.merchant,
    [parts.as === 'integrator' ? 'X-Svc-Integrator' : 'X-Svc-User']: parts.user,
    'X-Svc-Timestamp': new Date(parts.at).toISOString().slice(0, 19).replace('T', ' '),
    'X-Svc-Content-Digest': `SHA256=${createHash('sha256').update(bytes).digest('base64')}`,
    ...parts.more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name.toUpperCase()}=${value}`);
  const toSign = `${parts.method ?? 'GET'}|${parts.url}|${lines.sort().join('&')}`;
  const signature = sign('RSA-SHA256', Buffer.from(toSign), parts.privateKey).toString('base64');
  return { ...headers, Authorization: `RSA-SHA256 ${signature}` };
}

/** A callback as it arrived. */
export type Heard = {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly message: {
    readonly meta: Readonly<Record<string, unknown>>;
    readonly object?: unknown;
  };
};

/** A receiver of callbacks, which answers each with 204. */
export type Receiver = {
  readonly url: string;
  readonly heard: readonly Heard[];
  /** Calls `listener` after each callback until the returned function is called. */
  onHeard(listener: () => void): () => void;
  stop(): Promise<void>;
};

/** Certificate and private key of a receiver over https, PEM. */
export type Certificate = { readonly cert: string; readonly key: string };

/** A body larger than this is no callback. */
const BODY_MAX = 1_000_000;

/**
 * Starts a receiver on any free port. `host` is the name under which the service reaches this
 * machine; a name other than the loopback address opens the port on every address.
 */
export async function startReceiver(
  host: string,
  certificate: Certificate | null,
): Promise<Receiver> {
  const heard: Heard[] = [];
  const listeners = createListeners();
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_MAX) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const message = Object(parsed(body.toString()));
      const { url = '', headers } = request;
      heard.push({ target: url, headers, body, message: { meta: {}, ...message } });
      response.writeHead(204).end();
      listeners.tell();
    });
  };
  const server =
    certificate === null ? createServer(listener) : createSecureServer(certificate, listener);
  server.listen(0, host === '127.0.0.1' ? host : undefined);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `${certificate === null ? 'http' : 'https'}://${host}:${port}`,
    heard,
    onHeard: listeners.subscribe,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The simulator API of a service: its customer and its clock. Each call fails unless it succeeds. */
export type RemoteSimulator = ReturnType<typeof connectSimulator>;

/** Connects to a simulator API; `use` is called before the customer or the clock acts. */
export function connectSimulator(
  url: string | null,
  customer: string,
  use: (need: 'simulator' | 'clock') => void,
) {
  const post = (path: string, body: unknown) =>
    send(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  async function act(path: string, body: unknown = {}): Promise<Readonly<Record<string, unknown>>> {
    use('simulator');
    const reply = await post(path, body);
    if (reply.status >= 300) {
      const named = path.replace(/(_request)\/[^/]+\//, '$1/<id>/');
      const cause = `the simulator answered POST ${named} with ${reply.status}`;
      throw new StepFailed(cause, reply.text);
    }
    return Object(reply.json);
  }
  return {
    confirm: (tid: string) => act(`/payment_request/${tid}/confirm/`),
    /** Whether a customer can approve, and approves; false if no customer has the request. */
    async tryConfirm(tid: string): Promise<boolean> {
      use('simulator');
      return (await post(`/payment_request/${tid}/confirm/`, {})).status < 300;
    },
    reject: (tid: string) => act(`/payment_request/${tid}/reject/`),
    accept: (rid: string) => act(`/permission_request/${rid}/accept/`),
    decline: (rid: string) => act(`/permission_request/${rid}/decline/`),
    /** Scans a code; returns the scan's token. */
    async scan(shortlink: string, argstring = ''): Promise<string> {
      return String((await act('/scan/', { customer, shortlink_id: shortlink, argstring })).token);
    },
    settle: () => act('/settlement/'),
    async now(): Promise<number> {
      const { json } = await send(`${url}/clock/`);
      return Date.parse(String(Object(json).now));
    },
    /** Does the work that is due; false if the service has no manual clock. */
    async runDue(): Promise<boolean> {
      return (await post('/clock/', { advance_seconds: 0 })).status === 200;
    },
    /** Moves a manual clock by milliseconds; returns when all due work is done. */
    async advance(milliseconds: number): Promise<void> {
      use('clock');
      const moved = await post('/clock/', { advance_seconds: milliseconds / 1_000 });
      if (moved.status >= 300) {
        throw new StepFailed(`the clock was not moved: status ${moved.status}`, moved.text);
      }
    },
  };
}
