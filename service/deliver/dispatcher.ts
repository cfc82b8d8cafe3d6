import type { Ids } from '../../shared/ids/ids.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { type CancelTimer, HOUR, type Instant, MINUTE, SECOND } from '../../shared/time/clock.ts';
import type { ClaimedDelivery } from '../store/delivery-store.ts';
import type { Store } from '../store/store.ts';
import { type Attempted, type AttemptParts, attempt } from './attempt.ts';
import { HostLoad } from './host-load.ts';

export type DispatcherParts = AttemptParts & {
  readonly store: Pick<Store, 'deliveries'>;
  readonly ids: Ids;
  /** Told after every attempt that was noted. */
  readonly onAttempt: (delivery: ClaimedDelivery, attempted: Attempted) => void;
  /** Told of a round or an attempt that could not be noted; it is made again. */
  readonly onError: (error: unknown) => void;
};

/** Sends what is due, from rows and never only from memory. */
export interface Dispatcher {
  /** Sends what fell due while the service was down, then keeps watch. */
  start(): void;
  /** Attempts everything that is due now, and answers when all of it has been attempted. */
  drain(): Promise<void>;
  /** Begins nothing more; waits for what is under way, and after `grace` ms cuts it off. */
  stop(grace: number): Promise<void>;
}

/** Also finds what another process wrote, and leases that ran out. */
const LOOK_EVERY = MINUTE;
const HOSTS_PER_ROUND = 256;
/** A receiver that takes this long is treated like one that hangs. */
const SLOW = 5 * SECOND;

/** One dispatcher per process; several share the rows by leases (design, section 4). */
export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { store, clock, wall } = parts;
  const load = new HostLoad();
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let open = true;
  let cancel: CancelTimer = () => {};
  let forget = () => {};
  let round: Promise<void> | null = null;
  let again = false;
  let sweepAt: Instant = clock.now();

  async function begin(delivery: ClaimedDelivery): Promise<void> {
    let well = false;
    try {
      const attempted = await attempt(delivery, parts, stopping.signal);
      const { note, verdict, answer } = attempted;
      well = note.status !== null && note.duration < SLOW;
      // An attempt that the stop cut off says nothing about the receiver; it is made again.
      if (note.status === null && stopping.signal.aborted) return;
      const kept = answer === null ? null : JSON.stringify(answer);
      const { merchantId } = delivery;
      const mine = await store.deliveries.finish(merchantId, delivery, note, verdict, kept);
      if (mine) parts.onAttempt(delivery, attempted);
    } catch (error) {
      parts.onError(error);
    } finally {
      load.end(delivery.host, well);
    }
  }

  async function take(): Promise<void> {
    const hosts = await store.deliveries.dueHosts(clock.now(), wall.now(), HOSTS_PER_ROUND);
    for (const host of hosts) {
      const room = open ? load.room(host) : 0;
      if (room === 0) continue;
      const at = wall.now();
      const lease = { id: parts.ids.short(), wall: at, until: at + LIMITS.callbackLease };
      for (const delivery of await store.deliveries.claim(host, clock.now(), lease, room)) {
        load.begin(host);
        const work: Promise<void> = begin(delivery).finally(() => {
          underWay.delete(work);
          wake();
        });
        underWay.add(work);
      }
    }
  }

  async function rounds(): Promise<void> {
    do {
      again = false;
      await take();
    } while (again && open);
    if (clock.now() >= sweepAt) {
      sweepAt = clock.now() + HOUR;
      await store.deliveries.sweep(clock.now() - LIMITS.callbackLogLife);
    }
    await arm();
  }

  /** Begins what is due and has room. Rounds never overlap; a call during one means one more. */
  function wake(): void {
    if (!open) return;
    again = true;
    round ??= rounds()
      .catch(parts.onError)
      .finally(() => {
        round = null;
        if (again) wake();
      });
  }

  async function arm(): Promise<void> {
    const now = clock.now();
    const next = (await store.deliveries.nextDue(now)) ?? Number.POSITIVE_INFINITY;
    if (!open) return;
    cancel();
    cancel = clock.after(Math.min(next - now, LOOK_EVERY), wake);
  }

  return {
    start() {
      forget = store.deliveries.onDue(wake);
      wake();
    },
    async drain() {
      do {
        wake();
        await round;
        await Promise.all(underWay);
      } while (open && (underWay.size > 0 || round !== null));
    },
    async stop(grace) {
      open = false;
      forget();
      cancel();
      const cut = wall.after(grace, () => stopping.abort());
      await round;
      await Promise.all(underWay);
      cut();
    },
  };
}
