import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRequest } from './http-request.ts';
import type { Reply } from './reply.ts';

/** One request as the pipeline sees it: values, and no socket. */
export type Exchange = HttpRequest & {
  readonly requestId: string;
  /** Values of the path's parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Aborts when the client goes away or the service stops; made only where someone waits. */
  readonly gone: () => AbortSignal;
};

/** Answers an exchange, or cuts the connection without a word; only the simulator cuts. */
export type Serve = (exchange: Exchange) => Promise<Reply | 'cut'>;

/** What one path can do, by method. */
export type Methods = ReadonlyMap<string, Serve>;

/** Stands between the wire and the pipeline; the simulator's faults and its journal are such. */
export type Interceptor = (exchange: Exchange, next: Serve) => Promise<Reply | 'cut'>;

/** Puts interceptors around a pipeline, the first one outermost. */
export function intercepted(serve: Serve, interceptors: readonly Interceptor[]): Serve {
  return interceptors.reduceRight<Serve>(
    (next, interceptor) => (exchange) => interceptor(exchange, next),
    serve,
  );
}

/** The signal of an exchange, made from its two ends. */
function goneSignal(response: ServerResponse, stopping: AbortSignal): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return AbortSignal.any([controller.signal, stopping]);
}

/** The exchange of a request whose body was read. */
export function exchangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  parts: {
    readonly requestId: string;
    readonly params: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
    readonly stopping: AbortSignal;
  },
): Exchange {
  return {
    requestId: parts.requestId,
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    address: request.socket.remoteAddress ?? '',
    params: parts.params,
    body: parts.body,
    gone: () => goneSignal(response, parts.stopping),
  };
}
