import { LIMITS } from '../protocol/limits.ts';
import { type CancelTimer, SECOND, type Stopwatch } from '../time/clock.ts';
import { type Level, stillSpent } from './level.ts';

/** The part of a WebSocket (`ws`) that is used here. */
export type PeerSocket = {
  readonly OPEN: number;
  readonly readyState: number;
  /** Bytes that were sent and not taken by the network yet. */
  readonly bufferedAmount: number;
  send(text: string, done: () => void): void;
  /** Stops reading from the network. Data that was read already still arrives. */
  pause(): void;
  resume(): void;
};

export type BoundedSocketDeps<T> = {
  readonly socket: PeerSocket;
  /** Real time. */
  readonly clock: Stopwatch;
  /** Handles one frame of the peer. */
  readonly handle: (frame: T) => void;
  /** Ends the connection, because the peer does not read. */
  readonly tooSlow: () => void;
};

/**
 * A socket that limits the memory and the work that its peer can cause. It stops reading while more
 * than `socketBacklogBytesMax` bytes wait to be sent, and while the peer has sent more frames than
 * `socketFramesAtOnce` and `socketFramesPerSecond` allow. Frames that were read already wait in order.
 * A peer whose backlog stays full for `socketBacklogGrace` is disconnected.
 */
export class BoundedSocket<T> {
  readonly #parts: BoundedSocketDeps<T>;
  #inbox: T[] = [];
  /** Of the allowance of frames. */
  #frames: Level;
  #paused = false;
  #ended = false;
  #cancelGrace: CancelTimer | null = null;
  #cancelRefill: CancelTimer | null = null;
  #waiting: (() => void)[] = [];

  constructor(parts: BoundedSocketDeps<T>) {
    this.#parts = parts;
    this.#frames = { spent: 0, at: parts.clock.ticks() };
  }

  /** True while reading is paused; a missing pong then proves nothing about the peer. */
  get paused(): boolean {
    return this.#paused;
  }

  /** Adds a frame of the peer; does nothing after `end`. */
  receive(frame: T): void {
    if (this.#ended) return;
    this.#inbox.push(frame);
    this.#update();
  }

  /** True while the backlog exceeds its limit; false after the socket has ended. */
  get full(): boolean {
    return !this.#ended && this.#parts.socket.bufferedAmount > LIMITS.socketBacklogBytesMax;
  }

  /** Sends a text frame and calls `sent` when it has left; does nothing on a socket that is not open. */
  send(text: string, sent: () => void = () => undefined): void {
    const { socket } = this.#parts;
    if (this.#ended || socket.readyState !== socket.OPEN) return;
    socket.send(text, () => {
      sent();
      this.#update();
    });
    if (this.full) this.#update();
  }

  /** Resolves when the backlog is below its limit, or the socket has ended. */
  room(): Promise<void> {
    if (this.#ended || !this.full) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * The socket is closed, or its close message was sent. Resolves every pending `room`, and reads on, so
   * that the peer's close message arrives.
   */
  end(): void {
    this.#ended = true;
    this.#inbox = [];
    this.#resume();
    this.#cancelGrace?.();
    this.#cancelRefill?.();
    this.#resolveRoom();
  }

  /** Handles the frames that the limits allow, then pauses or resumes reading. */
  #update(): void {
    if (this.#ended) return;
    let at = 0;
    while (at < this.#inbox.length && !this.full && this.#take()) {
      const frame = this.#inbox[at] as T;
      at += 1;
      this.#parts.handle(frame);
      if (this.#ended) return;
    }
    if (at > 0) this.#inbox = this.#inbox.slice(at);
    if (this.full) this.#startGrace();
    else {
      this.#cancelGrace?.();
      this.#cancelGrace = null;
      this.#resolveRoom();
    }
    if (this.#inbox.length > 0 || this.full) this.#pause();
    else this.#resume();
  }

  /** Takes one frame of the allowance; false if none is left. */
  #take(): boolean {
    const at = this.#parts.clock.ticks();
    const spent = stillSpent(this.#frames, at, {
      amount: LIMITS.socketFramesPerSecond,
      window: SECOND,
    });
    this.#frames = { spent, at };
    if (spent > LIMITS.socketFramesAtOnce - 1) {
      this.#cancelRefill ??= this.#parts.clock.after(SECOND, () => {
        this.#cancelRefill = null;
        this.#update();
      });
      return false;
    }
    this.#frames = { spent: spent + 1, at };
    return true;
  }

  /** The backlog is full: starts the grace period. */
  #startGrace(): void {
    this.#cancelGrace ??= this.#parts.clock.after(LIMITS.socketBacklogGrace, () => {
      this.#cancelGrace = null;
      if (!this.#ended && this.full) this.#parts.tooSlow();
    });
  }

  #resolveRoom(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }

  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#parts.socket.pause();
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#parts.socket.resume();
  }
}
