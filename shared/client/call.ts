import { LIMITS } from '../protocol/limits.ts';
import { type AnyClock, SECOND } from '../time/clock.ts';
import type { Identity } from './auth.ts';
import type { ClientResult } from './result.ts';
import type { ServiceTime } from './service-time.ts';

/** The promise of a call; it never rejects. */
export type Call<T> = Promise<ClientResult<T>>;

export type ClientDeps = Identity & {
  /** The API with its base path: `https://api.example.com/merchant/v1`. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly clock: AnyClock;
  /** The service's time, if other clients on this machine share it; a separate one when left out. */
  readonly time?: ServiceTime;
};

/** The same for the caller of the library: the runtime's own `fetch` and clock by default. */
export type ClientOptions = Omit<ClientDeps, 'fetch' | 'clock'> &
  Partial<Pick<ClientDeps, 'fetch' | 'clock'>>;

/** What every call takes besides its own input. */
export type CallOptions = {
  /** Milliseconds until the call counts as unanswered; 10 s, a long poll its wait and 10 s more. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
};

const DEADLINE = 10 * SECOND;

/**
 * Milliseconds that a call may take if its caller gives no deadline. `wait` is the time that the call asks
 * the service to wait, in seconds: 0 except for a long poll. The service refuses longer waits than
 * `LIMITS.outcomeWaitSecondsMax` at once.
 */
export function deadlineFor(wait: number): number {
  const waited = Number.isFinite(wait)
    ? Math.min(Math.max(wait, 0), LIMITS.outcomeWaitSecondsMax)
    : 0;
  return waited * SECOND + DEADLINE;
}

/** Query parameters in the order they are sent; absent ones are left out. */
export type Query = readonly (readonly [
  name: string,
  value: string | number | boolean | null | undefined,
])[];
