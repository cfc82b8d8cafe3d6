import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookEntry } from '../../../shared/books/entry.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';

const FOLDER = 'books';
const FILE = /^\d{6,}\.jsonl$/;

/**
 * The entries of a till's data folder, in their order. The till may run: a last line that is not complete yet is left
 * out. `Not Found` without books, `Bad Request` for a line that is no entry.
 */
export async function readBooks(directory: string): Promise<Answer<readonly BookEntry[]>> {
  const folder = join(directory, FOLDER);
  const names = await readdir(folder).catch(() => []);
  const files = names
    .filter((name) => FILE.test(name))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  if (files.length === 0) {
    return refuse('Not Found', `There are no books in ${directory}; name the till's data folder.`);
  }
  const entries: BookEntry[] = [];
  for (const name of files) {
    const complete = (await readFile(join(folder, name), 'utf8')).split('\n').slice(0, -1);
    for (const [index, line] of complete.entries()) {
      const entry = entryOf(line);
      if (entry === null) return damaged(`${FOLDER}/${name}`, index + 1);
      entries.push(entry);
    }
  }
  return answer(entries);
}

function entryOf(line: string): BookEntry | null {
  try {
    const read: unknown = JSON.parse(line);
    const { v, fact } = Object(read);
    // The till wrote the line; `tillkit journal verify` says whether it is still the same.
    return v === 1 && typeof Object(fact).kind === 'string' ? (read as BookEntry) : null;
  } catch {
    return null;
  }
}

const damaged = (file: string, line: number) =>
  refuse(
    'Bad Request',
    `Line ${line} of ${file} is damaged. Run tillkit journal verify, and restore the folder from a backup.`,
  );
