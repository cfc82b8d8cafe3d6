import type { Clock, Instant } from '../../time/clock.ts';
import type { Step } from './events.ts';
import type { Sale } from './sale.ts';
import { changeRun } from './transition.ts';

/**
 * Returns by how many milliseconds at least the clock was set back since the last call; 0 if it went
 * forward. Otherwise the due times of the sales would move away by that time.
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

/** Shifts the times of a sale after the clock was set back, so that it waits no longer than before. */
export function shiftRunTimes(sale: Sale, by: number): Sale {
  const { askedAt, calledAt, due, takeAt } = sale.run;
  return changeRun(sale, {
    askedAt: askedAt === null ? null : askedAt - by,
    calledAt: calledAt - by,
    due: due - by,
    takeAt: takeAt === null ? null : takeAt - by,
  });
}

/** Shifts the time at which a sale wakes up, so that its timer still matches its due times. */
export function shiftWakeTime(steps: readonly Step[], by: number): readonly Step[] {
  return steps.map((step) =>
    step.kind === 'arm' && step.at !== null ? { ...step, at: step.at - by } : step,
  );
}
