import { type Clock, SECOND } from '../../shared/time/clock.ts';
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
  readonly #wall: Clock;
  #refusal: { readonly error: StoreUnavailable; readonly at: number } | null = null;

  constructor(wall: Clock) {
    this.#wall = wall;
  }

  /** True while the readiness check must make its large write. */
  get isRefused(): boolean {
    return this.#refusal !== null;
  }

  refused(error: unknown): void {
    if (error instanceof StoreUnavailable) this.#refusal = { error, at: this.#wall.now() };
  }

  committed(): void {
    this.#refusal = null;
  }

  /** Rejects with the error of the check's own write, or with that of a refused commit. */
  async check(probe: () => Promise<void>): Promise<void> {
    const before = this.#refusal;
    await probe();
    if (this.#refusal === null) return;
    const age = this.#wall.now() - this.#refusal.at;
    const isOld = age >= REFUSAL_COUNTS_FOR || age < 0;
    if (!isOld || this.#refusal !== before) throw this.#refusal.error;
    this.#refusal = null;
  }
}
