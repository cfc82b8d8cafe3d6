import type { Instant } from '../time/clock.ts';

/** How many digits a PIN has. */
export const PIN_DIGITS = { min: 4, max: 8 } as const;

/**
 * Wrong attempts at a PIN pad. A PIN is short, so the waiting time protects it. The device stores the
 * attempts, so a restart does not reset them.
 */
export type Tries = { readonly wrong: number; readonly lockedUntil: Instant };

export const NO_TRIES: Tries = { wrong: 0, lockedUntil: 0 };

/** Wrong PINs in a row without a lock, because people mistype. */
const FREE_TRIES = 3;
/** Seconds of the first lock. Each further wrong PIN doubles it, up to the maximum. */
const FIRST_LOCK_SECONDS = 30;
const LONGEST_LOCK_SECONDS = 900;

/** Seconds until the next attempt is allowed; 0 if it is allowed now. */
export function secondsLocked(tries: Tries, now: Instant): number {
  // A clock that was set back must not lock the pad for longer than the maximum.
  const left = Math.min(tries.lockedUntil - now, LONGEST_LOCK_SECONDS * 1000);
  return Math.max(0, Math.ceil(left / 1000));
}

/** The attempts to store after one more wrong PIN at `now`. */
export function afterWrong(tries: Tries, now: Instant): Tries {
  const wrong = tries.wrong + 1;
  if (wrong < FREE_TRIES) return { wrong, lockedUntil: now };
  const seconds = Math.min(
    FIRST_LOCK_SECONDS * 2 ** Math.min(wrong - FREE_TRIES, 10),
    LONGEST_LOCK_SECONDS,
  );
  return { wrong, lockedUntil: now + seconds * 1000 };
}
