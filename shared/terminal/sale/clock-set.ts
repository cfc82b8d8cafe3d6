import {
  type DeviceClock,
  elapsed,
  type Instant,
  instantOf,
  SECOND,
  type Ticks,
} from '../../time/clock.ts';
import type { Step } from './events.ts';
import type { Sale } from './sale.ts';
import { changeRun } from './transition.ts';

/** A smaller difference of the two clocks is not corrected yet: it may be drift, or be slewed away. */
const WORTH_A_CORRECTION = SECOND / 2;

/**
 * Returns by how many milliseconds the time of day was set since the last call: positive when it was set
 * forward. The due times of a sale are times of day, because its records have them; without a correction
 * they would come too early or move away by that time.
 */
export function watchClock(clock: DeviceClock): () => number {
  const read = (): { readonly at: Instant; readonly ticks: Ticks } => ({
    at: instantOf(clock.now()),
    ticks: clock.ticks(),
  });
  let before = read();
  return () => {
    const present = read();
    const set = present.at - before.at - elapsed(before.ticks, present.ticks);
    if (Math.abs(set) < WORTH_A_CORRECTION) return 0;
    before = present;
    return Math.round(set);
  };
}

/** Moves the times of a sale by what the clock was set, so that it waits as long as before. */
export function shiftSaleTimes(sale: Sale, by: number): Sale {
  if (by === 0) return sale;
  const { awaits, created } = sale.facts;
  const { askedAt, calledAt, due, takeAt } = sale.run;
  const facts = {
    ...sale.facts,
    awaits: awaits && { ...awaits, until: awaits.until + by },
    // The screens count down to it, and hide the code from then on.
    created: created && { ...created, expires: created.expires + by },
  };
  return changeRun(
    { ...sale, facts },
    {
      askedAt: askedAt === null ? null : askedAt + by,
      calledAt: calledAt + by,
      due: due + by,
      takeAt: takeAt === null ? null : takeAt + by,
    },
  );
}

/** Moves the time at which a sale wakes up, so that its timer still matches its due times. */
export function shiftWakeTime(steps: readonly Step[], by: number): readonly Step[] {
  return steps.map((step) =>
    step.kind === 'arm' && step.at !== null ? { ...step, at: step.at + by } : step,
  );
}
