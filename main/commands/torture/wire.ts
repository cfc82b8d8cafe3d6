import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as secureConnect } from 'node:tls';

/** A request as the till sent it. */
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
};

/** A complete reply of the service. */
export type Reply = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
};

/** Larger requests and replies are cut. */
const BODY_MAX = 2_000_000;
/** Headers of one connection, which are not passed on. */
const OWN_HEADERS = ['host', 'connection', 'transfer-encoding', 'content-length', 'keep-alive'];

/** The body of a request or reply. Throws if it is too large. */
export async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size > BODY_MAX) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body as JSON; undefined if it is none. */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Sends a request to the service on a separate connection. Rejects if the connection is cut. */
export function forward(target: URL, sent: Sent, signal?: AbortSignal): Promise<Reply> {
  const { method, path, bytes } = sent;
  const headers = { ...keptHeaders(sent.headers), host: target.host };
  const length = bytes.length > 0 ? { 'content-length': bytes.length } : {};
  const send = target.protocol === 'https:' ? secureRequest : request;
  return new Promise((resolve, reject) => {
    const options = {
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      method,
      path,
      headers: Object.assign(headers, length),
      ...(signal === undefined ? {} : { signal }),
    };
    const outgoing = send(options, (reply) => {
      bytesOf(reply).then((body) => {
        resolve({ status: reply.statusCode ?? 502, headers: reply.headers, bytes: body });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

function keptHeaders(headers: Sent['headers']) {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)),
  );
}

/** Passes a reply of the service to the till. */
export function give(response: ServerResponse, { status, headers, bytes }: Reply): void {
  response.writeHead(
    status,
    Object.assign(keptHeaders(headers), { 'content-length': bytes.length }),
  );
  response.end(bytes);
}

/** Sends the head and one half of the body, and closes the connection. */
export function cutReply(response: ServerResponse, { status, headers, bytes }: Reply): void {
  const length = { 'content-length': bytes.length + 1 };
  response.writeHead(status, Object.assign(keptHeaders(headers), length));
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

/** Connects a WebSocket of the till with the service; `sockets` holds it while it is open. */
export function tunnel(
  target: URL,
  incoming: IncomingMessage,
  near: Duplex,
  head: Buffer,
  sockets: Set<Duplex>,
): void {
  const secure = target.protocol === 'https:';
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const port = Number(target.port || (secure ? 443 : 80));
  const far: Socket = secure
    ? secureConnect({ host, port, servername: host })
    : connect({ host, port });
  const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`, `host: ${target.host}`];
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = incoming.rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() !== 'host') lines.push(`${name}: ${value}`);
  }
  far.write(`${lines.join('\r\n')}\r\n\r\n`);
  far.write(head);
  near.pipe(far).pipe(near);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(one);
    one.on('error', () => other.destroy());
    one.on('close', () => {
      sockets.delete(one);
      other.destroy();
    });
  }
}
