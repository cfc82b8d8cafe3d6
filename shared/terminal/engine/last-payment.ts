import { LIMITS } from '../../protocol/limits.ts';
import { type Clock, type Instant, SECOND } from '../../time/clock.ts';
import type { Sales } from './sales.ts';

/** When a payment by any method ended last at this till. */
export type LastPayment = {
  /** Another tender has taken the money. */
  readonly add: (at: Instant) => void;
  /**
   * Seconds since then, for `max_scan_age`: a scan from before belongs to somebody who is gone.
   * Rounded down, so that no scan of the last customer is let in; null when nobody knows.
   */
  readonly age: () => number | null;
  /** Looks at the sales now, before one that has ended leaves them. */
  readonly look: () => void;
};

export function createLastPayment(
  sales: Pick<Sales, 'all'>,
  clock: Clock,
  tendered: Instant | null,
): LastPayment {
  let last = tendered;

  function note(at: Instant): void {
    last = Math.max(last ?? at, at);
  }

  function look(): void {
    for (const { facts } of sales.all()) {
      // A request that never was at the service was nobody's payment.
      if (facts.ended !== null && facts.created !== null) note(facts.ended);
    }
  }

  return {
    add: note,
    look,
    age: () => {
      look();
      if (last === null) return null;
      // A clock that was set back would let everybody in.
      const seconds = Math.max(0, Math.floor((clock.now() - last) / SECOND));
      return Math.min(seconds, LIMITS.scanAgeSecondsMax);
    },
  };
}
