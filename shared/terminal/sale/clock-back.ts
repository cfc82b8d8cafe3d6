import type { Clock, Instant } from '../../time/clock.ts';
import type { Sale } from './sale.ts';
import { changeRun } from './transition.ts';

/**
 * Sees when the till's clock was put back, and answers by how many milliseconds at least; 0 as long
 * as it goes forward. What a sale waits for would otherwise be as far away as the clock went back.
 */
export function watchClock(clock: Clock): () => number {
  let latest: Instant = clock.now();
  return () => {
    const now = clock.now();
    const back = Math.max(0, latest - now);
    latest = now;
    return back;
  };
}

/** A sale as it is after the clock was put back: it waits as long as it would have waited. */
export function shiftRunTimes(sale: Sale, by: number): Sale {
  const { askedAt, calledAt, due, takeAt } = sale.run;
  return changeRun(sale, {
    askedAt: askedAt === null ? null : askedAt - by,
    calledAt: calledAt - by,
    due: due - by,
    takeAt: takeAt === null ? null : takeAt - by,
  });
}
