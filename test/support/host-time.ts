import { vi } from 'vitest';
import { systemClock } from '../../main/host/adapters/machine.ts';

export type HostTime = {
  /** Lets this many milliseconds pass at once; timers that are due by then run now, in order. */
  pass(milliseconds: number): void;
  /** Restores the machine's own time. */
  release(): void;
};

/**
 * Replaces the clock of the host in this process: it runs by itself, and jumps when the test says so.
 * Call it before the host starts, so that it has every timer.
 */
export function holdHostTime(): HostTime {
  const { now, after } = systemClock;
  const armed = new Set<{ readonly due: number; readonly fire: () => void }>();
  let ahead = 0;
  const nowSpy = vi.spyOn(systemClock, 'now').mockImplementation(() => now() + ahead);
  const afterSpy = vi.spyOn(systemClock, 'after').mockImplementation((delay, run) => {
    const fire = () => {
      cancel();
      run();
    };
    const timer = { due: now() + ahead + delay, fire };
    const stop = after(delay, fire);
    const cancel = () => {
      armed.delete(timer);
      stop();
    };
    armed.add(timer);
    return cancel;
  });
  return {
    pass(milliseconds) {
      ahead += milliseconds;
      const due = [...armed].filter((timer) => timer.due <= now() + ahead);
      for (const timer of due.sort((a, b) => a.due - b.due)) if (armed.has(timer)) timer.fire();
    },
    release() {
      nowSpy.mockRestore();
      afterSpy.mockRestore();
    },
  };
}
