type Step = () => void | Promise<void>;

/** Opened resources, which are closed in reverse order: by a stop, or by a failed start. */
export class Closing {
  readonly #steps: Step[] = [];

  add(step: Step): void {
    this.#steps.push(step);
  }

  /** Closes everything, even after a step that fails; throws the first failure at the end. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
