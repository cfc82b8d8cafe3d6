import { FairQueue } from './fair-queue.ts';

/**
 * Runs expensive work: at most `width` tasks at a time, at most `queueMax` waiting. It rejects work
 * beyond that, so a flood cannot pile up. Waiting tasks run round robin over their names, and one
 * name can hold at most `shareMax` places of the queue.
 */
export class WorkQueue {
  readonly #width: number;
  readonly #waiting: FairQueue<() => void>;
  #running = 0;

  constructor(width: number, queueMax: number, shareMax = queueMax) {
    this.#width = width;
    this.#waiting = new FairQueue(queueMax, shareMax);
  }

  /** Returns the result of `work`, or null if the queue has no place for this name. */
  async run<T>(work: () => Promise<T>, name = ''): Promise<{ readonly result: T } | null> {
    if (this.#running >= this.#width) {
      let taken = false;
      // A task that ends passes its slot to the next one, so `#running` does not change.
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
