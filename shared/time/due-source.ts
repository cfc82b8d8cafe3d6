import type { Instant } from './clock.ts';

/** Work of one resource that falls due with time: expiries, retention, settlements. */
export type DueSource = {
  /** Does everything that is due now. */
  readonly run: () => Promise<void>;
  /** When the next work falls due; null where none is known. */
  readonly nextDue: () => Promise<Instant | null>;
  /** Calls `listener` with the time at which new work falls due; the result ends that. */
  readonly onDue: (listener: (due: Instant) => void) => () => void;
};
