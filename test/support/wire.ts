import { createHash, sign } from 'node:crypto';
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

/** One request as a test writes it. A body that is text or bytes is sent unchanged. */
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
