import { elapsed, SECOND, type Stopwatch, type Ticks } from '../../shared/time/clock.ts';
import { StoreUnavailable } from './store-errors.ts';

/**
 * How long a refused commit counts without a later attempt, milliseconds. Without an end, a process that gets
 * no requests because it is not ready would never become ready.
 */
export const REFUSAL_COUNTS_FOR = 5 * SECOND;

/** What the commits of a store report. */
export type CommitReports = {
  /** A commit was refused. Errors that do not concern the whole store are ignored. */
  readonly refused: (error: unknown) => void;
  /** A commit of a caller, and not of the readiness check, is durable. */
  readonly committed: () => void;
};

/**
 * Whether the commits of callers succeed. A small write can succeed on a full disk while every payment is
 * refused, so a refused commit makes the store unfit until a commit succeeds: one of a caller, or, some
 * seconds after the last refusal, the large write of the readiness check.
 */
export class CommitHealth implements CommitReports {
  readonly #wall: Stopwatch;
  #refusal: { readonly error: StoreUnavailable; readonly at: Ticks } | null = null;

  constructor(wall: Stopwatch) {
    this.#wall = wall;
  }

  /** True while the readiness check must make its large write. */
  get isRefused(): boolean {
    return this.#refusal !== null;
  }

  refused(error: unknown): void {
    if (error instanceof StoreUnavailable) this.#refusal = { error, at: this.#wall.ticks() };
  }

  committed(): void {
    this.#refusal = null;
  }

  /** Rejects with the error of the check's own write, or with that of a refused commit. */
  async check(probe: () => Promise<void>): Promise<void> {
    const before = this.#refusal;
    await probe();
    if (this.#refusal === null) return;
    const isOld = elapsed(this.#refusal.at, this.#wall.ticks()) >= REFUSAL_COUNTS_FOR;
    if (!isOld || this.#refusal !== before) throw this.#refusal.error;
    this.#refusal = null;
  }
}
