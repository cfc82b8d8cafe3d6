/**
 * Why a call failed. The kinds differ in what the caller may conclude. `refused`: the service read the
 * request and did nothing. `no_answer`: the request may or may not have arrived. `unexpected`: a reply
 * came and cannot be understood.
 */
export type ClientError =
  | {
      readonly kind: 'refused';
      readonly status: number;
      /** `error_type` of the reply; a type this client does not know is passed on as it came. */
      readonly type: string;
      /** A sentence for people. */
      readonly description: string;
      readonly details: Readonly<Record<string, unknown>> | null;
      /** Milliseconds that the service asked to wait, or null. */
      readonly retryAfter: number | null;
      /** The service's id of this request, for its log; null if the reply had none. */
      readonly requestId?: string | null;
    }
  | {
      readonly kind: 'no_answer';
      readonly cause: NoAnswerCause;
      /** The status of a 5xx reply, or null when nothing came at all. */
      readonly status: number | null;
      readonly description: string;
      readonly retryAfter: number | null;
      readonly requestId?: string | null;
    }
  | {
      readonly kind: 'unexpected';
      readonly status: number | null;
      readonly description: string;
      readonly requestId?: string | null;
    };

type Refused = Extract<ClientError, { readonly kind: 'refused' }>;
/** 429: the service did nothing, and takes the same request later. */
type TooMany = Omit<Refused, 'kind'> & { readonly kind: 'too_many' };

/**
 * Why a call failed, with 429 apart: a caller that gives up after a refusal must not give up after it. All code that
 * decides what to do after a failed call decides by this.
 */
export type Failure = ClientError | TooMany;

/** The failure of a call. A `refused` of it is a refusal that a repeat does not change. */
export function failureOf(error: ClientError): Failure {
  if (error.kind !== 'refused' || error.status !== 429) return error;
  return { ...error, kind: 'too_many' };
}

export type NoAnswerCause =
  | 'timeout'
  | 'network'
  /** No authority that this machine knows has issued the certificate of the service. */
  | 'certificate'
  /** The service, or something before it, answered 408 or 5xx. */
  | 'server'
  /** The caller's own signal ended the call. */
  | 'cancelled';

/** What every call of the client answers; nothing from outside is ever thrown. */
export type ClientResult<T> =
  | { readonly ok: true; readonly status: number; readonly value: T }
  | { readonly ok: false; readonly error: ClientError };

/** A `ClientError` as an exception, for callers that prefer one; see `unwrap`. */
export class ClientFailure extends Error {
  override readonly name = 'ClientFailure';
  readonly error: ClientError;
  /** `error_type` of a refusal, else the kind of the error. */
  readonly type: string;
  readonly status: number | null;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly requestId: string | null;

  constructor(error: ClientError) {
    super(error.description);
    this.error = error;
    this.type = error.kind === 'refused' ? error.type : error.kind;
    this.status = error.status;
    this.details = error.kind === 'refused' ? error.details : null;
    this.requestId = error.requestId ?? null;
  }
}

/** The value of a result. Throws a `ClientFailure` when there is none. */
export function unwrap<T>(result: ClientResult<T>): T {
  if (result.ok) return result.value;
  throw new ClientFailure(result.error);
}

/** An answer that cannot be understood, or a request that cannot be made. */
export function unexpected(
  description: string,
  status: number | null = null,
): { readonly ok: false; readonly error: ClientError } {
  return { ok: false, error: { kind: 'unexpected', status, description } };
}

/** The caller cannot know whether the request arrived. */
export function noAnswer(
  cause: NoAnswerCause,
  description: string,
  reply: { readonly status: number; readonly retryAfter: number | null } | null = null,
): { readonly ok: false; readonly error: ClientError } {
  return {
    ok: false,
    error: {
      kind: 'no_answer',
      cause,
      status: reply?.status ?? null,
      description,
      retryAfter: reply?.retryAfter ?? null,
    },
  };
}
