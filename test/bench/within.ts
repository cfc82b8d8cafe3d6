import { setTimeout as after } from 'node:timers/promises';

/** What is waited for, or an error that says what did not come: a bench never waits for ever. */
export async function within<T>(seconds: number, what: string, waited: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = after(seconds * 1_000, null, { signal: over.signal }).then(() => {
    throw new Error(`${what} did not come within ${seconds} seconds`);
  });
  try {
    return await Promise.race([waited, late]);
  } finally {
    late.catch(() => {});
    over.abort();
  }
}
