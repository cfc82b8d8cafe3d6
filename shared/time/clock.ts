/** Milliseconds since 1970-01-01 UTC, as records, messages and screens have it. */
export type Instant = number;

declare const timeOfDay: unique symbol;
declare const ticking: unique symbol;

/**
 * The time of day of a device. People and time servers set it at any moment, so the difference of two of
 * them is no duration: this type has no arithmetic. `instantOf` makes the number for a record, a message or
 * a screen. Durations come from `Ticks`.
 */
export interface WallTime {
  readonly [timeOfDay]: 'may be set at any moment';
}

/** A reading of a clock that nobody can set. It means something only beside another reading of the clock. */
export interface Ticks {
  readonly [ticking]: 'runs evenly';
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Stops a timer; calling it twice does nothing. */
export type CancelTimer = () => void;

/** Measures durations and waits. It has no time of day, so that nobody can measure with one. */
export interface Stopwatch {
  ticks(): Ticks;
  /** Calls `run` once after `delay` milliseconds of this clock. */
  after(delay: number, run: () => void): CancelTimer;
}

/**
 * The source of time of the service. Tests and simulations give their own; `Date.now` and `setTimeout`
 * appear in adapters alone. The service keeps its due times in a database that several machines share, so
 * it calculates with the time of day, and `service/app/time-guard.ts` checks this.
 */
export interface Clock extends Stopwatch {
  /** The present instant. */
  now(): Instant;
}

/**
 * The clock of a machine. On Linux the ticks of a process stand still while the machine sleeps; `sinceBoot`
 * counts on, so it tells a sleep from a clock that was set.
 */
export interface MachineClock extends Clock {
  sinceBoot(): Ticks;
}

/** The source of time of a device. */
export interface DeviceClock extends Stopwatch {
  now(): WallTime;
}

/** The source of time of code that runs in a service and on a device. */
export interface AnyClock extends Stopwatch {
  now(): Instant | WallTime;
}

/** The time of day as the number for a record, a message or a screen. */
export function instantOf(at: WallTime | Instant): Instant {
  // The two types have one form at run time; only the compiler tells them apart.
  return at as unknown as Instant;
}

/** The time for a clock that a service and a device may both have; for adapters and tests. */
export function timeOf(at: Instant): Instant & WallTime {
  return at as Instant & WallTime;
}

/** The ticks of a clock that counts milliseconds; for adapters and tests. */
export function ticksOf(milliseconds: number): Ticks {
  return milliseconds as unknown as Ticks;
}

const countOf = (at: Ticks): number => at as unknown as number;

/** Milliseconds between two readings of one clock. */
export function elapsed(from: Ticks, to: Ticks): number {
  return countOf(to) - countOf(from);
}

/** The reading that the clock will have after this many milliseconds. */
export function ticksAfter(from: Ticks, milliseconds: number): Ticks {
  return ticksOf(countOf(from) + milliseconds);
}

/** True from `at` on. */
export function isReached(at: Ticks, now: Ticks): boolean {
  return countOf(now) >= countOf(at);
}

/**
 * Gives the time of day of a reading, for a screen that counts down to it. The answer for a reading stays
 * the same until the time of day is set by more than a second, so that a screen is not drawn again for a
 * millisecond.
 */
export function timesOfDay(clock: DeviceClock): (at: Ticks) => Instant {
  const startOf = () => instantOf(clock.now()) - countOf(clock.ticks());
  let start = startOf();
  return (at) => {
    const present = startOf();
    if (Math.abs(present - start) > SECOND) start = present;
    return Math.round(start + countOf(at));
  };
}

/** The earliest of some readings; null without any. */
export function earliest(some: readonly Ticks[]): Ticks | null {
  return some.length === 0 ? null : ticksOf(Math.min(...some.map(countOf)));
}

/** The latest of some readings. */
export function latestOf(first: Ticks, ...others: readonly Ticks[]): Ticks {
  return ticksOf(Math.max(...[first, ...others].map(countOf)));
}

/**
 * How old a record on disk is, in milliseconds by the time of day. A device knows nothing better about a
 * record of an earlier process. A clock that was set makes this wrong in either direction, so it decides
 * only what may be decided wrongly: what is tidied up, or offered again.
 */
export function ageOfRecord(at: Instant, now: WallTime | Instant): number {
  return instantOf(now) - at;
}

/**
 * Whether a signed text with this end is good at `now`. A text lives for `life` milliseconds. One that would live much
 * longer was signed while the clock was ahead, and nobody can correct it, so it is not good (D-478). An hour is allowed,
 * because a clock that is set back by less is not doubted.
 */
export function holdsUntil(ends: Instant, now: Instant, life: number): boolean {
  return now < ends && ends <= now + life + HOUR;
}

/** A clock of one part of the program. `stop` cancels its timers; afterwards it starts none. */
export function stoppable<C extends Stopwatch>(
  of: C,
): {
  readonly clock: C;
  readonly stop: () => void;
} {
  const timers = new Set<CancelTimer>();
  let stopped = false;
  const clock: C = {
    ...of,
    after(delay: number, run: () => void) {
      if (stopped) return () => undefined;
      const cancel = of.after(delay, () => {
        timers.delete(end);
        run();
      });
      const end = () => {
        timers.delete(end);
        cancel();
      };
      timers.add(end);
      return end;
    },
  };
  const stop = () => {
    stopped = true;
    for (const end of timers) end();
  };
  return { clock, stop };
}

/** Work of one resource that falls due with time: expiries, retention, settlements. */
export type DueSource = {
  /** Does everything that is due now. */
  readonly run: () => Promise<void>;
  /** When the next work falls due; null where none is known. */
  readonly nextDue: () => Promise<Instant | null>;
  /** Calls `listener` with the time at which new work falls due; the result ends that. Without it the rounds are enough. */
  readonly onDue?: (listener: (due: Instant) => void) => () => void;
};
