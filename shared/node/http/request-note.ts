import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RecordedSpan, SpanAttributes, Tracing } from '../tracing/tracing.ts';

/** What the service knows about a request, for its log line and its metrics. */
export type RequestNote = {
  readonly requestId: string;
  /** The path with the names of its parameters, such as `/merchant/v1/pos/:posId/`; null if unknown. */
  route: string | null;
  /** The merchant of the authenticated caller. */
  merchantId: string | null;
};

/** A request that has ended. */
export type EndedRequest = RequestNote & {
  readonly route: string;
  readonly method: string;
  /** The status of the reply; 499 when the client closed the connection before the reply was complete. */
  readonly status: number;
  /** Milliseconds from the headers to the end of the reply. */
  readonly duration: number;
  /** The trace of the request; only if it is recorded. */
  readonly traceId?: string;
};

/** Observes a request; returns its span, or null if it is not recorded. */
export type ObserveRequest = (
  request: IncomingMessage,
  response: ServerResponse,
) => RecordedSpan | null;

/** An upgrade that has begun. Only the first `end` counts. */
export type ObservedUpgrade = {
  readonly requestId: string;
  /** The status of the handshake, 101 if it succeeded, and the merchant of the authenticated caller. */
  end(status: number, merchantId?: string | null): void;
};

/**
 * Observes a request to upgrade a connection; `route` is null for an unknown address. An upgrade whose
 * connection closes before `end` counts as closed by the client.
 */
export type ObserveUpgrade = (
  request: IncomingMessage,
  socket: Duplex,
  route: string | null,
) => ObservedUpgrade;

/** Both ways in which a listener gets requests. */
export type Observers = { readonly request: ObserveRequest; readonly upgrade: ObserveUpgrade };

const NO_ROUTE = 'none';
const CLIENT_CLOSED = 499;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
/** On the request itself: a WeakMap with an entry for each request costs the garbage collector more. */
const NOTE = Symbol('note');
type Noted = IncomingMessage & { [NOTE]?: RequestNote };

/** The note of a request; undefined when requests are not observed. */
export function noteOf(request: Noted): RequestNote | undefined {
  return request[NOTE];
}

/**
 * Observes requests: each gets a note, and `onEnd` is called once when its reply has ended. With
 * `tracing`, a request may get a span, below the one that its header `traceparent` names.
 */
export function requestObserver(
  nextId: () => string,
  onEnd: (ended: EndedRequest) => void,
  tracing: Tracing | null = null,
): ObserveRequest {
  return (request: Noted, response) => {
    const begun = performance.now();
    const { traceparent } = request.headers;
    const parent = typeof traceparent === 'string' ? { received: traceparent } : null;
    const span = tracing?.begin('request', 'server', parent) ?? null;
    const note: RequestNote = { requestId: nextId(), route: null, merchantId: null };
    request[NOTE] = note;
    // A response closes once. `once` would wrap the function again.
    response.on('close', () => {
      const ended: EndedRequest = {
        requestId: note.requestId,
        merchantId: note.merchantId,
        route: note.route ?? expressRouteOf(request) ?? NO_ROUTE,
        method: methodOf(request),
        status: response.writableFinished ? response.statusCode : CLIENT_CLOSED,
        duration: performance.now() - begun,
      };
      onEnd(span === null ? ended : Object.assign(ended, { traceId: span.traceId }));
      span?.end({
        name: `${ended.method} ${ended.route}`,
        attributes: attributesOf(ended),
        failed: ended.status >= 500,
      });
    });
    return span;
  };
}

/** Observes upgrades, as `requestObserver` observes requests; they have no span. */
export function upgradeObserver(
  nextId: () => string,
  onEnd: (ended: EndedRequest) => void,
): ObserveUpgrade {
  return (request: Noted, socket, route) => {
    const begun = performance.now();
    const requestId = nextId();
    request[NOTE] = { requestId, route, merchantId: null };
    let ended = false;
    const end = (status: number, merchantId: string | null = null) => {
      if (ended) return;
      ended = true;
      const method = methodOf(request);
      const duration = performance.now() - begun;
      onEnd({ requestId, merchantId, route: route ?? NO_ROUTE, method, status, duration });
    };
    socket.once('close', () => end(CLIENT_CLOSED));
    return { requestId, end };
  };
}

/** The client chooses the method, so an unknown one is not a value of a metric. */
function methodOf({ method = '' }: IncomingMessage): string {
  return METHODS.has(method) ? method : 'other';
}

function attributesOf({ method, route, status, requestId, merchantId }: EndedRequest) {
  const attributes: SpanAttributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'tillkit.request.id': requestId,
  };
  return merchantId === null ? attributes : { ...attributes, 'tillkit.merchant.id': merchantId };
}

/** The route of a page that Express's router serves by itself. */
function expressRouteOf(request: IncomingMessage): string | null {
  const { baseUrl, route }: { baseUrl?: unknown; route?: { path?: unknown } } = Object(request);
  const path = Array.isArray(route?.path) ? route.path[0] : route?.path;
  return typeof path === 'string' ? `${typeof baseUrl === 'string' ? baseUrl : ''}${path}` : null;
}
