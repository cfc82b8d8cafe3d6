import { join } from 'node:path';
import { z } from 'zod';
import { verifySecret } from '../../../shared/node/password-hash.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import {
  afterWrong,
  NO_TRIES,
  secondsLocked,
  type Tries,
} from '../../../shared/staff/pin-lockout.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import { type Kept, keepIn } from '../adapters/kept-value.ts';

/** The wrong attempts that the device stores. */
export const triesKept: z.ZodType<Tries> = z.strictObject({
  wrong: z.number().int().min(0).max(1_000_000),
  lockedUntil: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});

export type PinResult =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly secondsLocked: number }
  /** Not checked, because too many attempts were wrong before. */
  | { readonly kind: 'locked'; readonly secondsLocked: number };

/** Checks PINs one after the other with one lock, however many attempts arrive at once. */
export interface PinGuard {
  /** Seconds until the next attempt is allowed; 0 if it is allowed now. */
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
    // The attempt is counted before the check, so that cutting the power gives no free attempt.
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

/** Name of the file with the wrong attempts in the data directory. */
const TRIES_FILE = 'staff-tries.json';

const allTries = z
  .record(z.string().max(LIMITS.referenceMax), triesKept)
  .refine((all) => Object.keys(all).length <= LIMITS.staffMax * 4);

/** One PIN guard for each person. */
export interface PinGuards {
  of(personId: string): PinGuard;
  /** Deletes the tries of a person who was removed or has a new PIN. */
  forget(personId: string): void;
}

/**
 * Each person has a separate count of wrong tries: with one count for all, a cashier could guess a
 * supervisor's PIN without limit by typing the cashier's own PIN in between.
 */
export function createPinGuards(directory: string, clock: Clock): PinGuards {
  const file = keepIn(join(directory, TRIES_FILE), allTries);
  const tries = new Map(Object.entries(file.read() ?? {}));
  const guards = new Map<string, PinGuard>();

  function save(): void {
    if (tries.size === 0) file.forget();
    else file.write(Object.fromEntries(tries));
  }

  function keptOf(personId: string): Kept<Tries> {
    return {
      read: () => tries.get(personId) ?? null,
      write(value) {
        tries.set(personId, value);
        save();
      },
      forget() {
        tries.delete(personId);
        save();
      },
    };
  }

  return {
    of(personId) {
      const known = guards.get(personId);
      if (known !== undefined) return known;
      const guard = createPinGuard(clock, keptOf(personId));
      guards.set(personId, guard);
      return guard;
    },
    forget(personId) {
      guards.delete(personId);
      if (tries.delete(personId)) save();
    },
  };
}
