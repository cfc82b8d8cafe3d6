import { type Opening, openingAt } from '../../../shared/catalogue/opening.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { OpeningHours } from '../../../shared/protocol/opening-hours.ts';
import { type DeviceClock, type Instant, instantOf } from '../../../shared/time/clock.ts';

type Kept = {
  readonly hours: OpeningHours;
  readonly zone: string;
  /** The times between which `opening` holds. */
  readonly from: Instant;
  readonly until: Instant;
  readonly opening: Opening;
};

/**
 * Whether the shop is open now by the till's time of day; null for a shop without hours, which is always open. It is
 * calculated when the hours change, when the answer ends, and when the clock was set back.
 */
export function followOpening(
  clock: Pick<DeviceClock, 'now'>,
): (settings: Pick<TillSettings, 'openingHours' | 'timeZone'>) => Opening | null {
  let kept: Kept | null = null;
  return ({ openingHours: hours, timeZone: zone }) => {
    if (hours === undefined) return null;
    const now = instantOf(clock.now());
    const holds = kept !== null && kept.hours === hours && kept.zone === zone;
    if (holds && kept !== null && kept.from <= now && now < kept.until) return kept.opening;
    const opening = openingAt(hours, now, zone);
    const end = opening.kind === 'open' ? opening.until : opening.next;
    kept = { hours, zone, from: now, until: end ?? Number.POSITIVE_INFINITY, opening };
    return opening;
  };
}
