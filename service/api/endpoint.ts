import type { z } from 'zod';
import type { BodyOf, ParamsOf, QueryOf } from '../../shared/node/http/call.ts';
import type { Answer } from '../../shared/protocol/errors.ts';
import type { ROUTES, RouteName } from '../../shared/protocol/routes.ts';
import type { Caller } from '../merchants/request-credentials.ts';
import type { ReadAhead } from '../payments/payments.ts';
import type { ApiDeps } from './deps.ts';

type RouteOf<N extends RouteName> = (typeof ROUTES)[N];
type ReplyOf<R> = R extends { readonly reply: infer S extends z.ZodType } ? z.output<S> : undefined;
/** A call of an endpoint. All input from outside has been checked. */
export type Call<N extends RouteName> = {
  readonly deps: ApiDeps;
  /** Null on an OPEN endpoint. */
  readonly caller: RouteOf<N>['level'] extends 'OPEN' ? null : Caller;
  readonly params: ParamsOf<RouteOf<N>>;
  /** The payment of the path, on the routes that begin with it; else null. */
  readonly ahead: ReadAhead | null;
  readonly body: BodyOf<RouteOf<N>>;
  readonly query: QueryOf<RouteOf<N>>;
  /**
   * True when the same signed request ran before (D-18). Only a route whose `repeat` is `answered`
   * is called then. It must write nothing, because the request may be a recording by a third party.
   */
  readonly repeated: boolean;
  /** Aborts when the client disconnects or the service stops. */
  readonly gone: () => AbortSignal;
  /** The value of a request header, name in lower case, or null. */
  readonly header: (name: string) => string | null;
};

/** A success, in the statuses and the shape that the route table promises. */
export type Success<N extends RouteName> = {
  readonly status: RouteOf<N>['success'][number];
  readonly body: ReplyOf<RouteOf<N>>;
  /** Full URL of the resource (specification, convention 4). */
  readonly location?: string;
  /** The body of a route that does not produce JSON; `body` is undefined then. */
  readonly bytes?: Uint8Array;
  /** The same, streamed. */
  readonly stream?: { readonly type: string; readonly text: AsyncIterable<string> };
  readonly headers?: Readonly<Record<string, string>>;
};

/** Handles a checked call. It throws only unexpected errors. */
export type Handler<N extends RouteName> = (call: Call<N>) => Promise<Answer<Success<N>>>;

/** One handler for every route of the table: a missing one does not compile. */
export type Handlers = { readonly [N in RouteName]: Handler<N> };
