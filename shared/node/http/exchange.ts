import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddressOf } from './client-address.ts';
import type { HttpRequest } from './http-request.ts';
import type { RestOfBody } from './read-body.ts';
import type { Reply } from './reply.ts';
import { noteOf, type RequestNote } from './request-note.ts';

/** One request as the pipeline sees it: values, without a socket. */
export type Exchange = HttpRequest & {
  readonly requestId: string;
  /** Values of the path's parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Aborts when the client disconnects or the service stops; created only if it is used. */
  readonly gone: () => AbortSignal;
  /** The connection of the request; absent where there is none, as in a simulated world. */
  readonly socket?: Socket | undefined;
  /** Maximum size of a body whose route names none, bytes. */
  readonly bodyBytesMax?: number | undefined;
  /** Present when the service observes its requests. */
  readonly note?: RequestNote | undefined;
};

/**
 * Replies to an exchange, or closes the connection without a reply; only the simulator does the
 * latter.
 */
export type Serve = (exchange: Exchange) => Promise<Reply | 'cut'>;

/** The handlers of one path, by method. */
export type Methods = ReadonlyMap<string, Serve>;

/** A handler between the wire and the pipeline, such as the simulator's faults and its journal. */
export type Interceptor = (exchange: Exchange, next: Serve) => Promise<Reply | 'cut'>;

/** Wraps a pipeline in interceptors, the first one outermost. */
export function intercepted(serve: Serve, interceptors: readonly Interceptor[]): Serve {
  return interceptors.reduceRight<Serve>(
    (next, interceptor) => (exchange) => interceptor(exchange, next),
    serve,
  );
}

/** The signal of an exchange, made from its two sources. */
function goneSignal(response: ServerResponse, stopping: AbortSignal): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return AbortSignal.any([controller.signal, stopping]);
}

/** The exchange of a request whose body was read, or begun to be read. */
export function exchangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  details: {
    readonly requestId: string;
    readonly params: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
    readonly rest?: RestOfBody | undefined;
    readonly bodyBytesMax?: number | undefined;
    readonly stopping: AbortSignal;
  },
): Exchange {
  return {
    requestId: details.requestId,
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    address: clientAddressOf(request),
    params: details.params,
    body: details.body,
    rest: details.rest,
    bodyBytesMax: details.bodyBytesMax,
    gone: () => goneSignal(response, details.stopping),
    socket: request.socket,
    note: noteOf(request),
  };
}
