import { elapsed, SECOND, type Stopwatch, type Ticks } from '../../shared/time/clock.ts';
import { StoreUnavailable } from './store-errors.ts';

/** How long a result is reused, milliseconds: frequent callers cause one write per second. */
const REUSED_FOR = SECOND;
/** Maximum duration of the write, milliseconds; a slower store is not ready. */
export const PROBE_WITHIN = 5 * SECOND;

/**
 * Checks whether the store can write, by a write that changes nothing. The promise rejects with the
 * store's error when the write fails, and with `StoreUnavailable` when there is no answer within
 * {@link PROBE_WITHIN}. Concurrent callers share one write.
 */
export function createWriteProbe(
  write: () => Promise<unknown>,
  wall: Stopwatch,
): () => Promise<void> {
  let last: { readonly at: Ticks; readonly answer: Promise<void> } | null = null;
  return () => {
    const now = wall.ticks();
    if (last === null || elapsed(last.at, now) >= REUSED_FOR) {
      last = { at: now, answer: inTime(write(), wall) };
    }
    return last.answer;
  };
}

function inTime(written: Promise<unknown>, wall: Stopwatch): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new StoreUnavailable('the database does not answer'));
    const cancel = wall.after(PROBE_WITHIN, late);
    written.then(() => resolve(), reject).finally(cancel);
  });
}
