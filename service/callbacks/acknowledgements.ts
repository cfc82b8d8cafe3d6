import type { CancelTimer, Clock } from '../../shared/time/clock.ts';

export type AcknowledgementDeps = {
  /** Real time. */
  readonly clock: Clock;
  /** Writes that all events of a channel up to a number were received. */
  readonly write: (channel: string, seq: number) => Promise<void>;
  /** Maximum number of channels of a socket. */
  readonly channelsMax: number;
  /** Minimum time between two rounds of writes, milliseconds. */
  readonly every: number;
  /** Called when a write failed. */
  readonly failed: () => void;
};

/**
 * Acknowledgements of one socket. The first is written at once. Those that arrive during the write
 * and shortly after are merged by channel, so that a device that repeats acknowledgements causes no
 * more writes than another. If one is not written, the device receives an event again after a
 * reconnect.
 */
export class Acknowledgements {
  readonly #deps: AcknowledgementDeps;
  /** By channel: the number that waits to be written. */
  readonly #pending = new Map<string, number>();
  /** By channel: the number that was written. */
  readonly #written = new Map<string, number>();
  #state: 'idle' | 'writing' | 'resting' | 'ended' = 'idle';
  #cancelRest: CancelTimer = () => undefined;

  constructor(deps: AcknowledgementDeps) {
    this.#deps = deps;
  }

  /** Returns false when more channels wait than a socket may have. */
  add(channel: string, seq: number): boolean {
    if (this.#state === 'ended' || seq <= (this.#written.get(channel) ?? 0)) return true;
    const pending = this.#pending.get(channel);
    if (pending === undefined && this.#pending.size >= this.#deps.channelsMax) return false;
    this.#pending.set(channel, Math.max(seq, pending ?? 0));
    if (this.#state === 'idle') void this.#round();
    return true;
  }

  /** Forgets the numbers of a channel, because they belong to other events now. */
  forget(channel: string): void {
    this.#pending.delete(channel);
    this.#written.delete(channel);
  }

  /** Writes nothing more. The device receives what was not written again after a reconnect. */
  drop(): void {
    this.#pending.clear();
    this.#cancelRest();
    this.#state = 'ended';
  }

  /** The socket is closed: writes the pending acknowledgements. */
  end(): void {
    this.#cancelRest();
    const writing = this.#state === 'writing';
    this.#state = 'ended';
    if (!writing) void this.#last();
  }

  async #round(): Promise<void> {
    this.#state = 'writing';
    const entries = [...this.#pending];
    this.#pending.clear();
    try {
      await Promise.all(entries.map(([channel, seq]) => this.#deps.write(channel, seq)));
    } catch {
      this.#deps.failed();
      return;
    }
    if (this.#written.size >= this.#deps.channelsMax) this.#written.clear();
    for (const [channel, seq] of entries) this.#written.set(channel, seq);
    this.#rest();
  }

  #rest(): void {
    if (this.#state === 'ended') {
      // The socket closed during the round; the acknowledgements that arrived in the meantime are
      // the last.
      void this.#last();
      return;
    }
    this.#state = 'resting';
    this.#cancelRest = this.#deps.clock.after(this.#deps.every, () => {
      this.#state = 'idle';
      if (this.#pending.size > 0) void this.#round();
    });
  }

  async #last(): Promise<void> {
    const entries = [...this.#pending];
    this.#pending.clear();
    await Promise.allSettled(entries.map(([channel, seq]) => this.#deps.write(channel, seq)));
  }
}
