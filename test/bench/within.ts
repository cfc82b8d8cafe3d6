import { setTimeout as after } from 'node:timers/promises';

const LATE = Symbol('late');

/** The value of `promise`, or null after the timeout. Clears its timer. */
export async function valueOrNull<T>(milliseconds: number, promise: Promise<T>): Promise<T | null> {
  const first = await raceWithTimeout(milliseconds, promise);
  return first === LATE ? null : first;
}

/** The value of `promise`. Throws an error that names `what` if it does not arrive in time. */
export async function within<T>(seconds: number, what: string, promise: Promise<T>): Promise<T> {
  const message = `${what} did not arrive within ${seconds} seconds`;
  return withinMilliseconds(seconds * 1_000, message, promise);
}

/** The value of `promise`. Throws an error with `message` after the timeout. */
export async function withinMilliseconds<T>(
  milliseconds: number,
  message: string,
  promise: Promise<T>,
): Promise<T> {
  const first = await raceWithTimeout(milliseconds, promise);
  if (first === LATE) throw new Error(message);
  return first;
}

async function raceWithTimeout<T>(
  milliseconds: number,
  waited: Promise<T>,
): Promise<T | typeof LATE> {
  const over = new AbortController();
  const late = after(milliseconds, LATE, { signal: over.signal });
  late.catch(() => {});
  try {
    return await Promise.race([waited, late]);
  } finally {
    over.abort();
  }
}
