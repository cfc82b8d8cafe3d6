import { z } from 'zod';
import type { ErrorType } from '../../shared/protocol/errors.ts';

/** A reply with status and unchecked body; null if there was no reply. */
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

/** Why the service refused a call of a page. The message catalogues have a sentence for each. */
export const API_REFUSALS = [
  /** The session is over. */
  'signed_out',
  /** A code, a secret or an invitation is not right, or no longer. */
  'wrong_sign_in',
  'missing',
  /** Something has changed in the meantime, or is not permitted. */
  'conflict',
  'too_many',
  'too_large',
  'unavailable',
  'not_accepted',
] as const;
export type ApiRefusal = (typeof API_REFUSALS)[number];

const BY_TYPE: Readonly<Record<ErrorType, ApiRefusal>> = {
  validation_error: 'not_accepted',
  'Bad Request': 'not_accepted',
  Unauthorized: 'signed_out',
  'Not Found': 'missing',
  'Method Not Allowed': 'not_accepted',
  'Not Acceptable': 'not_accepted',
  Conflict: 'conflict',
  'Request Entity Too Large': 'too_large',
  'Unsupported Media Type': 'not_accepted',
  'Too Many Requests': 'too_many',
  'Internal Server Error': 'unavailable',
  'Service Unavailable': 'unavailable',
};

/** For a reply without a type. */
const BY_STATUS: Readonly<Record<number, ApiRefusal>> = {
  401: 'signed_out',
  404: 'missing',
  409: 'conflict',
  413: 'too_large',
  429: 'too_many',
};

/** Why a call failed, as far as a page distinguishes it. */
export type ApiProblem = {
  readonly kind: 'unreachable' | 'signed_out' | 'missing' | 'conflict' | 'refused';
  /** Why the service refused; null if it did not answer. */
  readonly refusal: ApiRefusal | null;
  /** The service's own sentence in English, for staff and operators; a customer never reads it. */
  readonly sentence: string | null;
};

/** The problem of a visitor without a session, who cannot be signed out: what was entered is wrong. */
export function beforeSignIn(problem: ApiProblem): ApiProblem {
  return problem.refusal === 'signed_out' ? { ...problem, refusal: 'wrong_sign_in' } : problem;
}

export type ApiAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly skew: number | null }
  | { readonly ok: false; readonly problem: ApiProblem };

const errorBody = z.object({
  error_type: z.string().optional(),
  error_description: z.string(),
  error_details: z.unknown().optional(),
});

/** Checks a reply against its schema. A reply that does not match counts as no reply. */
export function readReply<T>(schema: z.ZodType<T>, reply: HttpReply): ApiAnswer<T> {
  if (reply === null) return failed('unreachable', null);
  if (reply.status < 300) {
    const parsed = schema.safeParse(reply.body);
    if (parsed.success) return { ok: true, value: parsed.data, skew: reply.skew };
    return failed('unreachable', null);
  }
  const error = errorBody.safeParse(reply.body);
  const { status } = reply;
  // A 5xx without the service's body comes from something between this page and the service.
  if (!error.success) {
    return status >= 500
      ? failed('unreachable', null)
      : failed(kindOf(status), null, refusalOf(null, status));
  }
  const { error_type = null } = error.data;
  return failed(kindOf(status), sentenceOf(error.data), refusalOf(error_type, status));
}

/** The service's sentence, or the fields that it names with what is wrong with each. */
function sentenceOf({ error_description, error_details }: z.infer<typeof errorBody>): string {
  const details: readonly [string, unknown][] = Object.entries(error_details ?? {});
  const sentences = details.flatMap(([field, problems]) =>
    isTexts(problems) ? [`${field.replaceAll('_', ' ')}: ${problems.join(', ')}`] : [],
  );
  // Details of another form are for programs.
  if (sentences.length === 0 || sentences.length < details.length) return error_description;
  return sentences.join('; ');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isErrorType(type: string): type is ErrorType {
  return Object.hasOwn(BY_TYPE, type);
}

function refusalOf(type: string | null, status: number): ApiRefusal {
  if (type !== null && isErrorType(type)) return BY_TYPE[type];
  return BY_STATUS[status] ?? (status >= 500 ? 'unavailable' : 'not_accepted');
}

function failed(
  kind: ApiProblem['kind'],
  sentence: string | null,
  refusal: ApiRefusal | null = null,
): ApiAnswer<never> {
  return { ok: false, problem: { kind, refusal, sentence } };
}

function kindOf(status: number): ApiProblem['kind'] {
  if (status === 401) return 'signed_out';
  if (status === 404) return 'missing';
  if (status === 409) return 'conflict';
  return status >= 500 ? 'unreachable' : 'refused';
}
