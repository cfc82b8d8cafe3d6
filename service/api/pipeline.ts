import type { WorkShares, WorkSharesBounds } from '../../shared/limits/work-queue.ts';
import type { Exchange } from '../../shared/node/http/exchange.ts';
import { headerOf, parseQuery } from '../../shared/node/http/http-request.ts';
import { readInput } from '../../shared/node/http/json-body.ts';
import { type IgnoredMember, inputOf } from '../../shared/node/http/profile-input.ts';
import { inShape, refusalIn } from '../../shared/node/http/profile-reply.ts';
import { errorReply, type Reply } from '../../shared/node/http/reply.ts';
import { type Answer, answer } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import {
  accepts,
  csvMediaType,
  negotiate,
  SVC_PROFILE,
  type VendorProfile,
} from '../../shared/protocol/media.ts';
import { ROUTES, type Route, type RouteName } from '../../shared/protocol/routes.ts';
import { validate } from '../../shared/protocol/validation.ts';
import { type AuthAnswerOf, SIGNATURE_USED } from '../merchants/auth-answer.ts';
import type { Authenticator, ClaimSignature } from '../merchants/authenticate.ts';
import type { Caller } from '../merchants/request-credentials.ts';
import type { ReadAhead } from '../payments/payments.ts';
import { StoreBusy } from '../store/store-errors.ts';
import { faultReply } from '../web/failure.ts';
import type { ApiDeps } from './deps.ts';
import type { Call, Success } from './endpoint.ts';
import { ENDPOINTS } from './endpoints/index.ts';

export type PipelineDeps = {
  readonly deps: ApiDeps;
  readonly authenticator: Authenticator;
  /** Requests that write, by merchant. A request that reads may wait for a change, so it is not counted. */
  readonly writeShares: WorkShares;
};

/** Requests that write, by merchant; they share the processor, the disk and the database. */
export const WRITE_SHARES: WorkSharesBounds = {
  share: LIMITS.writesBesideOthersMax,
  memory: LIMITS.writesRemembered,
  waitingMax: LIMITS.writeQueueShareMax,
  waitingInAllMax: LIMITS.writeQueueMax,
};

/** A call as the pipeline passes it to an endpoint, without the checked types of its route. */
export type CheckedCall = Omit<Call<RouteName>, 'params' | 'body' | 'query' | 'caller'> & {
  readonly caller: Caller | null;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly query: unknown;
  /** The request target as the client sent it. */
  readonly target: string;
};

/** The reply of an endpoint, without the types of its route. */
export type Done = Omit<Success<RouteName>, 'status' | 'body'> & {
  readonly status: number;
  readonly body?: unknown;
};

export function createPipeline<N extends RouteName>(name: N, deps: PipelineDeps) {
  const endpoint = ENDPOINTS[name];
  // The boundary: the pipeline has checked what the types of the call promise.
  return pipelineOf(ROUTES[name], (call) => endpoint(call as unknown as Call<N>), deps);
}

/**
 * One route, from a request to its reply: media type, caller, level, body, fields, and then the
 * endpoint. It never throws; an unexpected error becomes a 500 with the request's id.
 */
export function pipelineOf(
  route: Route,
  endpoint: (call: CheckedCall) => Promise<Answer<Done>>,
  deps: PipelineDeps,
) {
  const { deps: context, authenticator } = deps;
  const { name } = route;
  const { profile } = context;
  // The default profile reads bodies as they are.
  const onIgnored = noticeOnce(context);
  const prepared =
    profile === SVC_PROFILE
      ? undefined
      : (json: unknown) => inputOf(name, json, profile, onIgnored);
  const queryOf = queryReader(route);
  const origin = () => {
    const { root, prefix } = context.addresses();
    return root.slice(0, root.length - prefix.length);
  };

  async function run(exchange: Exchange): Promise<Reply> {
    if (!acceptable(route, exchange, profile)) return NOT_ACCEPTABLE;
    if (route.integratorsOnly) {
      const who = await authenticator.integrator(exchange);
      if (!who.ok) return loginReply(who);
    }
    let caller: Caller | null = null;
    let claim: ClaimSignature | undefined;
    let ahead: ReadAhead | null = null;
    const followed = context.signedRedirects.callerOf(exchange, name);
    if (followed !== null) caller = followed;
    else if (route.level !== 'OPEN') {
      ahead = aheadOf(route, exchange, deps);
      const who = await authenticator.authenticate(exchange);
      if (!who.ok) return loginReply(who);
      if (who.value.till !== undefined && isOffice(route)) return NOT_A_TILL;
      if (route.level === 'KEY' && who.value.level !== 'KEY') return NEEDS_KEY;
      caller = who.value;
      claim = who.claim;
    }
    if (exchange.note !== undefined) exchange.note.merchantId = caller?.merchantId ?? null;
    using _place = await placeOf(route, caller, deps.writeShares);
    const body = route.body ? readInput(route.body, exchange, profile, prepared) : answer(null);
    if (!body.ok) return errorReply(refusalIn(body.refusal, profile));
    const query = queryOf(exchange.target);
    if (!query.ok) return errorReply(query.refusal);
    // The signature is used up only now, so that a request refused for its content does not use it
    // up.
    const repeated = !isHarmless(route) && claim !== undefined && !(await claim());
    if (repeated && route.repeat !== 'answered') return REPEATED;
    const { params, gone, target } = exchange;
    const header = (headerName: string) => headerOf(exchange, headerName);
    const input = { body: body.value, query: query.value };
    const done = await endpoint({
      deps: context,
      caller,
      params,
      ahead,
      gone,
      header,
      target,
      repeated,
      ...input,
    });
    if (!done.ok) return errorReply(done.refusal);
    return inShape(successReply(done.value, route), name, profile, origin);
  }

  return (exchange: Exchange): Promise<Reply> =>
    run(exchange).catch((error) => faultReply(error, exchange.requestId, context.log));
}

