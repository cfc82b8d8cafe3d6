import { join } from 'node:path';
import { z } from 'zod';
import { createLockout, NO_TRIES, type Tries } from '../../../shared/device/staff/pin-lockout.ts';
import { verifySecret } from '../../../shared/node/password-hash.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { schemaOf } from '../../../shared/protocol/schema-of.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { type Kept, keepIn } from '../adapters/kept-value.ts';
import type { SmallFiles } from '../adapters/small-files.ts';

/** The wrong attempts that the device stores. */
export const triesKept = schemaOf<Tries>()(
  z.strictObject({
    wrong: z.number().int().min(0).max(1_000_000),
    lockedUntil: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  }),
);

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

/** `unlocked` is called when a lock has ended. */
export function createPinGuard(
  clock: DeviceClock,
  kept: Kept<Tries>,
  unlocked?: () => void,
): PinGuard {
  const lockout = createLockout(clock, kept.read() ?? NO_TRIES, unlocked);
  const { secondsLocked } = lockout;
  let last: Promise<unknown> = Promise.resolve();

  async function checkNow(pin: string, hash: string): Promise<PinResult> {
    if (secondsLocked() > 0) return { kind: 'locked', secondsLocked: secondsLocked() };
    // The attempt is counted on disk before the check, so that cutting the power gives no free attempt.
    kept.write(lockout.addWrong(), { flush: true });
    if (!(await verifySecret(pin, hash))) return { kind: 'wrong', secondsLocked: secondsLocked() };
    lockout.reset();
    kept.forget();
    return { kind: 'right' };
  }

  return {
    secondsLocked,
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
 * supervisor's PIN without limit by typing the cashier's own PIN in between. `unlocked` is called
 * when a person's lock has ended.
 */
export function createPinGuards(
  directory: string,
  files: SmallFiles,
  clock: DeviceClock,
  unlocked?: () => void,
): PinGuards {
  const file = keepIn(files, join(directory, TRIES_FILE), allTries);
  const tries = new Map(Object.entries(file.read() ?? {}));
  const guards = new Map<string, PinGuard>();

  function save(): void {
    if (tries.size === 0) file.forget();
    else file.write(Object.fromEntries(tries), { flush: true });
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
      const guard = createPinGuard(clock, keptOf(personId), unlocked);
      guards.set(personId, guard);
      return guard;
    },
    forget(personId) {
      guards.delete(personId);
      if (tries.delete(personId)) save();
    },
  };
}
