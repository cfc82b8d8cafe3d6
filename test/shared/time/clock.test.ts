import { expect, it } from 'vitest';
import {
  type DeviceClock,
  elapsed,
  HOUR,
  holdsUntil,
  type Instant,
  instantOf,
  MINUTE,
  SECOND,
  type Stopwatch,
  stoppable,
  timesOfDay,
} from '../../../shared/time/clock.ts';
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

it('a duration on a device cannot be measured with the time of day: that does not compile', () => {
  const clock: DeviceClock = createManualClock();
  const [start, began] = [clock.now(), clock.ticks()];
  const saved: Instant = instantOf(start);
  const stopwatch: Stopwatch = clock;
  const mistakes = () => [
    // @ts-expect-error The difference of two times of day is no duration.
    clock.now() - start,
    // @ts-expect-error The same with a time of a record.
    clock.now() - saved,
    // @ts-expect-error A deadline is no time of day.
    clock.now() + SECOND,
    // @ts-expect-error A time of day is not compared with one.
    clock.now() > saved,
    // @ts-expect-error Ticks mean nothing to another process, so no record has them.
    began satisfies Instant,
    // @ts-expect-error Ticks and times of day do not mix.
    elapsed(start, clock.ticks()),
    // @ts-expect-error A part that only measures has no time of day.
    stopwatch.now(),
  ];
  expect(typeof mistakes).toBe('function');
  expect(elapsed(began, clock.ticks())).toBe(0);
});

it('the time of day of a reading stays the same until the clock is set', () => {
  const clock = createManualClock();
  const timeOfDay = timesOfDay(clock);
  const [ticks, start] = [clock.ticks(), clock.now()];
  clock.advance(5_000);
  clock.set(300);
  expect(timeOfDay(ticks)).toBe(start);
  clock.set(-7_200_000);
  expect(timeOfDay(ticks)).toBe(start + 300 - 7_200_000);
});

it('a signed text is good until its end, and not if it ends much later than a text of now', () => {
  const [now, life] = [1_000_000_000, 10 * MINUTE];
  expect(holdsUntil(now + life, now, life)).toBe(true);
  expect(holdsUntil(now + 1, now, life)).toBe(true);
  expect(holdsUntil(now, now, life)).toBe(false);
  expect(holdsUntil(now + life + HOUR, now, life)).toBe(true);
  expect(holdsUntil(now + life + HOUR + 1, now, life)).toBe(false);
  expect(holdsUntil(Number.NaN, now, life)).toBe(false);
});
