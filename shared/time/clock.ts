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

/** Work of one resource that falls due with time: expiries, retention, settlements. */
export type DueSource = {
  /** Does everything that is due now. */
  readonly run: () => Promise<void>;
  /** When the next work falls due; null where none is known. */
  readonly nextDue: () => Promise<Instant | null>;
  /** Calls `listener` with the time at which new work falls due; the result ends that. */
  readonly onDue: (listener: (due: Instant) => void) => () => void;
};
