import type { Clock } from '../time/clock.ts';

/** Maximum delay of a timer of the runtime; longer ones would fire at once. */
const DELAY_MAX = 2 ** 31 - 1;

/** The machine's own time. Its timers do not keep a process alive. */
export function createSystemClock(): Clock {
  return { now: () => Date.now(), after };
}

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
