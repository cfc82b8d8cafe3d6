import { FailureLimit } from '../../shared/limits/failure-limit.ts';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { peerName } from '../../shared/node/http/client-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { isReached, type Stopwatch, type Ticks, ticksAfter } from '../../shared/time/clock.ts';

/**
 * The limit of an address for unknown integrator ids. The id is the only credential of such a call,
 * so every try is counted before the id is looked up, and taken back if it is right. An integrator
 * can continue to work from an address where its id was right before.
 */
export class LookupBudget {
  readonly #clock: Stopwatch;
  readonly #failures: FailureLimit;
  readonly #known: LruMap<string, Ticks>;

  constructor(clock: Stopwatch) {
    const { loginFailureWindow: window, loginFailureEntries: entries } = LIMITS;
    this.#clock = clock;
    this.#failures = new FailureLimit(clock, window, entries);
    this.#known = new LruMap(entries);
  }

  /** Milliseconds until this id may be tried; 0 if it may be tried now, which is counted. */
  enter(id: string, address: string): number {
    const peer = peerName(address);
    const until = this.#known.get(`${peer} ${id}`);
    const wait = this.#failures.wait(peer, LIMITS.loginFailuresWideMax);
    const isKnown = until !== undefined && !isReached(until, this.#clock.ticks());
    if (wait > 0 && !isKnown) return wait;
    this.#failures.fail(peer, LIMITS.loginFailuresWideMax);
    return 0;
  }

  /** The id was right, as were the other credentials of the call. */
  right(id: string, address: string): void {
    const peer = peerName(address);
    this.#failures.undo(peer, LIMITS.loginFailuresWideMax);
    const until = ticksAfter(this.#clock.ticks(), LIMITS.knownAddressLife);
    this.#known.set(`${peer} ${id}`, until);
  }
}
