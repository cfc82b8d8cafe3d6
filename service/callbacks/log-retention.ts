import { type Clock, type DueSource, type Instant, MINUTE } from '../../shared/time/clock.ts';
import type { DeliveryStore } from '../store/delivery-store.ts';

/** Maximum numbers of rows per write and of writes per round, so that a round does not delay requests. */
const BATCH = 500;
const BATCHES = 20;

/**
 * Deletes what the delivery log has kept for `life` milliseconds: closed deliveries with their
 * attempts, and the numbering of unused queues. Open deliveries stay, however old they are.
 */
export function createLogRetention(deps: {
  readonly deliveries: Pick<DeliveryStore, 'sweep' | 'oldestClosed'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly life: number;
}): DueSource {
  const { deliveries, clock, life } = deps;
  return {
    async run() {
      const before = clock.now() - life;
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const oldest = await deliveries.oldestClosed();
        // Read first: most rounds find nothing and need no write.
        if (oldest === null || oldest >= before) return;
        await deliveries.sweep(before, BATCH);
      }
    },
    async nextDue() {
      const oldest = await deliveries.oldestClosed();
      // Rounded to the minute, so that rows that expire within the same minute are deleted
      // together.
      return oldest === null ? null : byTheMinute(oldest + life);
    },
  };
}

/** The end of the minute, after which all rows of that minute are older than their life. */
function byTheMinute(at: Instant): Instant {
  return (Math.floor(at / MINUTE) + 1) * MINUTE;
}
