/**
 * Runs costly work, at most `width` pieces at a time, with at most `queueMax` waiting. Work beyond
 * that is not taken at all, so that a flood of it cannot pile up.
 */
export class SlowLane {
  readonly #width: number;
  readonly #queueMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(width: number, queueMax: number) {
    this.#width = width;
    this.#queueMax = queueMax;
  }

  /** The work's result, or null when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<{ readonly result: T } | null> {
    if (this.#running >= this.#width) {
      if (this.#waiting.length >= this.#queueMax) return null;
      // Whoever finishes hands its place on, so the count of runners stays as it is.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
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
