import { z } from 'zod';
import type { Kept } from '../adapters/kept-value.ts';

/*
 * The service compares a repeat with what it has taken. An answer can be lost, and then the till cannot know whether the
 * service has it. What the till makes of its books can change meanwhile: by the settings of the shop, by another key, or
 * by another version of the program. So it is made once, and is on the disk before it is sent for the first time (D-410).
 */

/** The value that is sent until it is answered. `key` names what it was made of. */
type Sending<T> = { readonly key: string; readonly value: T };

/** The schema of the file. One that cannot be read is made again. */
export const sendingOf = <T>(value: z.ZodType<T>): z.ZodType<Sending<T>> =>
  z.object({ key: z.string(), value });

export interface OnItsWay<T> {
  /**
   * What is sent for `key`: the value of before, or the one that `make` gives now, which is on the disk then. Null if
   * `make` gives none. `not_kept`: the disk did not take it, so it must not be sent yet.
   */
  readonly sent: (key: string, make: () => T | null) => T | 'not_kept' | null;
  /** The service has answered: it has this value, or never takes it. */
  readonly answered: () => void;
}

export function openOnItsWay<T extends object>(file: Kept<Sending<T>>): OnItsWay<T> {
  let sending = file.read();
  return {
    sent(key, make) {
      if (sending?.key === key) return sending.value;
      const value = make();
      if (value === null) return null;
      const next = { key, value };
      file.write(next, { flush: true });
      // A write says nothing of an error of the disk; without one the file has this value.
      if (file.read()?.key !== key) return 'not_kept';
      sending = next;
      return value;
    },
    answered() {
      if (sending !== null) file.forget();
      sending = null;
    },
  };
}
