import type { z } from 'zod';
import type { Exchange } from './exchange.ts';
import type { Reply } from './reply.ts';
import type { ReplyHeaders } from './reply-headers.ts';

/* The types of a call and of its answer, which follow from the schemas of its route. */

export type BodyOf<R> = R extends { readonly body: infer S extends z.ZodType } ? z.output<S> : null;
export type QueryOf<R> = R extends { readonly query: infer S extends z.ZodType }
  ? z.output<S>
  : null;
type NamesIn<P> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & NamesIn<`/${Rest}`>
  : unknown;
export type ParamsOf<R> = R extends { readonly params: infer S extends z.ZodType }
  ? z.output<S>
  : R extends { readonly path: infer P extends string }
    ? NamesIn<`${P}/`>
    : never;

/** The value that an endpoint of a page answers: the body, a reply that is no JSON, or nothing. */
export type ValueOf<R> = R extends { readonly reply: infer S extends z.ZodType }
  ? z.input<S>
  : R extends { readonly produces: string }
    ? Reply
    : null;

/** A call whose input was checked, without the types of its route. */
export type CheckedCall<Who> = {
  /** The caller, as the audience identifies it. */
  readonly who: Who;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly exchange: Exchange;
  /** Headers of the reply, whatever it is. */
  readonly headers: ReplyHeaders;
};

/** The same with the types that the schemas of the route promise. */
export type CallOf<R> = {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly exchange: Exchange;
  readonly headers: ReplyHeaders;
};
