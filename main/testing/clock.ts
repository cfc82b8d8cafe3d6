import type { Simulator } from '../../service/index.ts';
import {
  type AnyClock,
  type CancelTimer,
  HOUR,
  type Instant,
  SECOND,
  ticksOf,
  timeOf,
  type WallTime,
} from '../../shared/time/clock.ts';
import { systemClock } from '../host/adapters/machine.ts';
import type { Traffic } from './traffic.ts';

/** Counts the work of the till and of its devices that is in progress. */
export interface Activity {
  /** Marks the begin of a piece of work; the returned function marks its end. */
  begin(): () => void;
  /** Marks work that has happened already. */
  note(): void;
  /** Resolves when nothing is in progress and nothing new has begun for some turns of the event loop. */
  quiet(): Promise<void>;
}

/**
 * Turns of the event loop without work after which the shop counts as quiet. An event of the service
 * passes fewer than ten sockets and promises on its way to the till. The turns do not wait for bytes
 * between two sockets, which {@link Traffic} counts.
 */
const QUIET_TURNS = 30;

export function createActivity(traffic: Pick<Traffic, 'underWay'>): Activity {
  let running = 0;
  let begun = 0;
  let wake: (() => void)[] = [];

  const idle = () =>
    new Promise<void>((resolve) => {
      if (running === 0) resolve();
      else wake.push(resolve);
    });

  return {
    begin() {
      running += 1;
      begun += 1;
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        running -= 1;
        begun += 1;
        if (running > 0) return;
        for (const resolve of wake) resolve();
        wake = [];
      };
    },
    note() {
      begun += 1;
    },
    async quiet() {
      for (let turns = 0, seen = begun; turns < QUIET_TURNS; turns += 1) {
        await idle();
        await new Promise((resolve) => setImmediate(resolve));
        if (running > 0 || seen !== begun || traffic.underWay()) turns = -1;
        seen = begun;
      }
    },
  };
}

/** The time of a shop. Service and till read the same clock, and it moves only when the test says so. */
export interface ShopClock extends AnyClock {
  now(): Instant & WallTime;
  /**
   * Moves the time forward. Everything that falls due on the way is done at its own time. A move of more
   * than an hour takes longer steps, so that polls of an idle till do not fill it.
   */
  advance(seconds: number): Promise<void>;
  /** Waits for the work in progress, without moving the time. */
  settle(): Promise<void>;
  /**
   * Moves the time from one due piece of work to the next until `holds`. Throws with `what` after `within`
   * seconds of this clock: 120 by default. While the time flows, `until` does not move it.
   */
  until(holds: () => boolean | Promise<boolean>, what: string, within?: number): Promise<void>;
  /**
   * Lets the time pass as fast as real time, for tests with a browser. Returns how to stop, which resolves
   * when the move in progress is done.
   */
  flow(): () => Promise<void>;
}

/** Calls `move` as often as a {@link TICK} of real time passes, once it is started. */
function createFlow(move: () => Promise<unknown>) {
  let flows = 0;
  let waiting: (() => void)[] = [];
  function wake(): void {
    for (const resolve of waiting) resolve();
    waiting = [];
  }
  return {
    isOn: () => flows > 0,
    /** Resolves after the next move, or when the flow stops. */
    nextMove: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    start() {
      let stopped = false;
      let last: Promise<void> = Promise.resolve();
      let cancel = systemClock.after(TICK, tick);
      function tick(): void {
        last = move().then(() => {
          wake();
          if (!stopped) cancel = systemClock.after(TICK, tick);
        });
      }
      flows += 1;
      return () => {
        if (!stopped) flows -= 1;
        stopped = true;
        cancel();
        wake();
        return last;
      };
    },
  };
}

/** Does one piece of work after the other, also after one that fails. */
function createTurns() {
  let last: Promise<void> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  };
}

export type ShopClockDeps = {
  readonly simulator: Pick<Simulator, 'now' | 'advance'>;
  readonly activity: Activity;
  /** Called before the service's clock moves. */
  readonly beforeMove: () => void;
};

type Timer = { readonly at: Instant; readonly run: () => void };

/** Largest number of stops of a move of more than an hour. */
const STOPS_MAX = 240;
const WITHIN = 120;
/** Milliseconds of real time between two moves while the time flows. */
const TICK = 50;

export function createShopClock({
  simulator,
  activity,
  beforeMove,
}: ShopClockDeps): ShopClock & { readonly isMoving: () => boolean } {
  let inMove = false;
  const timers = new Set<Timer>();
  const now = () => simulator.now();

  function nextTimer(): Instant | null {
    let next: Instant | null = null;
    for (const { at } of timers) if (next === null || at < next) next = at;
    return next;
  }

  async function moveTo(target: Instant): Promise<void> {
    beforeMove();
    inMove = true;
    const moved = await simulator.advance(Math.max(0, target - now()) / SECOND);
    inMove = false;
    if (!moved.ok) throw new Error(moved.refusal.description);
    for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
      if (timer.at <= now() && timers.delete(timer)) timer.run();
    }
    await activity.quiet();
  }

  /** Moves by `milliseconds`, or until `holds`; returns whether it held. */
  async function move(milliseconds: number, holds: () => boolean | Promise<boolean>) {
    const end = now() + milliseconds;
    const step = milliseconds > HOUR ? milliseconds / STOPS_MAX : 0;
    await activity.quiet();
    while (now() < end) {
      if (await holds()) return true;
      const due = Math.max(nextTimer() ?? end, now() + step);
      await moveTo(Math.min(end, Math.ceil(due)));
    }
    return holds();
  }

  // One move after the other: two at once would move the time twice.
  const inTurn = createTurns();
  const advance = (seconds: number) => inTurn(() => move(seconds * SECOND, () => false));
  const flowing = createFlow(() => advance(TICK / SECOND));

  return {
    now: () => timeOf(now()),
    ticks: () => ticksOf(now()),
    isMoving: () => inMove,
    after(delay, run): CancelTimer {
      const timer: Timer = { at: now() + Math.max(0, delay), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(seconds) {
      await advance(seconds);
    },
    settle: () => activity.quiet(),
    async until(holds, what, within = WITHIN) {
      const end = now() + within * SECOND;
      await activity.quiet();
      // What the test waits for can happen in a browser, which does not follow this clock.
      while (flowing.isOn() && now() < end) {
        if (await holds()) return;
        await flowing.nextMove();
      }
      const held = await inTurn(() => move(end - now(), holds));
      if (!held) throw new Error(`${what} did not happen within ${within} s of the shop's clock.`);
    },
    flow: flowing.start,
  };
}
