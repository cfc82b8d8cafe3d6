import { Socket } from 'node:net';

/**
 * A socket that keeps what is written in one turn and sends it at once: a row of statements then
 * costs one call of the system and wakes the server once, not once for each. The driver corks it
 * around each statement.
 */
export class GatheringSocket extends Socket {
  #gathering = false;

  override cork(): void {
    super.cork();
    if (this.#gathering || this.connecting) return;
    this.#gathering = true;
    super.cork();
    // After the promises that are settled already: what follows from them is sent with it.
    process.nextTick(() => {
      this.#gathering = false;
      this.uncork();
    });
  }
}
