import {
  type CancelTimer,
  type DeviceClock,
  type Instant,
  instantOf,
  SECOND,
} from '../../time/clock.ts';

/** How many digits a PIN has. */
export const PIN_DIGITS = { min: 4, max: 8 } as const;

/**
 * Wrong attempts at a PIN pad, and when their lock ends; the first attempts have no lock, whatever
 * `lockedUntil` says. A PIN is short, so the waiting time protects it. The device stores the
 * attempts, so a restart does not reset them.
 */
export type Tries = { readonly wrong: number; readonly lockedUntil: Instant };

export const NO_TRIES: Tries = { wrong: 0, lockedUntil: 0 };

/** Wrong PINs in a row without a lock, because people mistype. */
const FREE_TRIES = 3;
/** Seconds of the first lock. Each further wrong PIN doubles it, up to the maximum. */
const FIRST_LOCK_SECONDS = 30;
const LONGEST_LOCK_SECONDS = 900;

/** Milliseconds of the lock after so many wrong attempts; 0 for none. */
function lockLength(wrong: number): number {
  if (wrong < FREE_TRIES) return 0;
  const seconds = FIRST_LOCK_SECONDS * 2 ** Math.min(wrong - FREE_TRIES, 10);
  return Math.min(seconds, LONGEST_LOCK_SECONDS) * SECOND;
}

/** Counts wrong attempts, and locks the pad after too many of them. */
export interface Lockout {
  /** Seconds until the next attempt is allowed; 0 if it is allowed now. */
  secondsLocked(): number;
  /** Counts one more wrong attempt; returns the attempts to store. */
  addWrong(): Tries;
  /** Resets the count after a right attempt. */
  reset(): void;
}

/**
 * Continues with the stored attempts. A running lock lasts its own length by timers, so a person who
 * sets the clock neither shortens nor lengthens it. Only a start compares the stored end with the
 * clock: a lock that seems to begin in the future begins anew, and its stored end stays valid, so
 * that setting the clock back and forth gains nothing. `ended` is called at the end of a lock.
 */
export function createLockout(
  clock: DeviceClock,
  stored: Tries,
  ended: () => void = () => undefined,
): Lockout {
  let tries = stored;
  let left = 0;
  let cancel: CancelTimer = () => undefined;

  function lockFor(milliseconds: number): void {
    cancel();
    left = Math.max(0, milliseconds);
    if (left > 0) countDown();
  }

  function countDown(): void {
    const step = left % SECOND || SECOND;
    cancel = clock.after(step, () => {
      left -= step;
      if (left > 0) countDown();
      else ended();
    });
  }

  lockFor(Math.min(tries.lockedUntil - instantOf(clock.now()), lockLength(tries.wrong)));
  return {
    secondsLocked: () => Math.ceil(left / SECOND),
    addWrong() {
      const wrong = tries.wrong + 1;
      tries = { wrong, lockedUntil: instantOf(clock.now()) + lockLength(wrong) };
      lockFor(lockLength(wrong));
      return tries;
    },
    reset() {
      tries = NO_TRIES;
      lockFor(0);
    },
  };
}
