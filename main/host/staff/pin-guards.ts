import { join } from 'node:path';
import { z } from 'zod';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Tries } from '../../../shared/staff/lock-out.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import { type Kept, keepIn } from '../adapters/kept-value.ts';
import { createPinGuard, type PinGuard, triesKept } from './pin-guard.ts';

/** Name of the file with the wrong tries in the data directory. */
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
