import { readFileSync, rmSync } from 'node:fs';
import type { z } from 'zod';
import { replaceFile } from '../../../shared/node/replace-file.ts';

/** A small value that the program remembers; its loss costs comfort and no money. */
export interface Kept<T> {
  /** Null when the file is missing or unreadable. */
  read(): T | null;
  /** Writes a value; disk errors are ignored. */
  write(value: T): void;
  forget(): void;
}

/** Keeps one value of this schema in a file. A crash leaves the old value or the new one. */
export function keepIn<T>(path: string, schema: z.ZodType<T>): Kept<T> {
  return {
    read() {
      try {
        return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
      } catch {
        return null;
      }
    },
    write(value) {
      try {
        replaceFile(path, `${JSON.stringify(value)}\n`);
      } catch {
        // The journal reports a full disk, so this file does not.
      }
    },
    forget() {
      rmSync(path, { force: true });
    },
  };
}
