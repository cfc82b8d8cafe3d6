import type { Clock } from '../../../shared/time/clock.ts';

/** Counts attempts within a moving window of time, so that a remedy that does not help ends. */
export interface Attempts {
  /** Counts one attempt. `left` while more are allowed, `spent` when this one is too many. */
  note(): 'left' | 'spent';
  /** The number of attempts within the window. */
  count(): number;
}

/** At most `most` attempts within `window` milliseconds. */
export function createAttempts(clock: Clock, most: number, window: number): Attempts {
  const times: number[] = [];
  const forget = () => {
    while ((times[0] ?? Number.POSITIVE_INFINITY) < clock.now() - window) times.shift();
  };
  return {
    note() {
      forget();
      times.push(clock.now());
      return times.length > most ? 'spent' : 'left';
    },
    count() {
      forget();
      return times.length;
    },
  };
}
