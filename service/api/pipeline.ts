import type { WorkShares, WorkSharesBounds } from '../../shared/limits/work-queue.ts';
import type { Exchange } from '../../shared/node/http/exchange.ts';
import { headerOf } from '../../shared/node/http/http-request.ts';
import { type Audience, type Result, servedBy } from '../../shared/node/http/pipeline.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { type Answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { ROUTES, type Route, type RouteName } from '../../shared/protocol/routes.ts';
import { SIGNATURE_USED } from '../merchants/auth-answer.ts';
import type { Authenticator, ClaimSignature } from '../merchants/authenticate.ts';
import type { Caller } from '../merchants/request-credentials.ts';
import type { ReadAhead } from '../payments/payments.ts';
import { StoreBusy } from '../store/store-errors.ts';
import { failuresIn, PROGRAM_WORDS } from '../web/unexpected-error.ts';
import type { ApiDeps } from './deps.ts';
import type { Call, Success } from './endpoint.ts';
import { ENDPOINTS } from './endpoints/index.ts';
import type { ProfileAdapter } from './profile-adapter.ts';
import { checkReach, isClosedTo, NOT_A_TILL } from './till-reach.ts';

export type PipelineDeps = {
  readonly deps: ApiDeps;
  readonly authenticator: Pick<
    Authenticator,
    'authenticate' | 'claimedMerchant' | 'integrator' | 'wrongBody'
  >;
  /** Translates between the generation of the clients and the endpoints. */
  readonly adapter: ProfileAdapter;
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

/** The caller of the merchant API, as the pipeline finds it. */
type ApiCaller = {
  /** Null on an OPEN endpoint. */
  readonly caller: Caller | null;
  readonly ahead: ReadAhead | null;
  readonly claim: ClaimSignature | null;
  /** True when the same signed request ran before (D-18). */
  readonly repeated: boolean;
};

/** One route of the merchant API: what this audience adds to the pipeline that all have. */
export function pipelineOf(
  route: Route,
  endpoint: (call: CheckedCall) => Promise<Answer<Done>>,
  deps: PipelineDeps,
) {
  const { deps: api } = deps;
  return servedBy(
    route,
    apiAudience(route, deps),
    async ({ who, params, body, query, exchange }) => {
      const call: CheckedCall = {
        deps: api,
        caller: who.caller,
        // The parameters of a path are texts.
        params: params as CheckedCall['params'],
        ahead: who.ahead,
        gone: exchange.gone,
        header: (headerName) => headerOf(exchange, headerName),
        target: exchange.target,
        repeated: who.repeated,
        body,
        query,
      };
      const within = await checkReach(route.name, call);
      return within.ok ? endpoint(call) : within;
    },
  );
}

function apiAudience(route: Route, deps: PipelineDeps): Audience<Route, ApiCaller, Done> {
  const { deps: api, authenticator, writeShares, adapter } = deps;
  const { name } = route;

  async function identify(exchange: Exchange): Promise<Result<ApiCaller>> {
    if (route.integratorsOnly) {
      const who = await authenticator.integrator(exchange);
      if (!who.ok) return who;
    }
    const followed = api.signedRedirects.callerOf(exchange, name);
    if (followed !== null || route.level === 'OPEN') return known(exchange, followed);
    const ahead = aheadOf(route, exchange, deps);
    const who = await authenticator.authenticate(exchange);
    if (!who.ok) return who;
    const { value: caller, claim = null } = who;
    if (isClosedTo(name, caller)) return NOT_A_TILL;
    if (route.level === 'KEY' && caller.level !== 'KEY') return NEEDS_KEY;
    return known(exchange, caller, ahead, claim);
  }

  return {
    failed: failuresIn(api.log, PROGRAM_WORDS),
    admit: (exchange) => (adapter.accepts(route, exchange) ? null : NOT_ACCEPTABLE),
    identify,
    owner: ({ caller }) => caller?.merchantId ?? null,
    confirm: (_, { level, integratorsOnly }, exchange) =>
      level === 'OPEN' && integratorsOnly !== true ? null : authenticator.wrongBody(exchange),
    enter: ({ caller }) => placeOf(route, caller, writeShares),
    readBody: (_, exchange) => adapter.body(route, exchange),
    // The signature is used up only now, so that a request refused for its content does not use it up.
    begin: (who) =>
      isHarmless(route) || who.claim === null ? null : claimed(who, who.claim, route),
    reply: (done) => adapter.reply(successReply(done, route), route),
    refused: adapter.refused,
  };
}

function known(
  { note }: Exchange,
  caller: Caller | null,
  ahead: ReadAhead | null = null,
  claim: ClaimSignature | null = null,
): Result<ApiCaller> {
  if (note !== undefined) note.merchantId = caller?.merchantId ?? null;
  return { ok: true, value: { caller, ahead, claim, repeated: false } };
}

async function claimed(
  who: ApiCaller,
  claim: ClaimSignature,
  { repeat }: Route,
): Promise<Result<ApiCaller>> {
  if (await claim()) return { ok: true, value: who };
  return repeat === 'answered' ? { ok: true, value: { ...who, repeated: true } } : REPEATED;
}

/** A place for a request that writes, until it is answered. Throws `StoreBusy` when too many wait. */
function placeOf(
  { method, ownTurns }: Route,
  caller: Caller | null,
  shares: WorkShares,
): Promise<Disposable> | null {
  const isFree = caller === null || method === 'GET' || ownTurns === true;
  return isFree ? null : placeFor(caller.merchantId, shares);
}

async function placeFor(merchantId: string, shares: WorkShares): Promise<Disposable> {
  const place = await shares.enter(merchantId);
  if (place === null) throw new StoreBusy();
  return place;
}

/** Saves a round trip to the database: the payment is read together with the user. */
function aheadOf(
  { paymentFirst, method }: Route,
  exchange: Exchange,
  { deps: { payments }, authenticator }: PipelineDeps,
): ReadAhead | null {
  const { tid } = exchange.params;
  if (tid === undefined || paymentFirst !== true) return null;
  const merchantId = authenticator.claimedMerchant(exchange);
  return merchantId === null ? null : payments.readAhead(merchantId, tid, method === 'PUT');
}

const NOT_ACCEPTABLE = refuse(
  'Not Acceptable',
  'The header Accept allows no media type that this service answers in.',
);
const NEEDS_KEY = refuse(
  'Unauthorized',
  'This request must be signed with the user’s RSA key; a secret is not enough.',
);
const REPEATED = refuse('Unauthorized', SIGNATURE_USED);
/** True if the same request may run twice without harm, whatever happened in between (D-18). */
function isHarmless(route: Route): boolean {
  return route.method === 'GET' || route.repeat === 'harmless';
}

function successReply(success: Done, route: Route): Reply {
  const { status, body, location, bytes, stream } = success;
  const headers = location === undefined ? success.headers : { ...success.headers, location };
  const reply = headers === undefined ? { status, body } : { status, body, headers };
  if (stream !== undefined) return { ...reply, stream };
  if (bytes === undefined) return reply;
  return { ...reply, raw: { type: route.produces ?? 'application/octet-stream', bytes } };
}
