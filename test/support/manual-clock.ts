import {
  type Clock,
  type Instant,
  type MachineClock,
  ticksOf,
  timeOf,
  type WallTime,
} from '../../shared/time/clock.ts';

/** A clock that a test moves by hand. Timers run in order of their time, each at its own instant. */
export interface ManualClock extends MachineClock {
  now(): Instant & WallTime;
  advance(milliseconds: number): void;
  /** Sets the time of day, as a person or a time server does. Timers and ticks go on as before. */
  set(by: number): void;
  /** Sets the time of day back. */
  setBack(milliseconds: number): void;
  /** Lets the machine sleep: the time of day goes on, and ticks stand still as on Linux. */
  sleep(milliseconds: number): void;
  /** Timers that are armed. */
  armed(): number;
}

/** The clock of a machine that never sleeps. */
export function alwaysAwake(clock: Clock): MachineClock {
  return {
    now: () => clock.now(),
    ticks: () => clock.ticks(),
    after: (delay, run) => clock.after(delay, run),
    sinceBoot: () => clock.ticks(),
  };
}

export function createManualClock(start: Instant = Date.UTC(2026, 0, 5, 8, 0, 0)): ManualClock {
  let now = start;
  /** What the ticks are ahead of the time of day. */
  let ahead = 0;
  let slept = 0;
  let timers: { at: Instant; run: () => void }[] = [];
  const set = (by: number) => {
    now += by;
    ahead -= by;
    for (const timer of timers) timer.at += by;
  };
  return {
    now: () => timeOf(now),
    ticks: () => ticksOf(now + ahead),
    sinceBoot: () => ticksOf(now + ahead + slept),
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
    set,
    sleep(milliseconds) {
      slept += milliseconds;
      set(milliseconds);
    },
    setBack: (milliseconds) => set(-milliseconds),
    armed: () => timers.length,
  };
}
