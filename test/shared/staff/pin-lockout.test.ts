import { expect, it } from 'vitest';
import {
  afterWrong,
  NO_TRIES,
  secondsLocked,
  type Tries,
} from '../../../shared/staff/pin-lockout.ts';

const wrong = (times: number, now = 0): Tries =>
  Array.from({ length: times }).reduce<Tries>((tries) => afterWrong(tries, now), NO_TRIES);

it('allows two wrong PINs and locks at the third', () => {
  expect(secondsLocked(wrong(2), 0)).toBe(0);
  expect(secondsLocked(wrong(3), 0)).toBe(30);
});

it('locks twice as long for each further wrong PIN, up to 15 minutes', () => {
  expect([4, 5, 6, 7, 8, 50].map((times) => secondsLocked(wrong(times), 0))).toEqual([
    60, 120, 240, 480, 900, 900,
  ]);
});

it('unlocks when the time has passed', () => {
  expect(secondsLocked(wrong(3), 29_001)).toBe(1);
  expect(secondsLocked(wrong(3), 30_000)).toBe(0);
});

it('does not lock for longer when the clock is put back', () => {
  expect(secondsLocked(wrong(3, 1e12), 0)).toBe(900);
});
