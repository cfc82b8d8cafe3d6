import { timingSafeEqual } from 'node:crypto';
import { createLockout, NO_TRIES } from '../../../shared/device/staff/pin-lockout.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';

/** Digits of the code for the first supervisor. */
export const FIRST_CODE_DIGITS = 8;

const WRONG = refuseTill('wrong_code');

/**
 * Compares the typed code with the code of this start. After three wrong codes each further try
 * must wait, twice as long each time. The code and the tries last as long as the till runs.
 */
export function createFirstCode(
  code: string,
  clock: DeviceClock,
): (typed: string | null | undefined) => Answer<null> {
  const lockout = createLockout(clock, NO_TRIES);
  return (typed) => {
    const wait = lockout.secondsLocked();
    if (wait > 0) {
      const words = `Too many wrong codes. Wait ${wait} seconds.`;
      return refuseTill('code_locked_out', words);
    }
    const entered = Buffer.from((typed ?? '').replaceAll(' ', ''));
    const expected = Buffer.from(code);
    if (entered.length === expected.length && timingSafeEqual(entered, expected))
      return answer(null);
    lockout.addWrong();
    return WRONG;
  };
}
