import type { Clock, Instant } from '../time/clock.ts';
import { LruMap } from './lru-map.ts';

type Level = { readonly spent: number; readonly at: Instant };

/**
 * Counts failures by name and says when there were too many. A budget refills evenly, `max`
 * failures in `window` milliseconds, so that a mistake is forgiven and a search is not.
 */
export class FailureLimit {
  readonly #clock: Clock;
  readonly #window: number;
  readonly #levels: LruMap<string, Level>;

  constructor(clock: Clock, window: number, entriesMax: number) {
    this.#clock = clock;
    this.#window = window;
    this.#levels = new LruMap(entriesMax);
  }

  /** Milliseconds until one more failure would be within `max`; 0 when it is now. */
  wait(name: string, max: number): number {
    const over = this.#spent(name, max) + 1 - max;
    return over <= 0 ? 0 : Math.ceil((over * this.#window) / max);
  }

  /** Counts one failure. What is beyond `max` is not kept: a flood does not prolong the wait. */
  fail(name: string, max: number): void {
    const spent = Math.min(max, this.#spent(name, max) + 1);
    this.#levels.set(name, { spent, at: this.#clock.now() });
  }

  /** Takes one failure back that was counted before it was known to be one. */
  undo(name: string, max: number): void {
    const spent = Math.max(0, this.#spent(name, max) - 1);
    this.#levels.set(name, { spent, at: this.#clock.now() });
  }

  #spent(name: string, max: number): number {
    const level = this.#levels.get(name);
    if (level === undefined) return 0;
    // A clock that went backwards must not refill the budget.
    const passed = Math.max(0, this.#clock.now() - level.at);
    return Math.max(0, level.spent - (passed * max) / this.#window);
  }
}
