import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';

/** Files of one JSON value to a line, by name. They are a memory for people and hold no truth. */
export interface LineFiles<T> {
  /** Adds a line; false when the disk refuses it. */
  add(name: string, value: T): boolean;
  /** Lines that can be read, oldest first; one that was cut short is passed over. */
  read(name: string): Promise<readonly T[]>;
  /** Names there are, in their order. */
  names(): readonly string[];
  remove(name: string): void;
}

/** Line files below `folder`, which is made when the first line is added. */
export function createLineFiles<T>(folder: string, schema: z.ZodType<T>): LineFiles<T> {
  const pathOf = (name: string) => join(folder, `${name}.jsonl`);
  return {
    add(name, value) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        // A line break in front as well: a line that was cut short then spoils none but itself.
        appendFileSync(pathOf(name), `\n${JSON.stringify(value)}\n`, { mode: 0o600 });
        return true;
      } catch {
        return false;
      }
    },
    async read(name) {
      const text = await readFile(pathOf(name), 'utf8').catch(() => '');
      return text.split('\n').flatMap((line) => readLine(line, schema));
    },
    names() {
      try {
        return readdirSync(folder)
          .filter((name) => name.endsWith('.jsonl'))
          .map((name) => name.slice(0, -'.jsonl'.length))
          .toSorted();
      } catch {
        return [];
      }
    },
    remove: (name) => rmSync(pathOf(name), { force: true }),
  };
}

function readLine<T>(line: string, schema: z.ZodType<T>): readonly T[] {
  if (line === '') return [];
  try {
    const parsed = schema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}
