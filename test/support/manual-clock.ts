import type { Clock, Instant } from '../../shared/time/clock.ts';

/** A clock that a test moves by hand. Timers run in order of their time, each at its own instant. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
  /** Sets the time back, as a person or a time server does. Timers still take as long as before. */
  setBack(milliseconds: number): void;
  /** Timers that are armed. */
  armed(): number;
}

export function createManualClock(start: Instant = Date.UTC(2026, 0, 5, 8, 0, 0)): ManualClock {
  let now = start;
  let timers: { at: Instant; run: () => void }[] = [];
  return {
    now: () => now,
    after(delay, run) {
      const timer = { at: now + Math.max(0, delay), run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
    },
    setBack(milliseconds) {
      now -= milliseconds;
      for (const timer of timers) timer.at -= milliseconds;
    },
    armed: () => timers.length,
  };
}
