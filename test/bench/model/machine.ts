import type { Prng } from '../../simulation/prng.ts';
import { type PlannedEvent, popEvent, pushEvent } from '../../support/event-heap.ts';

/** A thread of the simulated machine. It does one piece of work at a time, in the given order. */
export type Thread = { readonly work: { cost: number; done: () => void }[]; busy: boolean };

/** A lock that its holders take in the order in which they ask. */
export type Lock = { readonly waiting: (() => void)[]; held: boolean };

export const newThread = (): Thread => ({ work: [], busy: false });
export const newLock = (): Lock => ({ waiting: [], held: false });

/**
 * Processor cores, threads and time, in microseconds. A thread that has work waits for a free core, and
 * gives it back after each piece of work, so that the threads take turns.
 */
export class Machine {
  readonly #random: Prng;
  readonly #wake: number;
  readonly #heap: PlannedEvent[] = [];
  readonly #runnable: Thread[] = [];
  #free: number;
  #order = 0;
  #used = 0;
  #now = 0;

  /** An idle core begins new work after `wake` microseconds. */
  constructor({ cores, wake }: { readonly cores: number; readonly wake: number }, random: Prng) {
    this.#free = cores;
    this.#wake = wake;
    this.#random = random;
  }

  /** Microseconds since the start. */
  get now(): number {
    return this.#now;
  }

  /** Microseconds of processor time that all threads have used. */
  get used(): number {
    return this.#used;
  }

  /** Runs `done` after `delay` microseconds, without a core. */
  after(delay: number, done: () => void): void {
    this.#order += 1;
    pushEvent(this.#heap, { at: this.#now + delay, order: this.#order, run: done });
  }

  /** `done` runs when the thread has used `cost` microseconds of a core, varied by up to a half. */
  work(thread: Thread, cost: number, done: () => void): void {
    thread.work.push({ cost: cost * (0.5 + this.#random.next()), done });
    if (thread.busy) return;
    thread.busy = true;
    if (this.#free === 0) {
      this.#runnable.push(thread);
      return;
    }
    this.#free -= 1;
    this.after(this.#wake, () => this.#run(thread));
  }

  /** `taken` runs when the lock is free for it. */
  lock(lock: Lock, taken: () => void): void {
    if (lock.held) {
      lock.waiting.push(taken);
      return;
    }
    lock.held = true;
    taken();
  }

  unlock(lock: Lock): void {
    const next = lock.waiting.shift();
    if (next === undefined) lock.held = false;
    else this.after(0, next);
  }

  /** Runs all events up to `end`. */
  runUntil(end: number): void {
    for (let next = popEvent(this.#heap, end); next !== null; next = popEvent(this.#heap, end)) {
      this.#now = next.at;
      next.run?.();
    }
    this.#now = end;
  }

  #run(thread: Thread): void {
    const piece = thread.work.shift();
    if (piece === undefined) throw new Error('a thread without work has a core');
    this.after(piece.cost, () => {
      this.#used += piece.cost;
      piece.done();
      if (thread.work.length === 0) thread.busy = false;
      else this.#runnable.push(thread);
      const next = this.#runnable.shift();
      if (next === undefined) this.#free += 1;
      else this.#run(next);
    });
  }
}
