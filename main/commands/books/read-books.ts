import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookEntry } from '../../../shared/books/entry.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { bookFileName, periodsIn, readBookLine } from '../../host/books/book-files.ts';
import { BOOKS_FOLDER } from '../../host/books/open-books.ts';

/**
 * The entries of a till's data folder, in their order. The till may run: a last line that is not complete yet is left
 * out. `Not Found` without books, `Bad Request` for a line that is no entry.
 */
export async function readBooks(directory: string): Promise<Answer<readonly BookEntry[]>> {
  const folder = join(directory, BOOKS_FOLDER);
  const periods = periodsIn(await readdir(folder).catch(() => []));
  if (periods.length === 0) {
    return refuse('Not Found', `There are no books in ${directory}; name the till's data folder.`);
  }
  const entries: BookEntry[] = [];
  for (const period of periods) {
    const name = bookFileName(period);
    const complete = (await readFile(join(folder, name), 'utf8')).split('\n').slice(0, -1);
    for (const [index, line] of complete.entries()) {
      const read = readBookLine(line);
      if (!read.ok) return damaged(`${BOOKS_FOLDER}/${name}`, index + 1);
      entries.push(read.entry);
    }
  }
  return answer(entries);
}

const damaged = (file: string, line: number) =>
  refuse(
    'Bad Request',
    `Line ${line} of ${file} is damaged. Run tillkit journal verify, and restore the folder from a backup.`,
  );
