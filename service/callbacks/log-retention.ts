import { type Clock, type Instant, MINUTE } from '../../shared/time/clock.ts';
import type { DueSource } from '../../shared/time/due-source.ts';
import type { DeliveryStore } from '../store/delivery-store.ts';

/** Rows of one write, and writes of one round: no round holds up what a customer waits for. */
const BATCH = 500;
const BATCHES = 20;

/**
 * Forgets what the delivery log has kept for `life` milliseconds after it was written: closed
 * deliveries with their attempts, and the numbering of queues that nothing uses any more. Open
 * deliveries stay, however old they are.
 */
export function createLogRetention(parts: {
  readonly deliveries: Pick<DeliveryStore, 'sweep' | 'oldestClosed'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly life: number;
}): DueSource {
  const { deliveries, clock, life } = parts;
  return {
    async run() {
      const before = clock.now() - life;
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const oldest = await deliveries.oldestClosed();
        // Asked first: most rounds find nothing, and should not write to find that out.
        if (oldest === null || oldest >= before) return;
        await deliveries.sweep(before, BATCH);
      }
    },
    async nextDue() {
      const oldest = await deliveries.oldestClosed();
      // By the minute: what is one second over its time goes with what follows it.
      return oldest === null ? null : byTheMinute(oldest + life);
    },
    // Nothing that is written now falls due before the rounds that come anyway.
    onDue: () => () => {},
  };
}

/** The end of the minute, after which a row of any instant in it is older than its life. */
function byTheMinute(at: Instant): Instant {
  return (Math.floor(at / MINUTE) + 1) * MINUTE;
}
