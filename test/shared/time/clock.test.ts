import { expect, it } from 'vitest';
import { stoppable } from '../../../shared/time/clock.ts';
import { createManualClock } from '../../support/manual-clock.ts';

it('a part that stops cancels its timers and starts no new ones', () => {
  const whole = createManualClock();
  const { clock, stop } = stoppable(whole);
  const ran: string[] = [];
  const note = (name: string) => () => void ran.push(name);
  clock.after(1, note('first'));
  clock.after(2, note('cancelled'))();
  clock.after(3, note('stopped'));
  whole.advance(1);
  expect([ran, whole.armed()]).toEqual([['first'], 1]);
  stop();
  clock.after(1, note('late'));
  whole.advance(10);
  expect([ran, whole.armed(), clock.now()]).toEqual([['first'], 0, whole.now()]);
});