/** Says in the log what a route ignores, once for each process and not for each request. */
function noticeOnce({ log }: Pick<ApiDeps, 'log'>) {
  let said = false;
  return ({ name }: IgnoredMember) => {
    if (said) return;
    said = true;
    log.info({ member: name }, PUSHER_IGNORED);
  };
}

const PUSHER_IGNORED =
  'a client names a pusher: channel; nothing is sent to it, so the client must poll the outcome, or ' +
  'use the event socket with ws:<channel>';

/** A place for a request that writes, until it is answered. Throws `StoreBusy` when too many wait. */
async function placeOf(
  { method }: Route,
  caller: Caller | null,
  shares: WorkShares,
): Promise<Disposable | null> {
  if (caller === null || method === 'GET') return null;
  const place = await shares.enter(caller.merchantId);
  if (place === null) throw new StoreBusy();
  return place;
}

/** Routes that begin with the payment of their path. */
const PAYMENT_FIRST: ReadonlySet<string> = new Set<RouteName>([
  'paymentRead',
  'paymentOutcome',
  'paymentUpdate',
]);

/** Saves a round trip to the database: the payment is read together with the user. */
function aheadOf(
  { name, method }: Route,
  exchange: Exchange,
  { deps: { payments }, authenticator }: PipelineDeps,
): ReadAhead | null {
  const { tid } = exchange.params;
  if (tid === undefined || !PAYMENT_FIRST.has(name)) return null;
  const merchantId = authenticator.claimedMerchant(exchange);
  return merchantId === null ? null : payments.readAhead(merchantId, tid, method === 'PUT');
}

const NOT_ACCEPTABLE = errorReply({
  type: 'Not Acceptable',
  description: 'The header Accept allows no media type that this service answers in.',
});
const NEEDS_KEY = errorReply({
  type: 'Unauthorized',
  description: 'This request must be signed with the user’s RSA key; a secret is not enough.',
});
const REPEATED = errorReply({ type: 'Unauthorized', description: SIGNATURE_USED });
const NOT_A_TILL = errorReply({
  type: 'Unauthorized',
  description: 'A till that was paired by a code may not do this; sign as another user.',
});

function loginReply(answer: Extract<AuthAnswerOf<unknown>, { readonly ok: false }>): Reply {
  return errorReply(answer.refusal, answer.retryAfterSeconds);
}

/** Clients that always accept only the API's own media type also get images and tables. */
function acceptable(route: Route, exchange: Exchange, profile: VendorProfile): boolean {
  const { accept } = exchange.headers;
  const csv = route.produces === csvMediaType(SVC_PROFILE);
  const produces = csv ? csvMediaType(profile) : route.produces;
  if (produces !== undefined && accepts(accept, produces)) return true;
  return negotiate(accept, profile) !== null;
}

/** Tasks that a paired till may not perform, with or without a signature. */
const OFFICE: ReadonlySet<string> = new Set<RouteName>([
  'settlementAccountUpdate',
  'sspUserCreate',
  'sspUserDelete',
  'posUpdate',
]);

function isOffice({ name, level }: Route): boolean {
  return level === 'KEY' || OFFICE.has(name);
}

/** True if the same request may run twice without harm, whatever happened in between (D-18). */
function isHarmless(route: Route): boolean {
  return route.method === 'GET' || route.repeat === 'harmless';
}

/** Reads a route's query. A missing query always gives the same result, which is computed once. */
function queryReader({ query }: Route): (target: string) => Answer<unknown> {
  if (query === undefined) return () => NO_QUERY;
  const read = (target: string) => validate(query, parseQuery(target));
  const unasked = read('');
  return (target) => (target.includes('?') ? read(target) : unasked);
}

const NO_QUERY = answer(null);

function successReply(success: Done, route: Route): Reply {
  const { status, body, location, bytes, stream } = success;
  const headers = location === undefined ? success.headers : { ...success.headers, location };
  const reply = headers === undefined ? { status, body } : { status, body, headers };
  if (stream !== undefined) return { ...reply, stream };
  if (bytes === undefined) return reply;
  return { ...reply, raw: { type: route.produces ?? 'application/octet-stream', bytes } };
}
