import { elapsed, type Ticks } from '../time/clock.ts';

/** What is used of an allowance, and when that was counted. */
export type Level = { readonly spent: number; readonly at: Ticks };

/** What is still used of an allowance that refills evenly, `amount` in each `window` milliseconds. */
export const stillSpent = (
  { spent, at }: Level,
  now: Ticks,
  { amount, window }: { readonly amount: number; readonly window: number },
): number => Math.max(0, spent - (elapsed(at, now) * amount) / window);
