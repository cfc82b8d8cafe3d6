import { z } from 'zod';
import { ROUTES, type Route, type RouteName } from '../protocol/routes.ts';
import type { Call, CallOptions, Query } from './call.ts';
import type { Sender } from './send.ts';

/** The names of a path's parameters: `tid` of `/payment_request/:tid/`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

type RouteOf<N extends RouteName> = (typeof ROUTES)[N];

/** One value of a query; a list is sent as repeated parameters. */
type QueryValue = string | number | boolean | null | undefined | readonly string[];

type ParamsOf<N extends RouteName> = [ParamNames<RouteOf<N>['path']>] extends [never]
  ? unknown
  : { readonly params: { readonly [K in ParamNames<RouteOf<N>['path']>]: string } };
type BodyOf<N extends RouteName> =
  RouteOf<N> extends { readonly body: infer Schema extends z.ZodType }
    ? { readonly body: z.input<Schema> }
    : unknown;
type QueryOf<N extends RouteName> =
  RouteOf<N> extends { readonly query: infer Schema extends z.ZodType }
    ? { readonly query?: { readonly [K in keyof z.input<Schema>]?: QueryValue } }
    : unknown;

/** What a route takes: the parameters of its path, its body and its query. */
export type RouteInput<N extends RouteName> = ParamsOf<N> & BodyOf<N> & QueryOf<N>;

/** What a route answers: its object, the bytes of a file, or null for an empty reply. */
export type RouteValue<N extends RouteName> =
  RouteOf<N> extends { readonly produces: string }
    ? Uint8Array
    : RouteOf<N> extends { readonly reply: infer Schema extends z.ZodType }
      ? z.output<Schema> | (204 extends RouteOf<N>['success'][number] ? null : never)
      : null;

/** Calls any route of the API by its name, with the types of the route table. */
export type CallRoute = <N extends RouteName>(
  name: N,
  input: RouteInput<N>,
  options?: CallOptions,
) => Call<RouteValue<N>>;

/** The parts of a request, without the types of one route. */
type AnyInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, QueryValue>>;
};

/** Schema of an empty reply. */
const NOTHING = z.null();

/** The schema of a route's reply; a route that may answer 204 has nothing to say then. */
function replyOf({ reply = NOTHING, success }: Route): z.ZodType {
  return success.includes(204) ? reply.nullable() : reply;
}

/** Makes the call of any route. */
export function createRouteCall(send: Sender): CallRoute {
  return <N extends RouteName>(name: N, input: RouteInput<N>, options?: CallOptions) => {
    const route: Route = ROUTES[name];
    const { query, ...parts } = input as AnyInput;
    const request = { ...parts, query: queryOf(query) };
    const called =
      route.produces === undefined
        ? send(route, replyOf(route), request, options)
        : send.file(route, request, options);
    // The table's schema of this route is the one that the type is made from.
    return called as Call<RouteValue<N>>;
  };
}

function queryOf(query: AnyInput['query'] = {}): Query {
  return Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? value.map((one) => [name, one] as const)
      : [[name, value] as const],
  );
}
