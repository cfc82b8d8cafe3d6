import type { Refusal } from '../../shared/protocol/errors.ts';
import { SECOND } from '../../shared/time/clock.ts';

/** The result of a credentials check. */
export type AuthAnswerOf<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly refusal: Refusal;
      readonly retryAfterSeconds?: number;
    };

type Refused = Extract<AuthAnswerOf<never>, { readonly ok: false }>;

export function refused(
  type: Refusal['type'],
  description: string,
  details?: Refusal['details'],
): Refused {
  return { ok: false, refusal: details ? { type, description, details } : { type, description } };
}

/** The description of the error for a signature that was used before (D-18). */
export const SIGNATURE_USED =
  'This signature was used before. Wait until the next second, because a timestamp has whole ' +
  'seconds, and sign the request again.';

/** The refusal after too many failed logins; `wait` is in milliseconds. */
export function tooMany(wait: number): Refused {
  const description = 'Too many logins have failed; wait before you try again.';
  const retryAfterSeconds = Math.ceil(wait / SECOND);
  return { ok: false, refusal: { type: 'Too Many Requests', description }, retryAfterSeconds };
}

export function busy(): Refused {
  const description = 'Too many logins are being checked at once; try again in a moment.';
  const refusal: Refusal = { type: 'Service Unavailable', description };
  return { ok: false, refusal, retryAfterSeconds: 1 };
}
