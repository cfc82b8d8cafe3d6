import type { Instant } from '../time/clock.ts';

/** How many digits a PIN has. */
export const PIN_DIGITS = { min: 4, max: 8 } as const;

/**
 * Wrong tries at a PIN pad. A PIN is short, so that what keeps it is the waiting: it is kept with
 * the device, and switching the device off and on does not begin anew.
 */
export type Tries = { readonly wrong: number; readonly lockedUntil: Instant };

export const NO_TRIES: Tries = { wrong: 0, lockedUntil: 0 };

/** Wrong PINs in a row that cost nothing; people mistype. */
const FREE_TRIES = 3;
/** Seconds of the first lock; each further wrong PIN doubles it, up to the longest. */
const FIRST_LOCK_SECONDS = 30;
const LONGEST_LOCK_SECONDS = 900;

/** Seconds until the pad may be tried again; 0 when it may now. */
export function secondsLocked(tries: Tries, now: Instant): number {
  // A clock that was put back must not lock the pad for longer than it ever would have been.
  const left = Math.min(tries.lockedUntil - now, LONGEST_LOCK_SECONDS * 1000);
  return Math.max(0, Math.ceil(left / 1000));
}

/** What is kept after one more wrong PIN at `now`. */
export function afterWrong(tries: Tries, now: Instant): Tries {
  const wrong = tries.wrong + 1;
  if (wrong < FREE_TRIES) return { wrong, lockedUntil: now };
  const seconds = Math.min(
    FIRST_LOCK_SECONDS * 2 ** Math.min(wrong - FREE_TRIES, 10),
    LONGEST_LOCK_SECONDS,
  );
  return { wrong, lockedUntil: now + seconds * 1000 };
}
