import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { CancelTimer, Clock } from '../../../shared/time/clock.ts';

/** Milliseconds. A cashier does not notice it, even once per write of a sale. */
const DELAY_MAX = 10;
/** Maximum delay as a multiple of the time of the last commit; measured in `docs/performance.md`. */
const COMMITS_LONG = 2;

/**
 * How long a commit waits for more writes while several processes share the database. Without it, each
 * process commits the few writes that its own clients have sent, and the server pays for a commit, a
 * notice and the turns of a ledger's lock for every few writes.
 *
 * The writers of a commit and those that wait at its end are the ones that are likely to write again. So
 * the next commit waits until as many writes have arrived, but no longer than twice the time of the last
 * commit: on busy cores the next requests of the same clients often need more time than a commit. After a
 * commit of one write behind which none waits, the next one does not wait. It is the method of PostgreSQL's
 * `commit_delay`, which has a fixed time.
 */
export class CommitDelay {
  readonly #wall: Clock;
  #expected = 1;
  /** Milliseconds. */
  #longest = 0;
  #begin: (() => void) | null = null;
  #cancel: CancelTimer = () => {};

  constructor(wall: Clock) {
    this.#wall = wall;
  }

  /** Called after a commit of `writes` that took `milliseconds`, while `waiting` writes wait for the next. */
  committed(writes: number, waiting: number, milliseconds: number): void {
    this.#expected = Math.min(writes + waiting, LIMITS.writeBatchMax);
    this.#longest = Math.min(milliseconds * COMMITS_LONG, DELAY_MAX);
  }

  /** Calls `begin` when the next commit is to begin; `waiting` writes wait for it now. */
  pass(waiting: number, begin: () => void): void {
    if (waiting >= this.#expected) begin();
    else {
      this.#begin = begin;
      this.#cancel = this.#wall.after(this.#longest, () => this.end());
    }
  }

  /** Called when a write has arrived, so that `waiting` writes wait. */
  arrived(waiting: number): void {
    if (waiting >= this.#expected) this.end();
  }

  /** Ends the delay in progress, if there is one. */
  end(): void {
    const begin = this.#begin;
    this.#begin = null;
    this.#cancel();
    begin?.();
  }
}
