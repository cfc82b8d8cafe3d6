import { type Clock, SECOND } from '../time/clock.ts';
import type { Identity } from './auth.ts';
import type { ClientResult } from './result.ts';

/** The promise of a call; it never rejects. */
export type Call<T> = Promise<ClientResult<T>>;

export type ClientDeps = Identity & {
  /** The API with its base path: `https://api.example.com/merchant/v1`. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
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

/** Milliseconds that a call may take when its caller does not say. */
export const DEADLINE = 10 * SECOND;

/** Query parameters in the order they are sent; absent ones are left out. */
export type Query = readonly (readonly [
  name: string,
  value: string | number | boolean | null | undefined,
])[];
