import { LIMITS } from '../../shared/protocol/limits.ts';
import { HOUR, type Instant, MINUTE, SECOND } from '../../shared/time/clock.ts';
import type { AttemptVerdict, DeliveryKind } from '../store/delivery-store.ts';

/** The schedule of a kind of message: one attempt, and one more after each of the waits. */
type Plan = {
  readonly waits: readonly number[];
  /** Maximum duration of one attempt, milliseconds. */
  readonly timeout: number;
  /** True if a receiver may ask for a longer wait with `Retry-After`. */
  readonly honoursRetryAfter: boolean;
};

const PLANS: Readonly<Record<DeliveryKind, Plan>> = {
  event: {
    waits: [
      5 * SECOND,
      15 * SECOND,
      MINUTE,
      5 * MINUTE,
      15 * MINUTE,
      HOUR,
      3 * HOUR,
      6 * HOUR,
      12 * HOUR,
      24 * HOUR,
    ],
    timeout: LIMITS.callbackTimeout,
    honoursRetryAfter: true,
  },
  // The customer is waiting at the till: three attempts end within 20 seconds.
  scan: { waits: [2 * SECOND, 3 * SECOND], timeout: LIMITS.scanTimeout, honoursRetryAfter: false },
  display: { waits: [], timeout: LIMITS.displayTimeout, honoursRetryAfter: false },
};

/** The longest wait after each failed attempt, whatever the kind is and the receiver asks for. */
export const RETRY_WAITS_MAX: readonly number[] = PLANS.event.waits.map((_, tries) =>
  Math.max(
    ...Object.values(PLANS).map(({ waits, honoursRetryAfter }) =>
      Math.max(waits[tries] ?? 0, honoursRetryAfter ? LIMITS.callbackRetryAfterMax : 0),
    ),
  ),
);

/** Maximum duration of one attempt of this kind, milliseconds (D-141, D-147). */
export function timeoutOf(kind: DeliveryKind): number {
  return PLANS[kind].timeout;
}

/** The result of an attempt. The status is null without an answer. */
export type AttemptResult = {
  readonly status: number | null;
  /** The wait that the receiver asked for, milliseconds. */
  readonly retryAfter: number | null;
};

/**
 * The next step after an attempt (D-141): 2xx is delivered, 410 ends the delivery, any other result
 * is tried again while the schedule has waits left. `tries` counts the attempts before this one.
 */
export function verdictOf(
  kind: DeliveryKind,
  tries: number,
  { status, retryAfter }: AttemptResult,
  now: Instant,
): AttemptVerdict {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered' };
  if (status === 410) return { state: 'gone' };
  const { waits, honoursRetryAfter } = PLANS[kind];
  const wait = waits[tries];
  if (wait === undefined) return { state: 'given_up' };
  const requestedWait = honoursRetryAfter
    ? Math.min(retryAfter ?? 0, LIMITS.callbackRetryAfterMax)
    : 0;
  return { state: 'open', dueAt: now + Math.max(wait, requestedWait) };
}

/** Reads `Retry-After` (seconds or an HTTP date) as milliseconds from `now`; null if it is invalid. */
export function readRetryAfter(header: string | undefined, now: Instant): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  const at = Date.parse(header);
  return Number.isFinite(at) ? Math.max(0, at - now) : null;
}
