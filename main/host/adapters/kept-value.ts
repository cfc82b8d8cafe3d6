import { readFileSync, rmSync } from 'node:fs';
import type { z } from 'zod';
import { replaceFile } from '../../../shared/node/replace-file.ts';

/** A small thing the program remembers by itself; losing it costs comfort, never money. */
export interface Kept<T> {
  /** Null when nothing is kept, or nothing that can be read. */
  read(): T | null;
  /** Keeps a value; a disk that refuses is put up with. */
  write(value: T): void;
  forget(): void;
}

/** Keeps one value of this shape in a file. A crash leaves the old one or the new one, whole. */
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
        // The journal says loudly when the disk is full; this is not worth a second voice.
      }
    },
    forget() {
      rmSync(path, { force: true });
    },
  };
}
