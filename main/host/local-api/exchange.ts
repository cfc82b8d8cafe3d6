import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseQuery } from '../../../shared/node/http/http-request.ts';
import { parseJsonBody } from '../../../shared/node/http/json-body.ts';
import { readBody } from '../../../shared/node/http/read-body.ts';
import type { Answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { type TillAnswer, tillRefuse } from '../../../shared/till-api/errors.ts';
import {
  TILL_ROUTES,
  type TillRoute,
  type TillRouteName,
} from '../../../shared/till-api/routes.ts';
import {
  type CallerChecks,
  originHeaders,
  PREFLIGHT_HEADERS,
  placeRefusal,
  tokenRefusal,
} from './caller-checks.ts';
import type { HandlerDeps, TillCall } from './handler.ts';
import { findRoute, TILL_HANDLERS } from './handlers.ts';
import { refusalReply, type TillReply } from './reply.ts';

/** Answers one HTTP call; null when the caller disconnected. */
export type Exchange = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<TillReply | null>;

/** Handles a call in order: host and origin, token, route, media types, fields, handler. */
export function createExchange(
  deps: HandlerDeps,
  checks: CallerChecks,
  report: (fault: unknown) => void,
): Exchange {
  return async (request, response) => {
    const { headers } = request;
    const misplaced = placeRefusal(headers, checks);
    if (misplaced !== null) return refusalReply(misplaced);
    const answered = await answerOf(request, response);
    if (answered === null) return null;
    return { ...answered, headers: { ...originHeaders(headers, checks), ...answered.headers } };
  };

  async function answerOf(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<TillReply | null> {
    try {
      if (isPreflight(request)) return { status: 204, body: null, headers: PREFLIGHT_HEADERS };
      const stranger = tokenRefusal(request.headers, checks);
      if (stranger !== null) {
        const reply = refusalReply(stranger);
        return { ...reply, headers: { 'www-authenticate': 'Bearer' } };
      }
      return await callOf(request, response);
    } catch (fault) {
      report(fault);
      return refusalReply(tillRefuse('internal_error').refusal);
    }
  }

  async function callOf(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<TillReply | null> {
    const target = request.url ?? '/';
    const path = URL.parse(target, 'http://till.invalid')?.pathname ?? null;
    if (path === null) return refusalReply(tillRefuse('bad_request').refusal);
    const match = findRoute(request.method ?? '', path);
    if (match.kind === 'nothing') return refusalReply(tillRefuse('not_found').refusal);
    if (match.kind === 'other_methods') {
      const reply = refusalReply(tillRefuse('method_not_allowed').refusal);
      return { ...reply, headers: { allow: match.allow } };
    }
    if (!takesJson(request)) return refusalReply(tillRefuse('not_acceptable').refusal);
    const input = await inputOf(request, TILL_ROUTES[match.name]);
    if (input === null) return null;
    if (!input.ok) return refusalReply(input.refusal);
    return handled(match.name, { ...input.value, params: match.params }, response);
  }

  async function handled<N extends TillRouteName>(
    name: N,
    input: Input & { readonly params: Readonly<Record<string, string>> },
    response: ServerResponse,
  ): Promise<TillReply> {
    const gone = () => goneSignal(response);
    // The cast is safe: the steps above have checked what the types of the call promise.
    const call = { deps, gone, ...input } as unknown as TillCall<N>;
    const done = await TILL_HANDLERS[name](call);
    return done.ok ? done.value : refusalReply(done.refusal);
  }
}

type Input = { readonly body: unknown; readonly query: unknown };

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function takesJson({ headers }: IncomingMessage): boolean {
  return /application\/(?:json|\*)|\*\/\*/i.test(headers.accept ?? '*/*');
}

/** The checked body and query of a call; null when the caller disconnected. */
async function inputOf(
  request: IncomingMessage,
  route: TillRoute,
): Promise<TillAnswer<Input> | null> {
  const read = await readBody(request, LIMITS.tillApiBodyBytesMax);
  if (read.kind === 'gone') return null;
  if (read.kind === 'too_large') return tillRefuse('too_large');
  if (read.bytes.length > 0 && !isJson(request.headers['content-type'])) {
    return tillRefuse('wrong_media_type');
  }
  const json = parseJsonBody(read.bytes);
  if (!json.ok) return tillRefuse('bad_request', json.refusal.description);
  const body = checked(route.body, json.value);
  if (!body.ok) return body;
  const query = checked(route.query, parseQuery(request.url ?? '/'));
  return query.ok ? { ok: true, value: { body: body.value, query: query.value } } : query;
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(type ?? '');
}

function checked(schema: TillRoute['body'], value: unknown): TillAnswer<unknown> {
  if (schema === undefined) return { ok: true, value: null };
  const result: Answer<unknown> = validate(schema, value);
  return result.ok ? result : tillRefuse('validation_error', undefined, result.refusal.details);
}

function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
