import { z } from 'zod';
import { verifySecret } from '../../../shared/node/password-hash.ts';
import { afterWrong, NO_TRIES, secondsLocked, type Tries } from '../../../shared/staff/lock-out.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import type { Kept } from '../adapters/kept-value.ts';

/** The wrong tries that are kept between starts. */
export const triesKept: z.ZodType<Tries> = z.strictObject({
  wrong: z.number().int().min(0).max(1_000_000),
  lockedUntil: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});

export type PinResult =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly secondsLocked: number }
  /** Not checked, because too many tries were wrong before. */
  | { readonly kind: 'locked'; readonly secondsLocked: number };

/** Checks PINs one after the other with one lock-out, however many tries arrive at once. */
export interface PinGuard {
  /** Seconds until the next try is allowed; 0 when it is allowed now. */
  secondsLocked(): number;
  /** Compares a typed PIN with the kept hash (scrypt). */
  check(pin: string, hash: string): Promise<PinResult>;
}

export function createPinGuard(clock: Clock, kept: Kept<Tries>): PinGuard {
  let tries = kept.read() ?? NO_TRIES;
  let last: Promise<unknown> = Promise.resolve();
  const locked = () => secondsLocked(tries, clock.now());

  async function checkNow(pin: string, hash: string): Promise<PinResult> {
    if (locked() > 0) return { kind: 'locked', secondsLocked: locked() };
    // The try is counted before the check, so that cutting the power wins no free try.
    const before = tries;
    tries = afterWrong(before, clock.now());
    kept.write(tries);
    if (!(await verifySecret(pin, hash))) return { kind: 'wrong', secondsLocked: locked() };
    tries = NO_TRIES;
    kept.forget();
    return { kind: 'right' };
  }

  return {
    secondsLocked: locked,
    check(pin, hash) {
      const result = last.then(() => checkNow(pin, hash));
      last = result.catch(() => undefined);
      return result;
    },
  };
}
