import type { Instant } from '../../shared/time/clock.ts';

/**
 * The latest time at which a service of this database had the right clock: not older than a minute before
 * the newest commit. A service compares its clock with it.
 */
export interface ClockMarkStore {
  /** Null until the first service has run. */
  read(): Promise<Instant | null>;
  /** Moves the mark forward; an earlier time changes nothing. */
  note(at: Instant): Promise<void>;
  /** Sets the mark, also back: an operator says that the clock is right. */
  confirm(at: Instant): Promise<void>;
}
