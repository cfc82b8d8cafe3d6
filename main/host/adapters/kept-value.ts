import type { z } from 'zod';
import type { SmallFiles } from './small-files.ts';

export type WriteOptions = {
  /** The value is on disk when `write` returns, so that a power cut does not undo it. */
  readonly flush?: boolean;
};

/** A small value that the program remembers; its loss costs comfort and no money. */
export interface Kept<T> {
  /** Null when the file is missing or unreadable. */
  read(): T | null;
  /** Writes a value; disk errors are ignored. */
  write(value: T, options?: WriteOptions): void;
  /** Removes the value; disk errors are ignored. */
  forget(): void;
}

/** Keeps one value of this schema in a file. A crash leaves the old value or the new one. */
export function keepIn<T>(
  files: Pick<SmallFiles, 'read' | 'write' | 'remove'>,
  path: string,
  schema: z.ZodType<T>,
): Kept<T> {
  return {
    read() {
      try {
        return schema.safeParse(JSON.parse(String(files.read(path)))).data ?? null;
      } catch {
        return null;
      }
    },
    write(value, { flush = false } = {}) {
      try {
        files.write(path, `${JSON.stringify(value)}\n`, { flush });
      } catch {
        // The journal reports a full disk, so this file does not.
      }
    },
    forget() {
      try {
        files.remove(path);
      } catch {
        // The disk cannot be written. The caller's work does not depend on this value.
      }
    },
  };
}
