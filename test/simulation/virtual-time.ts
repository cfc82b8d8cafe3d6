import {
  type AnyClock,
  type CancelTimer,
  type Instant,
  ticksOf,
  timeOf,
  type WallTime,
} from '../../shared/time/clock.ts';
import { type PlannedEvent, popEvent, pushEvent } from '../support/event-heap.ts';

/** Time that moves only from one event of the world to the next. */
export interface VirtualTime {
  now(): Instant;
  /** Schedules `run` for `delay` milliseconds from now; events of the same instant keep their order. */
  after(delay: number, run: () => void): CancelTimer;
  /** Counts work of the service that an event has started; the next event waits for it. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Runs the next event and all work that it starts; false if there is none before `end`. */
  step(end: Instant): Promise<boolean>;
  /** Waits for all work that the present event has started. */
  settle(): Promise<void>;
  /** Events run so far. */
  steps(): number;
  /** A clock on this time; `offset` returns the present error of its time of day. */
  clock(offset?: () => number): VirtualClock;
}

/** The clock of a service or of a device in a world. */
export interface VirtualClock extends AnyClock {
  now(): Instant & WallTime;
}

export function createVirtualTime(start: Instant): VirtualTime {
  const heap: PlannedEvent[] = [];
  let now = start;
  let order = 0;
  let steps = 0;
  let pending = 0;

  function after(delay: number, run: () => void): CancelTimer {
    order += 1;
    const planned: PlannedEvent = { at: now + Math.max(0, Math.round(delay)), order, run };
    pushEvent(heap, planned);
    return () => {
      planned.run = null;
    };
  }

  async function settle(): Promise<void> {
    await promisesSettled();
    while (pending > 0) {
      await turn();
      await promisesSettled();
    }
  }

  return {
    now: () => now,
    after,
    settle,
    steps: () => steps,
    track: (work) => {
      pending += 1;
      const done = () => {
        pending -= 1;
      };
      work.then(done, done);
      return work;
    },
    step: async (end) => {
      const next = popEvent(heap, end);
      if (next?.run == null) return false;
      now = next.at;
      steps += 1;
      next.run();
      await settle();
      return true;
    },
    clock: (offset = () => 0) => ({
      now: () => timeOf(now + offset()),
      ticks: () => ticksOf(now),
      after,
    }),
  };
}

/** Lets the service's work continue that waits for a turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Waits until no promise has a callback left. Node.js runs a next tick after all of them, and this costs
 * a tenth of a turn of the event loop.
 */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
