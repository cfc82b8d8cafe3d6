/** The time that one step of a timer counts, in milliseconds. */
export const STEP = 100;
/** A longer timer has longer steps, so that a long one does not wake the process ten times a second. */
const STEPS_MAX = 100;

/**
 * A `setTimeout` that does not count the time in which this process stood still. It counts a long delay
 * in steps and starts each step after a turn of the event loop, so that a stall of ten seconds counts as
 * one step. A deadline of the product therefore never ends before the process could read the answer that
 * has arrived. The timer is an ordinary one of Node.js: it can be cleared and unreferenced.
 */
export function patient(setTimeout: typeof globalThis.setTimeout) {
  return (run: () => void, delay = 1): NodeJS.Timeout => {
    const steps = Math.min(Math.max(1, Math.ceil(delay / STEP)), STEPS_MAX);
    let counted = 0;
    const step = () => {
      counted += 1;
      if (counted < steps) timer.refresh();
      else run();
    };
    const timer = setTimeout(step, Math.ceil(delay / steps));
    return timer;
  };
}
