import { z } from 'zod';

/** What came back: the status and the body, not yet looked at; null when nothing came. */
export type HttpReply = {
  readonly status: number;
  readonly body: unknown;
  /** How far this device's clock is ahead of the service's, milliseconds. */
  readonly skew: number | null;
} | null;

export type Http = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<HttpReply>;

/** Why a call gave no value, as far as a page acts on it. */
export type ApiProblem = {
  readonly kind: 'unreachable' | 'signed_out' | 'missing' | 'conflict' | 'refused';
  /** The service's sentence, where it had one. */
  readonly sentence: string | null;
};
export type ApiAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly skew: number | null }
  | { readonly ok: false; readonly problem: ApiProblem };

const errorBody = z.object({ error_description: z.string() });

/** Checks a reply against its schema; what does not fit it counts as no reply at all. */
export function readReply<T>(schema: z.ZodType<T>, reply: HttpReply): ApiAnswer<T> {
  if (reply === null) return failed('unreachable', null);
  if (reply.status < 300) {
    const parsed = schema.safeParse(reply.body);
    if (parsed.success) return { ok: true, value: parsed.data, skew: reply.skew };
    return failed('unreachable', null);
  }
  const error = errorBody.safeParse(reply.body);
  return failed(kindOf(reply.status), error.success ? error.data.error_description : null);
}

function failed(kind: ApiProblem['kind'], sentence: string | null): ApiAnswer<never> {
  return { ok: false, problem: { kind, sentence } };
}

function kindOf(status: number): ApiProblem['kind'] {
  if (status === 401) return 'signed_out';
  if (status === 404) return 'missing';
  if (status === 409) return 'conflict';
  return status >= 500 ? 'unreachable' : 'refused';
}
