import { createIds, type Ids, type RandomBytes } from './ids/ids.ts';
import { type Clock, type DeviceClock, ticksOf, timeOf } from './time/clock.ts';

/*
 * The clock, the network and the randomness of any JavaScript runtime: the defaults of the public
 * functions. The product itself injects its own everywhere.
 */

/** Maximum delay of a timer of the runtime; longer ones would fire at once. */
const DELAY_MAX = 2 ** 31 - 1;

/** The runtime's own time. A timer beyond 24 days fires early. */
export const runtimeClock: Clock & DeviceClock = {
  now: () => timeOf(Date.now()),
  ticks: () => ticksOf(performance.now()),
  after(delay, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, delay), DELAY_MAX));
    return () => clearTimeout(timer);
  },
};

/** Unpredictable bytes of Web Crypto. */
export const runtimeRandom: RandomBytes = (length) =>
  crypto.getRandomValues(new Uint8Array(length));

/** Ids with the runtime's randomness. */
export const runtimeIds: Ids = createIds(runtimeRandom);

/** The runtime's `fetch`, looked up at each call, so that a test can replace it. */
export const runtimeFetch: typeof fetch = (input, init) => fetch(input, init);
