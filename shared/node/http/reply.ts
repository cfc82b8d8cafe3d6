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
  readonly headers?: Readonly<Record<string, string>>;
};

/** How to write a reply; the members that every reply has. */
export type Framing = {
  readonly requestId: string;
  readonly mediaType: string;
  /** True when the connection should be closed after this reply. */
  readonly close: boolean;
};

/** Converts a refusal to its reply: the only place where error types become statuses (D-22). */
export function errorReply(refusal: Refusal, retryAfterSeconds?: number): Reply {
  const headers: Record<string, string> = {};
  if (refusal.type === 'Unauthorized') headers['www-authenticate'] = 'SECRET, RSA-SHA256';
  const later = refusal.type === 'Service Unavailable' || refusal.type === 'Too Many Requests';
  if (later) headers['retry-after'] = String(Math.max(1, retryAfterSeconds ?? 1));
  return { status: ERRORS[refusal.type], body: errorBody(refusal), headers };
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
