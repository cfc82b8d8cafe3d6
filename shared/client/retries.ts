import type { RandomBytes } from '../ids/ids.ts';
import { type AnyClock, SECOND } from '../time/clock.ts';
import { type ClientResult, failureOf } from './result.ts';

export type RetryOptions = {
  readonly clock: AnyClock;
  readonly random: RandomBytes;
  /** Attempts in all; 4 unless given. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt; doubles each time. */
  readonly base?: number;
  /** Longest wait between two attempts, milliseconds; a `Retry-After` beyond it ends the tries. */
  readonly cap?: number;
  readonly signal?: AbortSignal;
};

/**
 * Calls until there is an answer: repeats `no_answer` (which includes 503) and 429 with exponential
 * back-off and jitter, never sooner than `Retry-After` asks. Only for calls that may safely be
 * repeated, as all calls of this API with ids chosen by the client are (D-27).
 */
export async function withRetries<T>(
  call: () => Promise<ClientResult<T>>,
  options: RetryOptions,
): Promise<ClientResult<T>> {
  const { clock, random, signal } = options;
  const attempts = Math.max(1, options.attempts ?? 4);
  const cap = options.cap ?? 10 * SECOND;
  for (let attempt = 1; ; attempt += 1) {
    const result = await call();
    const asked = waitAsked(result);
    if (asked === null || attempt >= attempts || asked > cap) return result;
    const ceiling = Math.min(cap, (options.base ?? SECOND / 2) * 2 ** (attempt - 1));
    const jittered = ceiling / 2 + (ceiling / 2) * fraction(random);
    if (!(await sleep(clock, Math.max(asked, jittered), signal))) return result;
  }
}

/** Milliseconds the service asked to wait, 0 when it did not say, null when a repeat is useless. */
function waitAsked(result: ClientResult<unknown>): number | null {
  if (result.ok) return null;
  const failure = failureOf(result.error);
  switch (failure.kind) {
    case 'too_many':
      return failure.retryAfter ?? 0;
    case 'no_answer':
      return failure.cause === 'cancelled' ? null : (failure.retryAfter ?? 0);
    case 'refused':
    case 'unexpected':
      return null;
  }
}

function fraction(random: RandomBytes): number {
  const [high = 0, low = 0] = random(2);
  return (high * 256 + low) / 65_536;
}

/** Waits this many milliseconds; false when the signal has ended the wait. */
export function sleep(
  clock: AnyClock,
  wait: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve(false);
      return;
    }
    const onAbort = () => {
      cancel();
      resolve(false);
    };
    const cancel = clock.after(wait, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve(true);
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
