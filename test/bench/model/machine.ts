import type { Clock } from '../../../shared/time/clock.ts';
import type { Prng } from '../../simulation/prng.ts';
import { type PlannedEvent, popEvent, pushEvent } from '../../support/event-heap.ts';

/** A thread of the simulated machine. It does one piece of work at a time, in the given order. */
export type Thread = { readonly work: { cost: number; done: () => void }[]; busy: boolean };

/** A lock that its holders take in the order in which they ask. */
export type Lock = { readonly waiting: (() => void)[]; held: boolean };

export const newThread = (): Thread => ({ work: [], busy: false });
export const newLock = (): Lock => ({ waiting: [], held: false });

export type MachineOptions = {
  readonly cores: number;
  /** An idle core begins new work after so many microseconds. */
  readonly wake: number;
};

/**
 * How far the times of single pieces of work are apart: the standard deviation of their logarithms. It is
 * an assumption. With 0.5 the predicted rates are up to 5 % lower, and with 1 up to 18 %.
 */
const VARIATION = 0.3;

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

  constructor({ cores, wake }: MachineOptions, random: Prng) {
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

  /** `done` runs when the thread has used about `cost` microseconds of a core; the mean is exact. */
  work(thread: Thread, cost: number, done: () => void): void {
    thread.work.push({ cost: cost * this.#factor(), done });
    if (thread.busy) return;
    thread.busy = true;
    if (this.#free === 0) {
      this.#runnable.push(thread);
      return;
    }
    this.#free -= 1;
    this.after(this.#wake, () => this.#run(thread));
  }

  /** Takes the locks one after the other, in the given order. `taken` runs when it has all of them. */
  lock([first, ...rest]: readonly Lock[], taken: () => void): void {
    if (first === undefined) {
      taken();
      return;
    }
    const next = () => this.lock(rest, taken);
    if (first.held) {
      first.waiting.push(next);
      return;
    }
    first.held = true;
    next();
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

  /** Log-normal with mean 1: mostly short times and few long ones, as those of programs are. */
  #factor(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#random.next()));
    const normal = radius * Math.cos(2 * Math.PI * this.#random.next());
    return Math.exp(VARIATION * normal - VARIATION ** 2 / 2);
  }
}

/** The disk, which needs `time` microseconds for a flush. Commits that wait during one share the next. */
export function createFlushes(machine: Machine, time: number): (done: () => void) => void {
  let waiting: (() => void)[] = [];
  let flushing = false;
  function flush(): void {
    flushing = true;
    const batch = waiting;
    waiting = [];
    machine.after(time, () => {
      flushing = false;
      for (const done of batch) done();
      if (waiting.length > 0 && !flushing) flush();
    });
  }
  return (done) => {
    waiting.push(done);
    if (!flushing) flush();
  };
}

/** The time of a machine, in milliseconds. */
export function clockOf(machine: Machine): Clock {
  return {
    now: () => machine.now / 1_000,
    after(delay, run) {
      let cancelled = false;
      machine.after(delay * 1_000, () => cancelled || run());
      return () => {
        cancelled = true;
      };
    },
  };
}
