import { expect, it } from 'vitest';
import { createRateBound } from '../../../service/sign-in/rate-limit.ts';
import { DAY, MINUTE } from '../../../shared/time/clock.ts';
import { createManualClock } from '../../support/manual-clock.ts';

it('a window of a rate lasts as long as it says, however the clock is set meanwhile', () => {
  const clock = createManualClock();
  clock.set(4_000 * DAY);
  const bound = createRateBound(clock, 1, 10 * MINUTE, 10);
  expect(bound.take('a')).toBe(0);
  clock.set(-4_000 * DAY);
  expect(bound.take('a')).toBe(10 * MINUTE);
  clock.set(DAY);
  clock.advance(4 * MINUTE);
  expect(bound.take('a')).toBe(6 * MINUTE);
  clock.advance(6 * MINUTE);
  expect(bound.take('a')).toBe(0);
});
