import { FairQueue } from '../../../shared/limits/fair-queue.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { hasWaited, StoreBusy } from '../store-errors.ts';

type Waiting = {
  readonly start: () => void;
  readonly refuse: (error: unknown) => void;
};

/**
 * Gives a limited number of places for writes to their owners in turn, so that the writes of one
 * merchant wait behind at most one write of each other merchant. Reads and the commits of payments
 * use other connections, so many writes cannot block them.
 */
export class WriteTurns {
  readonly #places: number;
  readonly #queue = new FairQueue<Waiting>(LIMITS.writeQueueMax, LIMITS.writeQueueShareMax);
  #underWay = 0;

  /** At most `places` writes are in progress at the same time. */
  constructor(places: number) {
    this.#places = places;
  }

  /**
   * Runs `write` when it is its owner's turn. Rejects as `write` does, with `StoreBusy` when too
   * many writes of this owner wait, and with the error of an earlier write that got no answer in
   * time.
   */
  async run<T>(owner: string, write: () => Promise<T>): Promise<T> {
    if (this.#underWay < this.#places) this.#underWay += 1;
    else await this.#turnOf(owner);
    try {
      return await write();
    } catch (error) {
      if (hasWaited(error)) this.#refuseWaiting(error);
      throw error;
    } finally {
      this.#handOn();
    }
  }

  #turnOf(owner: string): Promise<void> {
    return new Promise((start, refuse) => {
      if (!this.#queue.push(owner, { start, refuse })) refuse(new StoreBusy());
    });
  }

  /** A place that is passed on stays counted. */
  #handOn(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#underWay -= 1;
    else next.start();
  }

  /** Refuses every waiting write: it has waited as long as the one without an answer. */
  #refuseWaiting(error: unknown): void {
    for (const { refuse } of this.#queue.take(this.#queue.size)) refuse(error);
  }
}
