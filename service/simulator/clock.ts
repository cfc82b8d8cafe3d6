import { type Clock, type Instant, ticksOf } from '../../shared/time/clock.ts';

/** The scheduled work that a manual clock must run. */
export type TimedWork = {
  /** Time of the next due work, or null. */
  readonly nextDue: () => Promise<Instant | null>;
  /** Does all work that is due now. */
  readonly runDue: () => Promise<void>;
};

/** A clock whose time changes only by `advance`. */
export interface ManualClock extends Clock {
  /**
   * Moves time forward by `milliseconds`, after all work that is due or in progress is done. It stops
   * at every instant at which work falls due, so that each piece is done at its own time. Resolves
   * when all of it is done.
   */
  advance(milliseconds: number, work: TimedWork): Promise<void>;
}

/** The earliest of several times; null when there is none. */
export function earliest(...times: readonly (Instant | null)[]): Instant | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

type Timer = { readonly at: Instant; readonly run: () => void };

/** Bounds timers that trigger each other without end. */
const ROUNDS_MAX = 1_000;

/** A clock that begins at `start`, normally the real time. */
export function createManualClock(start: Instant): ManualClock {
  let now = start;
  const timers = new Set<Timer>();
  let moving: Promise<void> = Promise.resolve();

  function fire(): void {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const due = [...timers].filter((timer) => timer.at <= now).sort((a, b) => a.at - b.at);
      if (due.length === 0) return;
      for (const timer of due) if (timers.delete(timer)) timer.run();
    }
  }

  async function move(target: Instant, work: TimedWork): Promise<void> {
    // A callback in progress would otherwise end, and be repeated, at a time that depends on how fast
    // its receiver answers.
    await work.runDue();
    let before: Instant | null = null;
    for (;;) {
      const next = await work.nextDue();
      // Work that is still due after its run would otherwise be repeated without end.
      if (next === null || next > target || next === before) break;
      before = next;
      now = Math.max(now, next);
      await work.runDue();
    }
    now = target;
    fire();
    await work.runDue();
  }

  return {
    now: () => now,
    // Nobody can set this clock; it only moves forward.
    ticks: () => ticksOf(now),
    after(delay, run) {
      const timer: Timer = { at: now + Math.max(0, delay), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds, work) {
      // One move after the other: two at once would skip each other's work.
      const turn = moving.then(() => move(now + milliseconds, work));
      moving = turn.catch(() => {});
      return turn;
    },
  };
}
