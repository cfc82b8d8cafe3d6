import { LIMITS } from '../../protocol/limits.ts';
import {
  ageOfRecord,
  type DeviceClock,
  elapsed,
  type Instant,
  SECOND,
  type Ticks,
  ticksAfter,
} from '../../time/clock.ts';
import { isPaid, type Sale, type SaleFacts } from '../sale/sale.ts';
import type { Sales } from './sales.ts';

/** Time of the last payment at this till, by any method. */
export type LastPayment = {
  /** Records a payment by another tender, made now. */
  readonly add: () => void;
  /**
   * Seconds since the last payment, for `max_scan_age`. An earlier scan belongs to a customer who has
   * left. Rounded down, so that a scan of the last customer is never accepted. Null if unknown.
   *
   * A request that ended without an approval is no payment: its scan stays valid (D-106). Of scans
   * from before its end only those of the last minute count, because its customer may have left.
   */
  readonly age: () => number | null;
  /** Reads the ends of the sales; called after every change of one, so that an end is seen at its time. */
  readonly look: () => void;
};

type LastPaymentDeps = {
  readonly sales: Pick<Sales, 'all'>;
  readonly clock: DeviceClock;
  /** The sales of the journal at the start. */
  readonly restored: Iterable<Sale>;
  /** Times of the payments by another tender in the journal. */
  readonly tendered: readonly Instant[];
};

/**
 * Ends of this run are measured. Of an earlier run only the time of day of each record is known, which a
 * clock that was wrong at that time or is wrong now falsifies. A record from the future is ignored: its
 * payment came after the record before it, whose age is therefore an upper limit.
 */
export function createLastPayment(deps: LastPaymentDeps): LastPayment {
  const { sales, clock } = deps;
  const known = new Set<string>();
  const before: { paid: Instant[]; unpaid: Instant[] } = { paid: [...deps.tendered], unpaid: [] };
  for (const { facts } of deps.restored) {
    const kind = kindOfEnd(facts);
    if (kind === null || facts.ended === null) continue;
    known.add(facts.id);
    before[kind].push(facts.ended);
  }
  /** End of the last payment, and of the last request without an approval. */
  const last: { paid: Ticks | null; unpaid: Ticks | null } = {
    paid: newest(before.paid, clock),
    unpaid: newest(before.unpaid, clock),
  };

  function look(): void {
    for (const { facts } of sales.all()) {
      const kind = kindOfEnd(facts);
      if (kind === null || known.has(facts.id)) continue;
      known.add(facts.id);
      last[kind] = clock.ticks();
    }
    forgetRemoved();
  }

  /** Ids of sales that the till no longer holds are not needed. */
  function forgetRemoved(): void {
    const all = sales.all();
    if (known.size <= 2 * all.length + KNOWN_MIN) return;
    const held = new Set(all.map(({ facts }) => facts.id));
    for (const id of known) if (!held.has(id)) known.delete(id);
  }

  const since = (at: Ticks) => Math.floor(elapsed(at, clock.ticks()) / SECOND);

  return {
    add() {
      last.paid = clock.ticks();
    },
    look,
    age() {
      look();
      const { paid, unpaid } = last;
      const ages = [
        ...(paid === null ? [] : [since(paid)]),
        ...(unpaid === null ? [] : [Math.max(since(unpaid), LIMITS.scanAgeSecondsDefault)]),
      ];
      return ages.length === 0 ? null : Math.min(...ages, LIMITS.scanAgeSecondsMax);
    },
  };
}

const KNOWN_MIN = 100;

/** What the end of a sale is; null before the end. A request that the service never created is none. */
function kindOfEnd(facts: SaleFacts): 'paid' | 'unpaid' | null {
  if (facts.ended === null || facts.created === null) return null;
  return facts.approved || isPaid(facts) ? 'paid' : 'unpaid';
}

/** The newest of these times that is not in the future; null if there is none. */
function newest(times: readonly Instant[], clock: DeviceClock): Ticks | null {
  const ages = times.map((at) => ageOfRecord(at, clock.now())).filter((age) => age >= 0);
  return ages.length === 0 ? null : ticksAfter(clock.ticks(), -Math.min(...ages));
}
