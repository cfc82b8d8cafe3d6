import { type DeviceClock, stoppable } from '../../time/clock.ts';
import type { TerminalSettings } from './settings.ts';

/** Waits between attempts of work that is repeated until it succeeds. */
export type Backoff = {
  /** Waits after `fails` failed attempts; at least `minimum` milliseconds. */
  readonly wait: (fails: number, minimum?: number | null) => Promise<void>;
  /** Waits `time` milliseconds, or until `pollNow` is called. */
  readonly poll: (time: number) => Promise<void>;
  /** Ends all waits of `poll`. */
  readonly pollNow: () => void;
  readonly signal: AbortSignal;
  /** Aborts `signal`. Pending waits never resolve. */
  readonly stop: () => void;
};

export function createBackoff(given: DeviceClock, settings: TerminalSettings): Backoff {
  const controller = new AbortController();
  const { clock, stop: stopTimers } = stoppable(given);
  const polls = new Set<() => void>();

  function wait(time: number, among?: Set<() => void>): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        among?.delete(end);
        resolve();
      };
      const cancel = clock.after(time, end);
      among?.add(end);
    });
  }

  return {
    wait: (fails, minimum = null) => {
      const { backoffBase, backoffCap } = settings;
      const time = Math.min(backoffCap, backoffBase * 2 ** Math.min(fails - 1, 20));
      return wait(Math.max(time, minimum ?? 0));
    },
    poll: (time) => wait(time, polls),
    pollNow: () => {
      for (const end of [...polls]) end();
    },
    signal: controller.signal,
    stop: () => {
      controller.abort();
      stopTimers();
    },
  };
}
