import { LIMITS } from '../../protocol/limits.ts';
import { type Clock, type Instant, SECOND } from '../../time/clock.ts';
import { isPaid } from '../sale/sale.ts';
import type { Sales } from './sales.ts';

/** Time of the last payment at this till, by any method. */
export type LastPayment = {
  /** Records a payment by another tender. */
  readonly add: (at: Instant) => void;
  /**
   * Seconds since the last payment, for `max_scan_age`. An earlier scan belongs to a customer who has
   * left. Rounded down, so that a scan of the last customer is never accepted. Null if unknown.
   *
   * A request that ended without an approval is no payment: its scan stays valid (D-106). Of scans
   * from before its end only those of the last minute count, because its customer may have left.
   */
  readonly age: () => number | null;
  /** Reads the ends of the sales; called before an ended sale is removed. */
  readonly look: () => void;
};

type LastPaymentDeps = {
  readonly sales: Pick<Sales, 'all'>;
  readonly clock: Clock;
  readonly tendered: Instant | null;
};

export function createLastPayment({ sales, clock, tendered }: LastPaymentDeps): LastPayment {
  /** End of the last payment, and of the last request without an approval. */
  let paid = tendered;
  let unpaid: Instant | null = null;

  function look(): void {
    for (const { facts } of sales.all()) {
      // A request that the service never created is no payment.
      if (facts.ended === null || facts.created === null) continue;
      if (facts.approved || isPaid(facts)) paid = later(paid, facts.ended);
      else unpaid = later(unpaid, facts.ended);
    }
  }

  // After the clock was set back, a negative age would accept every scan.
  const since = (at: Instant) => Math.max(0, Math.floor((clock.now() - at) / SECOND));

  return {
    add(at) {
      paid = later(paid, at);
    },
    look,
    age() {
      look();
      const ages = [
        ...(paid === null ? [] : [since(paid)]),
        ...(unpaid === null ? [] : [Math.max(since(unpaid), LIMITS.scanAgeSecondsDefault)]),
      ];
      return ages.length === 0 ? null : Math.min(...ages, LIMITS.scanAgeSecondsMax);
    },
  };
}

function later(known: Instant | null, at: Instant): Instant {
  return Math.max(known ?? at, at);
}
