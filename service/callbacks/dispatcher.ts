import type { Ids } from '../../shared/ids/ids.ts';
import { Turns } from '../../shared/limits/turns.ts';
import { outsideSpans, type Tracing } from '../../shared/node/tracing/tracing.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { type CancelTimer, MINUTE, SECOND } from '../../shared/time/clock.ts';
import type { ClaimedDelivery } from '../store/delivery-store.ts';
import type { Store } from '../store/store.ts';
import { type AttemptDeps, type Attempted, tracedAttempt } from './signed-attempt.ts';

export type DispatcherDeps = AttemptDeps & {
  readonly store: Pick<Store, 'deliveries'>;
  readonly ids: Ids;
  /** Records attempts of deliveries that a recorded request caused. */
  readonly tracing?: Tracing | null;
  /** Called after every attempt that was recorded. */
  readonly onAttempt: (delivery: ClaimedDelivery, attempted: Attempted) => void;
  /**
   * Called with the error of a round, or of an attempt that could not be recorded. The dispatcher
   * repeats both.
   */
  readonly onError: (error: unknown) => void;
};

/** Sends due callbacks. The queue is the `delivery` table, so a restart loses nothing. */
export interface Dispatcher {
  /** Sends the callbacks that fell due while the service was down, then waits for due callbacks. */
  start(): void;
  /** Attempts every delivery that is due now; resolves when all were attempted. */
  drain(): Promise<void>;
  /** Starts no more attempts; waits for those in flight, and aborts them after `grace` ms. */
  stop(grace: number): Promise<void>;
}

/** Interval of rounds without a notice. They find deliveries of other processes and expired leases. */
const LOOK_EVERY = MINUTE;
/** The wait after a round in which the store failed. */
const REPEAT_AFTER = 5 * SECOND;
/**
 * Hosts that a round reads. Many more than the available places, so that unresponsive hosts do not
 * hide a working one.
 */
const HOSTS_PER_ROUND = 4_096;
/** A receiver that needs this time for an answer is treated like an unresponsive one. */
const SLOW = 5 * SECOND;

/** Creates the dispatcher: one per process. Several processes share the rows by leases. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const rows = new RowDispatcher(deps);
  return {
    start: () => rows.start(),
    drain: () => rows.drain(),
    stop: (grace) => rows.stop(grace),
  };
}

class RowDispatcher implements Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #load = new Turns({
    atOnce: LIMITS.callbacksAtOnce,
    perHealthy: LIMITS.callbacksPerHost,
    perOther: LIMITS.callbacksPerSickHost,
    ofOthers: LIMITS.callbacksToSickHosts,
  });
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  /** A request may wake the dispatcher, whose work is not a part of that request. */
  readonly #wake = () => outsideSpans(() => this.#look());
  #open = true;
  #cancel: CancelTimer = () => {};
  #forget = () => {};
  #round: Promise<void> | null = null;
  #again = false;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#forget = this.#deps.store.deliveries.onDue(this.#wake);
    this.#look();
  }

  async drain(): Promise<void> {
    this.#look();
    // Every attempt that ends starts a round by itself, so `drain` only waits.
    while (this.#underWay.size > 0 || this.#round !== null) {
      await this.#round;
      await Promise.all(this.#underWay);
    }
  }

  async stop(grace: number): Promise<void> {
    this.#open = false;
    this.#forget();
    this.#cancel();
    const cut = this.#deps.wall.after(grace, () => this.#stopping.abort());
    await this.#round;
    await Promise.all(this.#underWay);
    cut();
  }

  /**
   * Starts a round, or one more round after the current one. A round starts the due attempts for which
   * there are places.
   */
  #look(): void {
    if (!this.#open) return;
    this.#again = true;
    this.#round ??= this.#rounds()
      .catch((error: unknown) => this.#repeat(error))
      .finally(() => {
        this.#round = null;
        if (this.#again) this.#look();
      });
  }

  async #rounds(): Promise<void> {
    do {
      this.#again = false;
      await this.#take();
    } while (this.#again && this.#open);
    await this.#arm();
  }

  /** After a failed round, which may not have set the timer of the next one. */
  #repeat(error: unknown): void {
    this.#deps.onError(error);
    if (!this.#open) return;
    this.#cancel();
    this.#cancel = this.#deps.clock.after(REPEAT_AFTER, this.#wake);
  }

  async #take(): Promise<void> {
    const { store, clock, wall, ids } = this.#deps;
    const hosts = await store.deliveries.dueHosts(clock.now(), wall.now(), HOSTS_PER_ROUND);
    const waiting = hosts.map(({ host, merchantId }) => ({ name: host, owner: merchantId }));
    for (const host of this.#load.inTurn(waiting)) {
      const room = this.#open ? this.#load.room(host) : 0;
      if (room === 0) continue;
      const at = wall.now();
      const lease = { id: ids.short(), wall: at, until: at + LIMITS.callbackLease };
      for (const delivery of await store.deliveries.claim(host, clock.now(), lease, room)) {
        this.#begin(delivery);
      }
    }
  }

  #begin(delivery: ClaimedDelivery): void {
    this.#load.begin(delivery.host);
    const work: Promise<void> = this.#attempt(delivery).finally(() => {
      this.#underWay.delete(work);
      this.#look();
    });
    this.#underWay.add(work);
  }

  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    const { store, onAttempt, onError } = this.#deps;
    const { signal } = this.#stopping;
    let well = false;
    try {
      const attempted = await tracedAttempt(delivery, this.#deps, signal);
      const { note, verdict, answer } = attempted;
      well = note.status !== null && note.duration < SLOW;
      // The stop aborted the attempt, which therefore has no result. The next start repeats it.
      if (note.status === null && signal.aborted) {
        return await store.deliveries.release(delivery.merchantId, delivery);
      }
      const kept = answer === null ? null : JSON.stringify(answer);
      const { merchantId } = delivery;
      const mine = await store.deliveries.finish(merchantId, delivery, note, verdict, kept);
      if (mine) onAttempt(delivery, attempted);
    } catch (error) {
      onError(error);
    } finally {
      this.#load.end(delivery.host, well);
    }
  }

  async #arm(): Promise<void> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const next = (await store.deliveries.nextDue(now)) ?? Number.POSITIVE_INFINITY;
    if (!this.#open) return;
    this.#cancel();
    this.#cancel = clock.after(Math.min(next - now, LOOK_EVERY), this.#wake);
  }
}
