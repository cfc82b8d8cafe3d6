import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

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
