import { vi } from 'vitest';
import { until } from './last-resort.ts';

/** Timers of the system clock while a test holds them. */
export type HeldTimers = {
  /** Waits until the product has set a timer of exactly this many milliseconds. */
  readonly asked: (delay: number) => Promise<unknown>;
  /** The number of timers of exactly this many milliseconds that were set. */
  readonly count: (delay: number) => number;
  /** Lets this many milliseconds pass for the timers. */
  readonly pass: (milliseconds: number) => void;
  /** Puts the real timers back. */
  readonly release: () => void;
};

/**
 * Holds `setTimeout` in this process: no time passes for the product until the test says so. Whatever
 * ends meanwhile has ended because of an event, however slow the machine is. `Date` continues.
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
