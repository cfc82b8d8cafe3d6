import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { SentHeader } from '../../protocol/signing.ts';
import { clientAddressOf } from './client-address.ts';
import type { RestOfBody } from './read-body.ts';

/**
 * The query of a request target. A repeated key becomes a list, as does one written `key[]` or
 * `key[0]` (D-53); the schemas check the rest.
 */
export function parseQuery(target: string): Readonly<Record<string, string | string[]>> {
  // The client chooses the keys: a null prototype keeps `__proto__` an ordinary key.
  const query: Record<string, string | string[]> = Object.create(null);
  const start = target.indexOf('?');
  if (start < 0) return query;
  for (const [key, value] of new URLSearchParams(target.slice(start + 1))) {
    const name = key.replace(/\[\d{0,3}\]$/, '');
    const listed = name !== key;
    const before = query[name];
    if (before !== undefined) query[name] = [before, value].flat();
    else query[name] = listed ? [value] : value;
  }
  return query;
}

/** One HTTP request as values, without its socket. */
export type HttpRequest = {
  readonly method: string;
  /** The request target exactly as sent: path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  /** Address of the client; behind a trusted proxy the one that the proxy names. */
  readonly address: string;
  /** The body's bytes as received; empty when there is none, and while `rest` is there. */
  readonly body: Uint8Array;
  /** Reads a body that is larger than what is kept before the caller is known; absent for every other. */
  readonly rest?: RestOfBody | undefined;
};

const NO_BODY = new Uint8Array(0);

/** A request without a body, such as a WebSocket upgrade. */
export function httpRequestOf(message: IncomingMessage, body: Uint8Array = NO_BODY): HttpRequest {
  return {
    method: message.method ?? 'GET',
    target: message.url ?? '/',
    headers: message.headers,
    rawHeaders: message.rawHeaders,
    address: clientAddressOf(message),
    body,
  };
}

/** The single value of a header, or null when it is missing or empty. */
export function headerOf(request: HttpRequest, name: string): string | null {
  const value = request.headers[name];
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text === undefined || text.trim() === '' ? null : text.trim();
}

/** The headers as pairs, for the signature. */
export function sentHeaders(request: HttpRequest): SentHeader[] {
  const pairs: SentHeader[] = [];
  const raw = request.rawHeaders;
  for (let i = 0; i + 1 < raw.length; i += 2) pairs.push([raw[i] ?? '', raw[i + 1] ?? '']);
  return pairs;
}
