import { vi } from 'vitest';
import { systemClock } from '../../main/host/adapters/machine.ts';
import {
  elapsed,
  type Instant,
  instantOf,
  ticksAfter,
  ticksOf,
  timeOf,
} from '../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export type HostTime = {
  /** Lets this many milliseconds pass at once; timers that are due by then run now, in order. */
  pass(milliseconds: number): void;
  /** Sets the time of day, forward if positive. Timers and ticks go on as before. */
  set(milliseconds: number): void;
  /** Restores the machine's own time. */
  release(): void;
};

/**
 * Replaces the clock of the host in this process: it runs by itself, and jumps when the test says so.
 * Call it before the host starts, so that it has every timer.
 */
export function holdHostTime(): HostTime {
  const { now, ticks, after } = systemClock;
  const uptime = () => elapsed(ticksOf(0), ticks());
  const armed = new Set<{ readonly due: number; readonly fire: () => void }>();
  let ahead = 0;
  let set = 0;
  const nowSpy = vi
    .spyOn(systemClock, 'now')
    .mockImplementation(() => timeOf(instantOf(now()) + ahead + set));
  const ticksSpy = vi
    .spyOn(systemClock, 'ticks')
    .mockImplementation(() => ticksAfter(ticks(), ahead));
  const afterSpy = vi.spyOn(systemClock, 'after').mockImplementation((delay, run) => {
    const fire = () => {
      cancel();
      run();
    };
    const timer = { due: uptime() + ahead + delay, fire };
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
      const due = [...armed].filter((timer) => timer.due <= uptime() + ahead);
      for (const timer of due.sort((a, b) => a.due - b.due)) if (armed.has(timer)) timer.fire();
    },
    set(milliseconds) {
      set += milliseconds;
    },
    release() {
      nowSpy.mockRestore();
      ticksSpy.mockRestore();
      afterSpy.mockRestore();
    },
  };
}

/**
 * Replaces the clock of the host in this process by one that stands still, and moves only when the test moves it:
 * what happens meanwhile needs no time. Call it before the host starts, so that it has every timer.
 */
export function stopHostTime(start: Instant): { readonly clock: ManualClock; release(): void } {
  const clock = createManualClock(start);
  const spies = [
    vi.spyOn(systemClock, 'now').mockImplementation(clock.now),
    vi.spyOn(systemClock, 'ticks').mockImplementation(clock.ticks),
    vi.spyOn(systemClock, 'after').mockImplementation(clock.after),
  ];
  return {
    clock,
    release() {
      for (const spy of spies) spy.mockRestore();
    },
  };
}
