import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { STEP } from './patient-timers.ts';

/** Lets the process stand still, as a busy machine does. The process looks at its timers at most twice. */
async function stall(milliseconds: number): Promise<void> {
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  await nextTurn();
}

it('a stall of the process counts as one step of a timer, which runs later', async () => {
  let hasRun = false;
  const ran = new Promise<void>((resolve) => {
    setTimeout(() => {
      hasRun = true;
      resolve();
    }, 3 * STEP);
  });
  await stall(4 * STEP);
  expect(hasRun).toBe(false);
  await ran;
});

it('a timer that was cleared between two steps does not run', async () => {
  let hasRun = false;
  const timer = setTimeout(() => {
    hasRun = true;
  }, 3 * STEP);
  await stall(4 * STEP);
  clearTimeout(timer);
  await new Promise((resolve) => setTimeout(resolve, 3 * STEP));
  expect(hasRun).toBe(false);
});

it('a timer without a function is refused, as by Node.js', () => {
  expect(() => Reflect.apply(setTimeout, globalThis, [undefined, 1])).toThrow(TypeError);
});
