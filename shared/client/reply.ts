import { z } from 'zod';
import { ERRORS } from '../protocol/errors.ts';
import { HOUR, type Instant, SECOND } from '../time/clock.ts';
import type { Incoming } from './exchange.ts';
import { type ClientResult, noAnswer, unexpected } from './result.ts';

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
export function readReply<T>(
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
export function readFileReply(
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
