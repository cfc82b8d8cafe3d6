import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ERRORS, type Refusal } from '../../protocol/errors.ts';

/** The reply to an exchange. No body means an empty one. */
export type Reply = {
  readonly status: number;
  readonly body?: unknown;
  /** A body that is not JSON, with its media type. */
  readonly raw?: { readonly type: string; readonly bytes: Uint8Array };
  /** The same, streamed. */
  readonly stream?: { readonly type: string; readonly text: AsyncIterable<string> };
  /**
   * Writes a reply that goes on over time, such as a stream of events, with its own head. It is always
   * called, also if the client has disconnected meanwhile.
   */
  readonly write?: (response: ServerResponse) => void;
  readonly headers?: Readonly<Record<string, string>>;
};

/** How to write a reply; the members that every reply has. */
export type Framing = {
  readonly requestId: string;
  readonly mediaType: string;
  /** True when the connection should be closed after this reply. */
  readonly close: boolean;
};

/** The ways to authenticate at the merchant API, as `WWW-Authenticate` lists them. */
const API_CHALLENGE = 'SECRET, RSA-SHA256';

/**
 * Converts a refusal to its reply: the only place where error types become statuses (D-22). Without
 * `retryAfterSeconds`, the details of the refusal may say it. `challenge` is null for an audience whose
 * credentials have no scheme of HTTP, such as a page with a cookie.
 */
export function errorReply(
  refusal: Refusal,
  retryAfterSeconds?: number,
  challenge: string | null = API_CHALLENGE,
): Reply {
  const headers: Record<string, string> = {};
  if (refusal.type === 'Unauthorized' && challenge !== null) {
    headers['www-authenticate'] = challenge;
  }
  const later = refusal.type === 'Service Unavailable' || refusal.type === 'Too Many Requests';
  if (later) headers['retry-after'] = String(Math.max(1, retryAfterSeconds ?? saidIn(refusal)));
  return { status: ERRORS[refusal.type], body: errorBody(refusal), headers };
}

/** The seconds that a refusal's own details say, or one. */
function saidIn({ details }: Refusal): number {
  const after = details?.retry_after;
  return typeof after === 'number' ? after : 1;
}

/** The error body of the specification; all three members are always present. */
function errorBody(refusal: Refusal) {
  return {
    error_type: refusal.type,
    error_description: refusal.description,
    error_details: refusal.details ?? null,
  };
}

/** Writes the reply in one piece. A disconnected client is not an error. */
export function send(response: ServerResponse, reply: Reply, framing: Framing): void {
  if (reply.write !== undefined) {
    response.setHeader('X-Request-Id', framing.requestId);
    for (const name in reply.headers) response.setHeader(name, reply.headers[name] ?? '');
    reply.write(response);
    return;
  }
  if (response.headersSent || response.destroyed) return;
  const headers: string[] = [
    'X-Request-Id',
    framing.requestId,
    'X-Content-Type-Options',
    'nosniff',
  ];
  if (reply.headers?.['content-security-policy'] === undefined) {
    headers.push('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  }
  if (reply.headers?.['cache-control'] === undefined) headers.push('Cache-Control', 'no-store');
  if (framing.close) headers.push('Connection', 'close');
  for (const name in reply.headers) headers.push(name, reply.headers[name] ?? '');
  if (reply.stream !== undefined) {
    headers.push('Content-Type', reply.stream.type);
    response.writeHead(reply.status, headers);
    // A client that disconnects ends the reading; a client that gets an incomplete body sees an
    // aborted connection.
    pipeline(Readable.from(reply.stream.text), response).catch(() => response.destroy());
    return;
  }
  if (reply.raw !== undefined) {
    const { type, bytes } = reply.raw;
    headers.push('Content-Type', type, 'Content-Length', String(bytes.length));
    response.writeHead(reply.status, headers).end(bytes);
    return;
  }
  if (reply.body === undefined) {
    // An empty 200 needs a length; a 204 must not have one, and a 304 needs none.
    if (reply.status !== 204 && reply.status !== 304) headers.push('Content-Length', '0');
    response.writeHead(reply.status, headers).end();
    return;
  }
  // Text is sent together with the head, in one write.
  const body = JSON.stringify(reply.body);
  const length = String(Buffer.byteLength(body));
  headers.push('Content-Type', framing.mediaType, 'Content-Length', length);
  response.writeHead(reply.status, headers).end(body);
}
