import type { z } from 'zod';
import type { ROUTES, RouteName } from '../routes.ts';

type RouteOf<N extends RouteName> = (typeof ROUTES)[N];
type BodyOf<R> = R extends { readonly body: infer S extends z.ZodType }
  ? { readonly body: z.input<S> }
  : { readonly body?: never };
type ReplyOf<R> = R extends { readonly reply: infer S extends z.ZodType }
  ? { readonly reply: z.output<S> }
  : { readonly reply?: never };
type QueryOf<R> = R extends { readonly query: infer S extends z.ZodType }
  ? { readonly query?: Readonly<Partial<Record<keyof z.input<S> & string, string>>> }
  : { readonly query?: never };
type NamesOf<P> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesOf<`/${Rest}`>
  : never;
type ParamsOf<P> = [NamesOf<P>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<NamesOf<P>, string>> };

/**
 * One call of an endpoint with its reply, as the reference shows it. The tests send it to a real
 * service, with ids of that service in the path, and compare the structure of the reply.
 */
export type Example<N extends RouteName> = BodyOf<RouteOf<N>> &
  ReplyOf<RouteOf<N>> &
  QueryOf<RouteOf<N>> &
  ParamsOf<RouteOf<N>['path']> & { readonly status: RouteOf<N>['success'][number] };

/** Examples of some routes, by their names in the route table. */
export type ExamplesOf<N extends RouteName> = { readonly [K in N]: Example<K> };
