import { type Answer, answer, type Refusal, refuse } from '../../protocol/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { SVC_PROFILE } from '../../protocol/media.ts';
import type { Route } from '../../protocol/routes/route.ts';
import { validate } from '../../protocol/validation.ts';
import { ownTurn } from '../own-turn.ts';
import type { CheckedCall } from './call.ts';
import type { Exchange } from './exchange.ts';
import { parseQuery } from './http-request.ts';
import { readInput } from './json-body.ts';
import type { RestOfBody } from './read-body.ts';
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
  /** The shop in whose share of the memory a large body is; by default all callers have one share. */
  readonly owner?: (who: Who) => string | null;
  /** Checks what only the whole body shows, such as its digest; null lets it in. */
  readonly confirm?: (who: Who, route: R, exchange: Exchange) => Failure<Own> | null;
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
 * One route, from a request to its reply, for every audience: admission, caller and right, the rest of a large body,
 * parameters, query, body, endpoint, reply. It never rejects: an unexpected error becomes a failure and a line of the log.
 */
export function servedBy<R extends AnyRoute, Who, Value, Own = never>(
  route: R,
  audience: Audience<R, Who, Value, Own>,
  endpoint: Endpoint<Who, Value, Own>,
): (exchange: Exchange) => Promise<Reply> {
  const { failed, admit, identify, owner, confirm, enter, begin, refused } = audience;
  const usualQuery = queryReader(route);
  const queryOf = audience.readQuery ?? ((_, exchange) => usualQuery(exchange.target));
  const bodyOf = audience.readBody ?? usualBody;

  async function run(begun: Exchange, headers: ReplyHeaders): Promise<Reply> {
    const stopped = admit?.(begun, route) ?? null;
    if (stopped !== null) return refused(stopped, route, begun);
    const caller = await identify(begun, route, headers);
    if (!caller.ok) return refused(caller, route, begun);
    const reading = wholeBody(begun, route, owner?.(caller.value) ?? null);
    const whole = reading instanceof Promise ? await reading : reading;
    if (!whole.ok) return refused(whole, route, begun);
    const exchange = whole.value;
    const wrong = begun === exchange ? null : (confirm?.(caller.value, route, exchange) ?? null);
    if (wrong !== null) return refused(wrong, route, exchange);
    const entering = enter?.(caller.value, route) ?? null;
    using _place = entering === null ? null : await entering;
    const params = route.params ? validate(route.params, exchange.params) : answer(exchange.params);
    if (!params.ok) return refused(params, route, exchange);
    const query = queryOf(route, exchange);
    if (!query.ok) return refused(query, route, exchange);
    const body = bodyOf(route, exchange);
    if (!body.ok) return refused(body, route, exchange);
    const beginning = begin?.(caller.value, route) ?? null;
    const entered = beginning === null ? caller : await beginning;
    if (!entered.ok) return refused(entered, route, exchange);
    const done = await endpoint({
      who: entered.value,
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

/** Levels of routes that need no credentials: nobody is known after they are identified. */
const OPEN_LEVELS: readonly string[] = ['OPEN', 'open'];

/** Maximum size of a body of this route, bytes. A larger one than that of unknown callers is named by the route. */
function bodyBound({ bodyBytesMax, level }: AnyRoute, exchange: Exchange): number {
  if (bodyBytesMax !== undefined) return bodyBytesMax;
  const usual = exchange.bodyBytesMax ?? LIMITS.bodyBytesMax;
  return OPEN_LEVELS.includes(level) ? Math.min(usual, LIMITS.bodyBeforeCallerBytesMax) : usual;
}

/** The exchange with its whole body, within the bound of the route and the memory for all bodies. */
function wholeBody(
  exchange: Exchange,
  route: AnyRoute,
  owner: string | null,
): Promise<Result<Exchange>> | Result<Exchange> {
  const limit = bodyBound(route, exchange);
  if (exchange.rest !== undefined) return restOf(exchange, exchange.rest(limit, owner), limit);
  return exchange.body.length > limit ? tooLarge(limit) : { ok: true, value: exchange };
}

async function restOf(
  exchange: Exchange,
  rest: ReturnType<RestOfBody>,
  limit: number,
): Promise<Result<Exchange>> {
  const read = await rest;
  switch (read.kind) {
    case 'body':
      // What is made of megabytes takes milliseconds.
      await ownTurn();
      return { ok: true, value: { ...exchange, body: read.bytes, rest: undefined } };
    case 'too_large':
      return tooLarge(limit);
    case 'busy':
      return { ...NO_ROOM, retryAfterSeconds: 1 };
    case 'gone':
      return GONE;
  }
}

const tooLarge = (limit: number) =>
  refuse('Request Entity Too Large', `A body may have at most ${limit} bytes.`);
const NO_ROOM = refuse(
  'Service Unavailable',
  'The service is reading many large bodies. Try again in a moment.',
);
const GONE = refuse('Bad Request', 'The connection ended before the body was complete.');

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
