/**
 * The closed set of error types (D-22 and this service's additions), each with its status.
 * A refusal anywhere in the product names one of these; the rim turns it into a reply.
 */
export const ERRORS = {
  validation_error: 400,
  'Bad Request': 400,
  Unauthorized: 401,
  'Not Found': 404,
  'Method Not Allowed': 405,
  'Not Acceptable': 406,
  Conflict: 409,
  'Request Entity Too Large': 413,
  'Unsupported Media Type': 415,
  'Too Many Requests': 429,
  'Internal Server Error': 500,
  'Service Unavailable': 503,
} as const;

export type ErrorType = keyof typeof ERRORS;

/** Field path (dotted, D-23) to the list of what is wrong with it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * Reasons of refusals for which a client may know another sentence: a capture without an authorisation, and
 * a refund of more than was captured. A reason chooses the words of a reply and is not part of it.
 */
export type RefusalReason = 'captureUnauthorised' | 'refundTooLarge';

/** A refusal as a value: what the core returns instead of throwing. */
export type Refusal = {
  readonly type: ErrorType;
  /** A whole sentence: what happened and what to do. */
  readonly description: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly reason?: RefusalReason;
};

/** A command's answer in the core: a value, or why not. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export function answer<T>(value: T): Answer<T> {
  return { ok: true, value };
}

export function refuse(
  type: ErrorType,
  description: string,
  details?: Readonly<Record<string, unknown>>,
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: details ? { type, description, details } : { type, description } };
}

/** A refusal whose reason another sentence may state. */
export function refuseFor(
  reason: RefusalReason,
  type: ErrorType,
  description: string,
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { type, description, reason } };
}

/** The one sentence of every schema failure; the fields say the rest (D-23). */
export const VALIDATION_SENTENCE = 'Some fields are not valid; error_details names each of them.';
