import { setTimeout as after } from 'node:timers/promises';

const LATE = Symbol('late');

/** What is waited for, or null when it has not come after so many milliseconds. Leaves no timer. */
export async function atMost<T>(milliseconds: number, waited: Promise<T>): Promise<T | null> {
  const first = await firstOf(milliseconds, waited);
  return first === LATE ? null : first;
}

/** The awaited value, or an error that names what did not arrive: a bench never waits without end. */
export async function within<T>(seconds: number, what: string, waited: Promise<T>): Promise<T> {
  const message = `${what} did not come within ${seconds} seconds`;
  return inTime(seconds * 1_000, message, waited);
}

/** The same with the whole sentence of the error, and in milliseconds. */
export async function inTime<T>(
  milliseconds: number,
  late: string,
  waited: Promise<T>,
): Promise<T> {
  const first = await firstOf(milliseconds, waited);
  if (first === LATE) throw new Error(late);
  return first;
}

async function firstOf<T>(milliseconds: number, waited: Promise<T>): Promise<T | typeof LATE> {
  const over = new AbortController();
  const late = after(milliseconds, LATE, { signal: over.signal });
  late.catch(() => {});
  try {
    return await Promise.race([waited, late]);
  } finally {
    over.abort();
  }
}
