import { FailureLimit } from '../../shared/limits/failure-limit.ts';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { peerName } from '../../shared/node/http/peer-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Clock, Instant } from '../../shared/time/clock.ts';

/**
 * The budget of an address for naming integrators that there are not. An id is all that such a call
 * has to show, so that every try is counted before the id is looked up, and a right one is taken
 * back; an integrator goes on working from an address where it was right before.
 */
export class LookupBudget {
  readonly #clock: Clock;
  readonly #failures: FailureLimit;
  readonly #known: LruMap<string, Instant>;

  constructor(clock: Clock) {
    const { loginFailureWindow: window, loginFailureEntries: entries } = LIMITS;
    this.#clock = clock;
    this.#failures = new FailureLimit(clock, window, entries);
    this.#known = new LruMap(entries);
  }

  /** Milliseconds until this id may be tried; 0 when it may now, and was counted. */
  enter(id: string, address: string): number {
    const peer = peerName(address);
    const until = this.#known.get(`${peer} ${id}`);
    const wait = this.#failures.wait(peer, LIMITS.loginFailuresWideMax);
    if (wait > 0 && (until === undefined || until <= this.#clock.now())) return wait;
    this.#failures.fail(peer, LIMITS.loginFailuresWideMax);
    return 0;
  }

  /** The id was right, and what else the call showed. */
  right(id: string, address: string): void {
    const peer = peerName(address);
    this.#failures.undo(peer, LIMITS.loginFailuresWideMax);
    this.#known.set(`${peer} ${id}`, this.#clock.now() + LIMITS.knownAddressLife);
  }
}
