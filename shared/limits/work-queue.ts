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

/** Bounds of {@link WorkShares}. */
export type WorkSharesBounds = {
  /** Tasks of one name in progress at a time while other names have work. */
  readonly share: number;
  /** Other names have work if one of this many last tasks was theirs, or one of theirs is in progress. */
  readonly memory: number;
  /** Tasks of one name, and of all, that wait at most. */
  readonly waitingMax: number;
  readonly waitingInAllMax: number;
};

type Own = { running: number; readonly waiting: (() => void)[] };

/**
 * Places for work of several names on one processor, one disk and one database. A name may have any
 * number of tasks in progress while no other name has work, because its tasks share commits. While other
 * names have work, it may have `share` tasks in progress; its other tasks wait. So a task of one name
 * waits behind few tasks of another name, however many that name has sent. The bounds count tasks, not
 * time.
 */
export class WorkShares {
  readonly #bounds: WorkSharesBounds;
  readonly #names = new Map<string, Own>();
  #running = 0;
  #waiting = 0;
  /** Tasks so far, and the newest task of each of the two names that were last seen. */
  #tasks = 0;
  #last = { name: '', at: Number.NEGATIVE_INFINITY };
  #before = { name: '', at: Number.NEGATIVE_INFINITY };

  constructor(bounds: WorkSharesBounds) {
    this.#bounds = bounds;
  }

  /**
   * Waits until a task of this name may start; it ends when the place is disposed of. Null if too
   * many tasks of this name, or of all, wait.
   */
  async enter(name: string): Promise<Disposable | null> {
    this.#note(name);
    const own = this.#names.get(name) ?? { running: 0, waiting: [] };
    this.#names.set(name, own);
    if (own.waiting.length > 0 || !this.#mayStart(name, own.running)) {
      const { waitingMax, waitingInAllMax } = this.#bounds;
      if (own.waiting.length >= waitingMax || this.#waiting >= waitingInAllMax) return null;
      this.#waiting += 1;
      // The task that ends starts this one, and counts it.
      await new Promise<void>((resolve) => own.waiting.push(resolve));
    } else this.#count(own, 1);
    return { [Symbol.dispose]: () => this.#leave(name, own) };
  }

  #leave(name: string, own: Own): void {
    this.#count(own, -1);
    while (own.waiting.length > 0 && this.#mayStart(name, own.running)) {
      this.#waiting -= 1;
      this.#count(own, 1);
      own.waiting.shift()?.();
    }
    if (own.running === 0) this.#names.delete(name);
  }

  #count(own: Own, by: number): void {
    own.running += by;
    this.#running += by;
  }

  #note(name: string): void {
    this.#tasks += 1;
    if (name !== this.#last.name) this.#before = this.#last;
    this.#last = { name, at: this.#tasks };
  }

  #mayStart(name: string, running: number): boolean {
    if (running < this.#bounds.share) return true;
    const other = this.#last.name === name ? this.#before : this.#last;
    return this.#running === running && this.#tasks - other.at >= this.#bounds.memory;
  }
}
