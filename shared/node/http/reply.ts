import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ERRORS, type Refusal } from '../../protocol/errors.ts';

/** What an exchange is answered with. No body means an empty one. */
export type Reply = {
  readonly status: number;
  readonly body?: unknown;
  /** A body that is no JSON, with its media type. */
  readonly raw?: { readonly type: string; readonly bytes: Uint8Array };
  /** The same, sent while it is made. */
  readonly stream?: { readonly type: string; readonly text: AsyncIterable<string> };
  readonly headers?: Readonly<Record<string, string>>;
};

/** How a reply is to be written; the parts every reply has. */
export type Framing = {
  readonly requestId: string;
  readonly mediaType: string;
  /** True when this connection should end with this reply. */
  readonly close: boolean;
};

/** Turns a refusal into its reply: the one place where error types become statuses (D-22). */
export function errorReply(refusal: Refusal, retryAfterSeconds?: number): Reply {
  const headers: Record<string, string> = {};
  if (refusal.type === 'Unauthorized') headers['www-authenticate'] = 'SECRET, RSA-SHA256';
  const later = refusal.type === 'Service Unavailable' || refusal.type === 'Too Many Requests';
  if (later) headers['retry-after'] = String(Math.max(1, retryAfterSeconds ?? 1));
  return { status: ERRORS[refusal.type], body: errorBody(refusal), headers };
}

/** The error body of the specification; all three members always there. */
function errorBody(refusal: Refusal) {
  return {
    error_type: refusal.type,
    error_description: refusal.description,
    error_details: refusal.details ?? null,
  };
}

/** Writes the reply in one go. A client that is gone already is nobody's error. */
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
    // A client that goes away ends the reading; one that stays and gets too little sees a cut.
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
    // An empty 200 would wait for a length; a 204 must not carry one, nor does a 304 need one.
    if (reply.status !== 204 && reply.status !== 304) headers.push('Content-Length', '0');
    response.writeHead(reply.status, headers).end();
    return;
  }
  // As text it leaves together with the head, in one write.
  const body = JSON.stringify(reply.body);
  const length = String(Buffer.byteLength(body));
  headers.push('Content-Type', framing.mediaType, 'Content-Length', length);
  response.writeHead(reply.status, headers).end(body);
}
