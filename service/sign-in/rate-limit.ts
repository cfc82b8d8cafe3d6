import {
  elapsed,
  isReached,
  type Stopwatch,
  type Ticks,
  ticksAfter,
} from '../../shared/time/clock.ts';

type Window = { readonly ends: Ticks; readonly used: number };

/**
 * Counts uses per key in fixed windows; memory is bounded by `entriesMax`, the oldest are evicted.
 */
export interface RateBound {
  /** Milliseconds until the key may be used again; 0 when this use was within the limit. */
  take(key: string): number;
}

/** At most `max` uses of a key in `life` milliseconds. */
export function createRateBound(
  clock: Stopwatch,
  max: number,
  life: number,
  entriesMax: number,
): RateBound {
  const windows = new Map<string, Window>();
  return {
    take(key) {
      const now = clock.ticks();
      const known = windows.get(key);
      const window =
        known && !isReached(known.ends, now) ? known : { ends: ticksAfter(now, life), used: 0 };
      if (window.used >= max) return Math.ceil(elapsed(now, window.ends));
      windows.delete(key);
      windows.set(key, { ends: window.ends, used: window.used + 1 });
      if (windows.size > entriesMax) {
        const oldest = windows.keys().next();
        if (!oldest.done) windows.delete(oldest.value);
      }
      return 0;
    },
  };
}
