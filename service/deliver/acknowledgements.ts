/** Writes that everything of a channel up to a number was received. */
export type WriteAck = (channel: string, seq: number) => Promise<void>;

/**
 * Acknowledgements of one socket. One write is under way at a time; those that come meanwhile are
 * put together by channel, so that a peer that repeats itself costs no more than one that does not.
 */
export class Acknowledgements {
  readonly #write: WriteAck;
  readonly #failed: () => void;
  readonly #max: number;
  /** Channel to the number that is still to be written. */
  readonly #pending = new Map<string, number>();
  /** Channel to the number that was written. */
  readonly #written = new Map<string, number>();
  #busy = false;

  /** `failed` is called when a write was refused; `max` is the most channels of a socket. */
  constructor(write: WriteAck, max: number, failed: () => void) {
    this.#write = write;
    this.#max = max;
    this.#failed = failed;
  }

  /** False when more channels are to be written than a socket may have. */
  add(channel: string, seq: number): boolean {
    if (seq <= (this.#written.get(channel) ?? 0)) return true;
    const pending = this.#pending.get(channel);
    if (pending === undefined && this.#pending.size >= this.#max) return false;
    this.#pending.set(channel, Math.max(seq, pending ?? 0));
    if (!this.#busy) void this.#run();
    return true;
  }

  async #run(): Promise<void> {
    this.#busy = true;
    try {
      for (let [next] = this.#pending; next !== undefined; [next] = this.#pending) {
        const [channel, seq] = next;
        this.#pending.delete(channel);
        await this.#write(channel, seq);
        if (this.#written.size >= this.#max) this.#written.clear();
        this.#written.set(channel, seq);
      }
    } catch {
      this.#pending.clear();
      this.#failed();
    } finally {
      this.#busy = false;
    }
  }
}
