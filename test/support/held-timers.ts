import { vi } from 'vitest';
import { until } from './last-resort.ts';

/** Timers of the system clock while a test holds them. */
export type HeldTimers = {
  /** Waits until somebody has asked for a timer of exactly so many milliseconds. */
  readonly asked: (delay: number) => Promise<unknown>;
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
  const asked = vi.spyOn(globalThis, 'setTimeout');
  return {
    asked: (delay) =>
      until(
        () => asked.mock.calls.filter((call) => call[1] === delay).length,
        (count) => count > 0,
      ),
    pass: (milliseconds) => void vi.advanceTimersByTime(milliseconds),
    release() {
      asked.mockRestore();
      vi.useRealTimers();
    },
  };
}
