/** Milliseconds since 1970-01-01 UTC. */
export type Instant = number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Stops a timer; calling it twice does nothing. */
export type CancelTimer = () => void;

/**
 * The only source of time. Tests and simulations give their own; `Date.now` and `setTimeout`
 * appear in adapters alone.
 */
export interface Clock {
  /** The present instant. */
  now(): Instant;
  /** Calls `run` once after `delay` milliseconds of this clock. */
  after(delay: number, run: () => void): CancelTimer;
}

/** A clock of one part of the program. `stop` cancels its timers; afterwards it starts none. */
export function stoppable({ now, after }: Clock): {
  readonly clock: Clock;
  readonly stop: () => void;
} {
  const timers = new Set<CancelTimer>();
  let stopped = false;
  const clock: Clock = {
    now,
    after(delay, run) {
      if (stopped) return () => undefined;
      const cancel = after(delay, () => {
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
  /** Calls `listener` with the time at which new work falls due; the result ends that. */
  readonly onDue: (listener: (due: Instant) => void) => () => void;
};
