import type { Stopwatch } from '../time/clock.ts';
import { type Level, stillSpent } from './level.ts';
import { LruMap } from './lru-map.ts';

/**
 * Limits failures by name: at most `max` failures in `window` milliseconds. The allowance refills
 * evenly. This tolerates mistakes and stops a search for secrets.
 */
export class FailureLimit {
  readonly #clock: Stopwatch;
  readonly #window: number;
  readonly #levels: LruMap<string, Level>;

  constructor(clock: Stopwatch, window: number, entriesMax: number) {
    this.#clock = clock;
    this.#window = window;
    this.#levels = new LruMap(entriesMax);
  }

  /** Milliseconds until one more failure is within `max`; 0 if it is now. */
  wait(name: string, max: number): number {
    const over = this.#spent(name, max) + 1 - max;
    return over <= 0 ? 0 : Math.ceil((over * this.#window) / max);
  }

  /** Counts one failure. The count stops at `max`, so a flood does not prolong the wait. */
  fail(name: string, max: number): void {
    const spent = Math.min(max, this.#spent(name, max) + 1);
    this.#levels.set(name, { spent, at: this.#clock.ticks() });
  }

  /** Removes one failure that was counted before the result was known. */
  undo(name: string, max: number): void {
    const spent = Math.max(0, this.#spent(name, max) - 1);
    this.#levels.set(name, { spent, at: this.#clock.ticks() });
  }

  #spent(name: string, max: number): number {
    const level = this.#levels.get(name);
    if (level === undefined) return 0;
    return stillSpent(level, this.#clock.ticks(), { amount: max, window: this.#window });
  }
}
