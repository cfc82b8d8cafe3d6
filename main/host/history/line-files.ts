import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';

/** Files with one JSON value per line, by name. They serve staff only and decide nothing. */
export interface LineFiles<T> {
  /** Adds a line; false when the disk refuses. */
  add(name: string, value: T): boolean;
  /** The readable lines, oldest first; truncated ones are skipped. */
  read(name: string): Promise<readonly T[]>;
  /** The existing names in order. */
  names(): readonly string[];
  remove(name: string): void;
}

/** Line files below `folder`, which the first line creates. */
export function createLineFiles<T>(folder: string, schema: z.ZodType<T>): LineFiles<T> {
  const pathOf = (name: string) => join(folder, `${name}.jsonl`);
  return {
    add(name, value) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        // The leading line break protects this line from a truncated one before it.
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
