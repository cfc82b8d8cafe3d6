import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import {
  type TillErrorType,
  type TillRefusal,
  tillRefuse,
} from '../../../shared/device/till-api/errors.ts';
import {
  TILL_ROUTES,
  type TillRoute,
  type TillRouteName,
  tillRouteNames,
} from '../../../shared/device/till-api/routes.ts';
import { exchangeOf } from '../../../shared/node/http/exchange.ts';
import { type Endpoint, servedBy } from '../../../shared/node/http/pipeline.ts';
import { readBody } from '../../../shared/node/http/read-body.ts';
import type { Reply } from '../../../shared/node/http/reply.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type Done, type TillExchange, tillAudience } from './audience.ts';
import {
  type CallerChecks,
  originHeaders,
  PREFLIGHT_HEADERS,
  placeRefusal,
} from './caller-checks.ts';
import type { HandlerDeps } from './handler.ts';
import { findRoute, type RouteMatch, TILL_HANDLERS } from './handlers.ts';
import { refusalReply } from './reply.ts';

/** Answers one HTTP call; null when the caller disconnected. */
export type AnswerCall = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<Reply | null>;

type AnyEndpoint = Endpoint<null, Done, TillRefusal>;
type Serve = (exchange: TillExchange) => Promise<Reply>;

/** An address that no route has. Its caller must have the token too, to learn that. */
const ELSEWHERE: TillRoute = {
  name: 'elsewhere',
  method: 'GET',
  path: '/',
  level: 'token',
  summary: '',
  success: [],
  errors: [],
};

/** Every route of the table behind the pipeline, in order: host and origin, token, media types, fields. */
export function createExchange(
  deps: HandlerDeps,
  checks: CallerChecks,
  report: (fault: unknown) => void,
  stopping: AbortSignal,
): AnswerCall {
  const { calls, elsewhere } = tillAudience(checks, report);
  const routes = new Map<TillRouteName, Serve>(
    tillRouteNames().map((name) => {
      // The boundary: the pipeline has checked what the types of the call promise.
      const handler = TILL_HANDLERS[name] as (call: object) => ReturnType<AnyEndpoint>;
      return [name, servedBy(TILL_ROUTES[name], calls, (call) => handler({ ...call, deps }))];
    }),
  );
  const refusing = (type: TillErrorType): Serve =>
    servedBy(ELSEWHERE, elsewhere, async () => tillRefuse(type));
  const [badAddress, nothing, otherMethods] = [
    refusing('bad_request'),
    refusing('not_found'),
    refusing('method_not_allowed'),
  ];

  async function reply(match: RouteMatch, exchange: TillExchange): Promise<Reply> {
    switch (match.kind) {
      case 'route':
        return (routes.get(match.name) ?? nothing)(exchange);
      case 'other_methods': {
        const refused = await otherMethods(exchange);
        if (refused.status !== 405) return refused;
        return { ...refused, headers: { ...refused.headers, allow: match.allow } };
      }
      case 'nothing':
        return nothing(exchange);
      case 'no_address':
        return badAddress(exchange);
    }
  }

  return async (request, response) => {
    if (isPreflight(request)) return preflightReply(request.headers, checks);
    const match = findRoute(request.method ?? '', request.url ?? '/');
    const isRoute = match.kind === 'route';
    const read = isRoute ? await readBody(request, LIMITS.tillApiBodyBytesMax) : NO_BODY;
    // The memory for bodies is more than all connections of registers can fill.
    if (read.kind === 'gone' || read.kind === 'busy') return null;
    const details = {
      requestId: '',
      params: isRoute ? match.params : {},
      body: read.kind === 'body' ? read.bytes : NO_BODY.bytes,
      stopping,
    };
    const oversized = read.kind === 'too_large';
    return reply(match, { ...exchangeOf(request, response, details), oversized });
  };
}

const NO_BODY = { kind: 'body', bytes: Buffer.alloc(0) } as const;

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** What a browser asks before a page's call; it sends no token with it. */
function preflightReply(headers: IncomingHttpHeaders, checks: CallerChecks): Reply {
  const misplaced = placeRefusal(headers, checks);
  if (misplaced !== null) return refusalReply(misplaced);
  return { status: 204, headers: { ...originHeaders(headers, checks), ...PREFLIGHT_HEADERS } };
}
