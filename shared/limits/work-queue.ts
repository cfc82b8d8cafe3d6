import { FairQueue } from './fair-queue.ts';

/**
 * Runs costly work, at most `width` pieces at a time, with at most `queueMax` waiting. Work beyond
 * that is not taken at all, so that a flood of it cannot pile up. What waits is taken in turn over
 * the names it was brought under, and one name may hold `shareMax` of the queue.
 */
export class WorkQueue {
  readonly #width: number;
  readonly #waiting: FairQueue<() => void>;
  #running = 0;

  constructor(width: number, queueMax: number, shareMax = queueMax) {
    this.#width = width;
    this.#waiting = new FairQueue(queueMax, shareMax);
  }

  /** The work's result, or null when there is no place for work of this name. */
  async run<T>(work: () => Promise<T>, name = ''): Promise<{ readonly result: T } | null> {
    if (this.#running >= this.#width) {
      let taken = false;
      // Whoever finishes hands its place on, so the count of runners stays as it is.
      await new Promise<void>((resolve) => {
        taken = this.#waiting.push(name, resolve);
        if (!taken) resolve();
      });
      if (!taken) return null;
    } else {
      this.#running += 1;
    }
    try {
      return { result: await work() };
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
