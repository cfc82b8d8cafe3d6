import { beforeEach, describe, expect, it } from 'vitest';
import {
  createLockout,
  NO_TRIES,
  type Tries,
} from '../../../../shared/device/staff/pin-lockout.ts';
import { HOUR, SECOND } from '../../../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';

let clock: ManualClock;
beforeEach(() => {
  clock = createManualClock();
});

/** A pad after so many wrong PINs, and what the device has stored of them. */
function wrong(times: number) {
  const lockout = createLockout(clock, NO_TRIES);
  let stored: Tries = NO_TRIES;
  for (let time = 0; time < times; time += 1) stored = lockout.addWrong();
  return { lockout, stored };
}
const secondsAfter = (times: number) => wrong(times).lockout.secondsLocked();
const afterRestart = (stored: Tries) => createLockout(clock, stored).secondsLocked();

describe('a pad', () => {
  it('allows two wrong PINs and locks at the third', () => {
    expect([1, 2, 3].map(secondsAfter)).toEqual([0, 0, 30]);
  });

  it('locks twice as long for each further wrong PIN, up to 15 minutes', () => {
    expect([4, 5, 6, 7, 8, 50].map(secondsAfter)).toEqual([60, 120, 240, 480, 900, 900]);
  });

  it('unlocks when the time has passed, and reports it', () => {
    let ends = 0;
    const lockout = createLockout(clock, wrong(2).stored, () => {
      ends += 1;
    });
    lockout.addWrong();
    clock.advance(29_001);
    expect([lockout.secondsLocked(), ends]).toEqual([1, 0]);
    clock.advance(999);
    expect([lockout.secondsLocked(), ends]).toEqual([0, 1]);
  });

  it('has no lock after a right PIN, and counts from the beginning', () => {
    const { lockout } = wrong(3);
    lockout.reset();
    expect([lockout.secondsLocked(), clock.armed()]).toEqual([0, 0]);
    expect(lockout.addWrong().wrong).toBe(1);
  });

  it('continues its lock after a restart', () => {
    const { stored } = wrong(4);
    clock.advance(20 * SECOND + 1);
    const lockout = createLockout(clock, stored);
    expect(lockout.secondsLocked()).toBe(40);
    clock.advance(39_998);
    expect(lockout.secondsLocked()).toBe(1);
    clock.advance(1);
    expect([lockout.secondsLocked(), lockout.addWrong().wrong]).toEqual([0, 5]);
  });
});

describe('a clock that is set back', () => {
  it('does not lock a pad after one or two wrong PINs, also after a restart', () => {
    for (const times of [1, 2]) {
      const { lockout, stored } = wrong(times);
      clock.setBack(3 * HOUR);
      expect([lockout.secondsLocked(), afterRestart(stored)]).toEqual([0, 0]);
    }
  });

  it('does not lengthen a lock', () => {
    const { lockout } = wrong(3);
    clock.advance(10 * SECOND);
    clock.setBack(3 * HOUR);
    expect(lockout.secondsLocked()).toBe(20);
    clock.advance(20 * SECOND);
    expect(lockout.secondsLocked()).toBe(0);
  });

  it('locks a restarted pad for the length of its lock at most', () => {
    const { stored } = wrong(3);
    clock.setBack(3 * HOUR);
    const restarted = createLockout(clock, stored);
    expect(restarted.secondsLocked()).toBe(30);
    clock.advance(30 * SECOND);
    expect(restarted.secondsLocked()).toBe(0);
  });

  it('and forth does not shorten a lock, with or without restarts', () => {
    const { lockout, stored } = wrong(8);
    for (let round = 0; round < 5; round += 1) {
      clock.setBack(HOUR);
      expect([lockout.secondsLocked(), afterRestart(stored)]).toEqual([900, 900]);
      clock.setBack(-HOUR);
      expect([lockout.secondsLocked(), afterRestart(stored)]).toEqual([900, 900]);
    }
    clock.setBack(-HOUR);
    expect(lockout.secondsLocked()).toBe(900);
  });
});
