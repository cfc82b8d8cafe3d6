type Step = () => void | Promise<void>;

/** What was opened, to be closed in the opposite order: by a stop, or by a start that failed. */
export class Closing {
  readonly #steps: Step[] = [];

  add(step: Step): void {
    this.#steps.push(step);
  }

  /** Closes everything, also after a step that fails; throws the first failure at the end. */
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
