import { vi } from 'vitest';
import { until } from './last-resort.ts';

/** Timers of the system clock while a test holds them. */
export type HeldTimers = {
  /** Waits until somebody has asked for a timer of exactly so many milliseconds. */
  readonly asked: (delay: number) => Promise<unknown>;
  /** How many timers of exactly so many milliseconds were asked for so far. */
  readonly count: (delay: number) => number;
  /** Lets so many milliseconds pass for the timers. */
  readonly pass: (milliseconds: number) => void;
  /** Puts the real timers back. */
  readonly release: () => void;
};

/**
 * Holds `setTimeout` in this process: no time passes for the product until the test says so. What
 * ends meanwhile has ended because of an event, however slow the machine is. `Date` goes on.
 */
export function holdTimers(): HeldTimers {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { setTimeout: held } = globalThis;
  const delays: unknown[] = [];
  const noted = (...given: Parameters<typeof held>) => {
    delays.push(given[1]);
    return held(...given);
  };
  Object.assign(globalThis, { setTimeout: Object.assign(noted, held) });
  return {
    asked: (delay) =>
      until(
        () => delays.includes(delay),
        (is) => is,
      ),
    count: (delay) => delays.filter((one) => one === delay).length,
    pass: (milliseconds) => void vi.advanceTimersByTime(milliseconds),
    release: () => void vi.useRealTimers(),
  };
}
