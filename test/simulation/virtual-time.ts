import type { CancelTimer, Clock, Instant } from '../../shared/time/clock.ts';

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
  /** A clock on this time; `offset` returns the present error of the clock. */
  clock(offset?: () => number): Clock;
}

type Planned = { readonly at: Instant; readonly order: number; run: (() => void) | null };

export function createVirtualTime(start: Instant): VirtualTime {
  const heap: Planned[] = [];
  let now = start;
  let order = 0;
  let steps = 0;
  let pending = 0;

  function after(delay: number, run: () => void): CancelTimer {
    order += 1;
    const planned: Planned = { at: now + Math.max(0, Math.round(delay)), order, run };
    push(heap, planned);
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
      const next = pop(heap, end);
      if (next?.run == null) return false;
      now = next.at;
      steps += 1;
      next.run();
      await settle();
      return true;
    },
    clock: (offset = () => 0) => ({ now: () => now + offset(), after }),
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

const before = (a: Planned, b: Planned) => (a.at === b.at ? a.order < b.order : a.at < b.at);

function push(heap: Planned[], planned: Planned): void {
  heap.push(planned);
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    const [child, above] = [heap[at], heap[parent]];
    if (child === undefined || above === undefined || !before(child, above)) return;
    [heap[at], heap[parent]] = [above, child];
    at = parent;
  }
}

/** The next event that was not cancelled, if it is before `end`. */
function pop(heap: Planned[], end: Instant): Planned | null {
  for (let top = heap[0]; top !== undefined; top = heap[0]) {
    if (top.run !== null && top.at > end) return null;
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) {
      heap[0] = last;
      sink(heap);
    }
    if (top.run !== null) return top;
  }
  return null;
}

function sink(heap: Planned[]): void {
  for (let at = 0; ; ) {
    const here = heap[at];
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    if (here === undefined || left === undefined) return;
    const useRight = right !== undefined && before(right, left);
    const child = useRight ? right : left;
    if (!before(child, here)) return;
    const down = 2 * at + (useRight ? 2 : 1);
    [heap[at], heap[down]] = [child, here];
    at = down;
  }
}
