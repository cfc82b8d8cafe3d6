import { LIMITS } from '../../protocol/limits.ts';
import { type Clock, type Instant, SECOND } from '../../time/clock.ts';
import type { Sales } from './sales.ts';

/** Time of the last payment at this till, by any method. */
export type LastPayment = {
  /** Records a payment by another tender. */
  readonly add: (at: Instant) => void;
  /**
   * Seconds since the last payment, for `max_scan_age`. An earlier scan belongs to a customer who has
   * left. Rounded down, so that a scan of the last customer is never accepted. Null if unknown.
   */
  readonly age: () => number | null;
  /** Reads the ends of the sales; called before an ended sale is removed. */
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
      // A request that the service never created is no payment.
      if (facts.ended !== null && facts.created !== null) note(facts.ended);
    }
  }

  return {
    add: note,
    look,
    age: () => {
      look();
      if (last === null) return null;
      // After the clock was set back, a negative age would accept every scan.
      const seconds = Math.max(0, Math.floor((clock.now() - last) / SECOND));
      return Math.min(seconds, LIMITS.scanAgeSecondsMax);
    },
  };
}
