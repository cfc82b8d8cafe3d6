import { LIMITS } from '../protocol/limits.ts';
import { type CancelTimer, type Clock, SECOND } from '../time/clock.ts';

/** The part of a WebSocket (`ws`) that is used here. */
export type PeerSocket = {
  readonly OPEN: number;
  readonly readyState: number;
  /** Bytes that were sent and not taken by the network yet. */
  readonly bufferedAmount: number;
  send(text: string, done: () => void): void;
  /** Stops reading from the network; what was read already still comes. */
  pause(): void;
  resume(): void;
};

export type BoundedSocketDeps<T> = {
  readonly socket: PeerSocket;
  /** Real time. */
  readonly clock: Clock;
  /** Deals with one frame of the peer. */
  readonly handle: (frame: T) => void;
  /** The peer does not read: ends the connection. */
  readonly tooSlow: () => void;
};

/**
 * A socket whose peer cannot make this side hold much or work much. Nothing is read from the peer
 * while more than `socketBacklogBytesMax` wait to be sent to it, or when it has sent more frames than
 * `socketFramesAtOnce` and `socketFramesPerSecond` allow; what it had sent already waits in order. A
 * peer that lets the backlog stand for `socketBacklogGrace` is cut off.
 */
export class BoundedSocket<T> {
  readonly #parts: BoundedSocketDeps<T>;
  #inbox: T[] = [];
  #tokens: number = LIMITS.socketFramesAtOnce;
  #counted: number;
  #paused = false;
  #ended = false;
  #cancelGrace: CancelTimer | null = null;
  #cancelRefill: CancelTimer | null = null;
  #waiting: (() => void)[] = [];

  constructor(parts: BoundedSocketDeps<T>) {
    this.#parts = parts;
    this.#counted = parts.clock.now();
  }

  /** True while nothing is read, so that a missing pong says nothing of the peer. */
  get paused(): boolean {
    return this.#paused;
  }

  /** A frame came from the peer. */
  receive(frame: T): void {
    this.#inbox.push(frame);
    this.#look();
  }

  /** True while more waits to be sent than may; never once the socket has ended. */
  get full(): boolean {
    return !this.#ended && this.#parts.socket.bufferedAmount > LIMITS.socketBacklogBytesMax;
  }

  /** Sends a text frame and calls `sent` when it has left; does nothing on a socket that is not open. */
  send(text: string, sent: () => void = () => undefined): void {
    const { socket } = this.#parts;
    if (this.#ended || socket.readyState !== socket.OPEN) return;
    socket.send(text, () => {
      sent();
      this.#look();
    });
    if (this.full) this.#look();
  }

  /** Resolves when there is room for more, or the socket has ended. */
  room(): Promise<void> {
    if (this.#ended || !this.full) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The socket is closed; whoever waits is let go. */
  end(): void {
    this.#ended = true;
    this.#inbox = [];
    this.#cancelGrace?.();
    this.#cancelRefill?.();
    this.#letGo();
  }

  /** Deals with what may be dealt with now, and reads on or does not. */
  #look(): void {
    if (this.#ended) return;
    let at = 0;
    while (at < this.#inbox.length && !this.full && this.#take()) {
      const frame = this.#inbox[at] as T;
      at += 1;
      this.#parts.handle(frame);
      if (this.#ended) return;
    }
    if (at > 0) this.#inbox = this.#inbox.slice(at);
    if (this.full) this.#hold();
    else {
      this.#cancelGrace?.();
      this.#cancelGrace = null;
      this.#letGo();
    }
    if (this.#inbox.length > 0 || this.full) this.#pause();
    else this.#resume();
  }

  /** Takes the place of one frame; false when there is none left now. */
  #take(): boolean {
    const now = this.#parts.clock.now();
    const refill = (Math.max(0, now - this.#counted) * LIMITS.socketFramesPerSecond) / SECOND;
    this.#tokens = Math.min(LIMITS.socketFramesAtOnce, this.#tokens + refill);
    this.#counted = now;
    if (this.#tokens < 1) {
      this.#cancelRefill ??= this.#parts.clock.after(SECOND, () => {
        this.#cancelRefill = null;
        this.#look();
      });
      return false;
    }
    this.#tokens -= 1;
    return true;
  }

  /** The backlog is full: the peer has a while to read. */
  #hold(): void {
    this.#cancelGrace ??= this.#parts.clock.after(LIMITS.socketBacklogGrace, () => {
      this.#cancelGrace = null;
      if (!this.#ended && this.full) this.#parts.tooSlow();
    });
  }

  #letGo(): void {
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
