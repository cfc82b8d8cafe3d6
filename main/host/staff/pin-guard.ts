import { z } from 'zod';
import { verifySecret } from '../../../shared/node/password-hash.ts';
import { afterWrong, NO_TRIES, secondsLocked, type Tries } from '../../../shared/staff/lock-out.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import type { Kept } from '../adapters/kept-value.ts';

/** What is kept of wrong tries between starts. */
export const triesKept: z.ZodType<Tries> = z.strictObject({
  wrong: z.number().int().min(0).max(1_000_000),
  lockedUntil: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});

export type PinResult =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly secondsLocked: number }
  /** Not looked at: too many were wrong before it. */
  | { readonly kind: 'locked'; readonly secondsLocked: number };

/** Checks PINs with one lock-out for the pad, however many tries come at once. */
export interface PinGuard {
  /** Seconds until it may be tried again; 0 when it may now. */
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
    // Counted before it is looked at, so that pulling the plug meanwhile wins no free try.
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
