import { type Clock, elapsed, type Ticks } from '../time/clock.ts';

/** How a circuit opens. */
export type CircuitBounds = {
  /** Failures in a row that open it. */
  readonly failures: number;
  /** The wait after it opened, and after each failed probe; the last one counts for all that follow. Milliseconds. */
  readonly waits: readonly number[];
};

/**
 * Stops attempts to a server that does not work (a circuit breaker). After some failures in a row nothing is tried for
 * a while, and then one attempt at a time, until one succeeds.
 */
export class Circuit {
  readonly #bounds: CircuitBounds;
  readonly #clock: Pick<Clock, 'ticks'>;
  #failures = 0;
  #failed: Ticks | null = null;

  constructor(clock: Pick<Clock, 'ticks'>, bounds: CircuitBounds) {
    this.#clock = clock;
    this.#bounds = bounds;
  }

  /** How many of `places` may be used while `underWay` attempts are in flight. */
  places(places: number, underWay: number): number {
    if (!this.isOpen) return places;
    return this.wait === 0 && underWay === 0 ? Math.min(places, 1) : 0;
  }

  /** True while nothing but a probe may be tried. */
  get isOpen(): boolean {
    return this.#failures >= this.#bounds.failures;
  }

  /** Milliseconds until a probe; 0 if the circuit is closed, or a probe may begin. */
  get wait(): number {
    if (!this.isOpen || this.#failed === null) return 0;
    const { waits, failures } = this.#bounds;
    const wait = waits[Math.min(this.#failures - failures, waits.length - 1)] ?? 0;
    return Math.max(0, wait - elapsed(this.#failed, this.#clock.ticks()));
  }

  /** An attempt has ended. */
  end(worked: boolean): void {
    this.#failures = worked ? 0 : this.#failures + 1;
    this.#failed = worked ? null : this.#clock.ticks();
  }
}
