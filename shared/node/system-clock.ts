import { uptime } from 'node:os';
import { type DeviceClock, type MachineClock, SECOND, ticksOf, timeOf } from '../time/clock.ts';

/** Maximum delay of a timer of the runtime; longer ones would fire at once. */
const DELAY_MAX = 2 ** 31 - 1;

/** The machine's own time, for a service. Its timers do not keep a process alive. */
export function createSystemClock(): MachineClock {
  return { now: () => Date.now(), ticks, after, sinceBoot: () => ticksOf(uptime() * SECOND) };
}

/** The machine's own time, for a device. */
export function createDeviceClock(): DeviceClock {
  return { now: () => timeOf(Date.now()), ticks, after };
}

const ticks = () => ticksOf(performance.now());

function after(delay: number, run: () => void): () => void {
  let rest = Math.max(0, delay);
  let timer = arm();

  function arm(): NodeJS.Timeout {
    const step = Math.min(rest, DELAY_MAX);
    rest -= step;
    const next = setTimeout(() => {
      if (rest > 0) timer = arm();
      else run();
    }, step);
    next.unref();
    return next;
  }

  return () => clearTimeout(timer);
}
