import { z } from 'zod';
import { ERRORS } from '../protocol/errors.ts';
import { apiMediaType, SVC_PROFILE } from '../protocol/media.ts';
import type { Route } from '../protocol/routes.ts';
import { HOUR, type Instant, SECOND } from '../time/clock.ts';
import { createAuthorizer } from './auth.ts';
import { type Call, type CallOptions, type ClientDeps, deadlineFor, type Query } from './call.ts';
import { type Exchanged, exchange, type Incoming } from './exchange.ts';
import { type ClientResult, noAnswer, unexpected } from './result.ts';
import { createServiceTime } from './service-time.ts';

/** The error body; every member may be missing (specification, Errors). */
const errorBody = z.object({
  error_type: z.string().nullish(),
  error_description: z.string().nullish(),
  error_details: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Turns a reply into a result: success parsed with the route's schema (none: the body is empty and
 * the value null), 4xx as `refused`, 408 and 5xx as `no_answer`, anything else as `unexpected`.
 */
function readReply<T>(
  reply: Incoming,
  success: readonly number[],
  schema: z.ZodType<T>,
  now: Instant,
): ClientResult<T> {
  const { status, text } = reply;
  const isSuccess = success.includes(status);
  const body = isSuccess && text !== '' ? parseJson(text) : { ok: isSuccess, value: null };
  const parsed = body.ok ? schema.safeParse(body.value) : null;
  if (parsed?.success) return { ok: true, status, value: parsed.data };
  const { error } = isSuccess
    ? unexpected('The reply does not have the form that this call answers.', status)
    : failureOf(reply, now);
  return { ok: false, error: { ...error, requestId: reply.headers.get('x-request-id') } };
}

type Failed = Extract<ClientResult<never>, { readonly ok: false }>;

/** The bytes of a file as a result; errors as those of `readReply`. */
function readFileReply(
  reply: Incoming,
  success: readonly number[],
  now: Instant,
): ClientResult<Uint8Array> {
  if (success.includes(reply.status)) {
    return { ok: true, status: reply.status, value: reply.bytes };
  }
  return readReply(reply, [], z.never(), now);
}

function failureOf(reply: Incoming, now: Instant): Failed {
  const { status } = reply;
  const retryAfter = retryAfterOf(reply.headers.get('retry-after'), now);
  if (status >= 500 || status === 408) {
    return noAnswer('server', `The service answered ${status}.`, { status, retryAfter });
  }
  if (status >= 400) return refused(reply, retryAfter);
  return unexpected(`The service answered ${status}, which this call does not know.`, status);
}

function refused(reply: Incoming, retryAfter: number | null): Failed {
  const parsed = errorBody.safeParse(parseJson(reply.text).value);
  const body = parsed.success ? parsed.data : {};
  const type = Object.entries(ERRORS).find(([, status]) => status === reply.status)?.[0];
  return {
    ok: false,
    error: {
      kind: 'refused',
      status: reply.status,
      type: body.error_type ?? type ?? 'Bad Request',
      description: body.error_description ?? `The service refused the request (${reply.status}).`,
      details: body.error_details ?? null,
      retryAfter,
    },
  };
}

function parseJson(text: string): { readonly ok: boolean; readonly value: unknown } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // A reply that is not JSON is judged by its status only.
    return { ok: false, value: undefined };
  }
}

/** `Retry-After` in milliseconds, from seconds or an HTTP date; at most an hour. */
function retryAfterOf(value: string | null, now: Instant): number | null {
  if (value === null) return null;
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * SECOND : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), HOUR) : null;
}

/** The content of one request besides its route. */
type Parts = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
};

export type Sender = {
  <T>(route: Route, reply: z.ZodType<T>, parts: Parts, options?: CallOptions): Call<T>;
  /** Sends to a route that answers a file. */
  file(route: Route, parts: Parts, options?: CallOptions): Call<Uint8Array>;
};

const NOTHING = new Uint8Array();
const NO_ADDRESS = 'The request cannot be addressed; look at the base URL and the ids.';
const NO_HEADER = 'The ids or credentials contain characters that a header cannot carry.';

/** Sends one request per call: no retries, and never a throw for anything from outside. */
export function createSender(deps: ClientDeps): Sender {
  const time = deps.time ?? createServiceTime(deps.clock);
  const authorize = createAuthorizer(deps, time);
  const media = apiMediaType(deps.profile ?? SVC_PROFILE);

  /**
   * Sends a request. A signature that is refused with a `Date` that shows another time is made again with
   * that time: the service has done nothing yet.
   */
  async function exchangeOne(
    route: Route,
    parts: Parts,
    options: CallOptions | undefined,
  ): Promise<Exchanged> {
    const signed = time.read();
    const first = await exchangeOnce(route, parts, options);
    const refused = first.ok && first.status === 401;
    return refused && time.hasMoved(signed) ? exchangeOnce(route, parts, options) : first;
  }

  async function exchangeOnce(
    { method, path, level }: Route,
    parts: Parts,
    options: CallOptions | undefined,
  ): Promise<Exchanged> {
    const url = addressOf(deps.baseUrl, path, parts);
    if (url === null) return unexpected(NO_ADDRESS);
    const body =
      parts.body === undefined ? null : new TextEncoder().encode(JSON.stringify(parts.body));
    const headers = new Headers({ accept: media });
    if (body !== null) headers.set('content-type', media);
    if (level !== 'OPEN') {
      const authorized = await authorize(method, url, body ?? NOTHING);
      if (!authorized.ok) return unexpected(authorized.description);
      try {
        for (const [name, value] of authorized.headers) headers.set(name, value);
      } catch {
        return unexpected(NO_HEADER);
      }
    }
    const { deadline = deadlineFor(waitOf(parts.query)), signal } = options ?? {};
    const reply = await exchange({ method, url, headers, body }, deps, deadline, signal);
    if (reply.ok) time.note(reply.headers);
    return reply;
  }

  const send = async <T>(
    route: Route,
    reply: z.ZodType<T>,
    parts: Parts,
    options?: CallOptions,
  ): Call<T> => {
    const answer = await exchangeOne(route, parts, options);
    return answer.ok ? readReply(answer, route.success, reply, time.now()) : answer;
  };
  const file = async (route: Route, parts: Parts, options?: CallOptions): Call<Uint8Array> => {
    const answer = await exchangeOne(route, parts, options);
    return answer.ok ? readFileReply(answer, route.success, time.now()) : answer;
  };
  return Object.assign(send, { file });
}

/** Seconds that a long poll asks the service to wait; 0 for any other request. */
function waitOf(query: Query = []): number {
  const [, wait] = query.find(([name]) => name === 'wait') ?? [];
  return Number(wait ?? 0);
}

/** The whole URL as it is sent and signed, or null when there is none for these ids. */
function addressOf(baseUrl: string, path: string, parts: Parts): string | null {
  let possible = true;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = parts.params?.[name] ?? '';
    // "." and ".." are legal ids, but a URL takes them for directions, encoded or not.
    if (value === '' || value === '.' || value === '..') possible = false;
    return encodeURIComponent(value);
  });
  const url = URL.parse(baseUrl.replace(/\/+$/, '') + filled);
  if (url === null || !possible || !/^https?:$/.test(url.protocol)) return null;
  for (const [name, value] of parts.query ?? []) {
    if (value !== null && value !== undefined) url.searchParams.append(name, String(value));
  }
  return url.href;
}
