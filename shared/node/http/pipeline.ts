import { type Answer, answer, type Refusal } from '../../protocol/errors.ts';
import { SVC_PROFILE } from '../../protocol/media.ts';
import type { Route } from '../../protocol/routes/route.ts';
import { validate } from '../../protocol/validation.ts';
import type { CheckedCall } from './call.ts';
import type { Exchange } from './exchange.ts';
import { parseQuery } from './http-request.ts';
import { readInput } from './json-body.ts';
import type { Reply } from './reply.ts';
import { ReplyHeaders } from './reply-headers.ts';

/** A route of any audience. */
export type AnyRoute = Route<string, string>;

/**
 * Why a request failed, and when to try again. `Own` is a refusal in the audience's own form, such as an
 * error of RFC 6749, beside those of the merchant API.
 */
export type Failure<Own = never> = {
  readonly refusal: Refusal | Own;
  readonly retryAfterSeconds?: number;
};

/** A value, or why there is none and how long to wait. */
export type Result<T, Own = never> =
  | { readonly ok: true; readonly value: T }
  | ({ readonly ok: false } & Failure<Own>);

/**
 * The differences of one audience. The pipeline calls these in the order of the members; what an audience
 * leaves out, it does as all others.
 */
export type Audience<R extends AnyRoute, Who, Value, Own = never> = {
  /** The failure of a request that threw an unexpected error; writes it to the log. */
  readonly failed: (error: unknown, requestId: string) => Failure<Own>;
  /** Refuses a request before anything of it is looked up; null lets it in. */
  readonly admit?: (exchange: Exchange, route: R) => Failure<Own> | null;
  /** Finds the caller, and whether it has the route's level or right. */
  readonly identify: (
    exchange: Exchange,
    route: R,
    headers: ReplyHeaders,
  ) => Promise<Result<Who, Own>>;
  /** A place for the request until it is answered; null needs none. Throws `StoreBusy` if none is free. */
  readonly enter?: (who: Who, route: R) => Promise<Disposable> | null;
  readonly readQuery?: (route: R, exchange: Exchange) => Result<unknown, Own>;
  readonly readBody?: (route: R, exchange: Exchange) => Result<unknown, Own>;
  /**
   * The last check, after the input was found right: what a refused request must not use up. Null if there
   * is none to make.
   */
  readonly begin?: (who: Who, route: R) => Promise<Result<Who, Own>> | null;
  /** The reply to the value of an endpoint. */
  readonly reply: (value: Value, route: R, exchange: Exchange) => Reply;
  /** The reply to a refusal. */
  readonly refused: (failure: Failure<Own>, route: R, exchange: Exchange) => Reply;
};

/** Handles a checked call. It throws only unexpected errors. */
export type Endpoint<Who, Value, Own = never> = (
  call: CheckedCall<Who>,
) => Promise<Result<Value, Own>>;

/**
 * One route, from a request to its reply, for every audience: admission, caller and right, parameters,
 * query, body, endpoint, reply. It never rejects: an unexpected error becomes a failure and a line of the log.
 */
export function servedBy<R extends AnyRoute, Who, Value, Own = never>(
  route: R,
  audience: Audience<R, Who, Value, Own>,
  endpoint: Endpoint<Who, Value, Own>,
): (exchange: Exchange) => Promise<Reply> {
  const { failed, admit, identify, enter, begin, refused } = audience;
  const usualQuery = queryReader(route);
  const queryOf = audience.readQuery ?? ((_, exchange) => usualQuery(exchange.target));
  const bodyOf = audience.readBody ?? usualBody;

  async function run(exchange: Exchange, headers: ReplyHeaders): Promise<Reply> {
    const stopped = admit?.(exchange, route) ?? null;
    if (stopped !== null) return refused(stopped, route, exchange);
    const caller = await identify(exchange, route, headers);
    if (!caller.ok) return refused(caller, route, exchange);
    const entering = enter?.(caller.value, route) ?? null;
    using _place = entering === null ? null : await entering;
    const params = route.params ? validate(route.params, exchange.params) : answer(exchange.params);
    if (!params.ok) return refused(params, route, exchange);
    const query = queryOf(route, exchange);
    if (!query.ok) return refused(query, route, exchange);
    const body = bodyOf(route, exchange);
    if (!body.ok) return refused(body, route, exchange);
    const beginning = begin?.(caller.value, route) ?? null;
    const begun = beginning === null ? caller : await beginning;
    if (!begun.ok) return refused(begun, route, exchange);
    const done = await endpoint({
      who: begun.value,
      params: params.value,
      query: query.value,
      body: body.value,
      exchange,
      headers,
    });
    if (!done.ok) return refused(done, route, exchange);
    return audience.reply(done.value, route, exchange);
  }

  return async (exchange) => {
    const headers = new ReplyHeaders();
    try {
      return headers.onto(await run(exchange, headers));
    } catch (error) {
      return headers.onto(refused(failed(error, exchange.requestId), route, exchange));
    }
  };
}

/** Reads a route's query. A missing query always gives the same result, which is computed once. */
function queryReader({ query }: AnyRoute): (target: string) => Answer<unknown> {
  if (query === undefined) return () => NOTHING;
  const read = (target: string) => validate(query, parseQuery(target));
  const unasked = read('');
  return (target) => (target.includes('?') ? read(target) : unasked);
}

function usualBody({ body }: AnyRoute, exchange: Exchange): Answer<unknown> {
  return body === undefined ? NOTHING : readInput(body, exchange, SVC_PROFILE);
}

const NOTHING = answer(null);
