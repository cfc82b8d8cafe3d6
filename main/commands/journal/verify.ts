import { readFile } from 'node:fs/promises';
import type { BookEntry } from '../../../shared/books/entry.ts';
import { readBookLine } from '../../host/books/book-files.ts';
import { readPlacedLines, type Verified, verifyBooks } from '../../host/books/verify-books.ts';
import { failureOf } from '../../host/journal/writer.ts';

/** Whether the books are what was written, in a sentence for the operator. */
export type Verdict = { readonly ok: boolean; readonly sentence: string };

/** Checks the books in a till's data folder or in one file, also against a copy. Reads only. */
export async function verifyAt(path: string, copyPath: string | null): Promise<Verdict> {
  try {
    const read = await readPlacedLines(path);
    if (!read.ok) return { ok: false, sentence: read.refusal.description };
    const copy = copyPath === null ? [] : await entriesIn(copyPath);
    if (copy === null) {
      return { ok: false, sentence: `A line of the copy ${copyPath} is no entry of the books.` };
    }
    const verified = verifyBooks(read.value.lines, { from: read.value.from, copy });
    return { ok: verified.fault === null, sentence: verified.fault ?? inWords(verified) };
  } catch (error) {
    return { ok: false, sentence: `The books cannot be read. ${failureOf(error).description}` };
  }
}

async function entriesIn(path: string): Promise<readonly BookEntry[] | null> {
  const entries: BookEntry[] = [];
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    if (line === '') continue;
    const read = readBookLine(line);
    if (!read.ok) return null;
    entries.push(read.entry);
  }
  return entries;
}

function inWords({ entries, closes, unsigned, isTorn }: Verified): string {
  const lines = [
    `The books are what was written: ${entries} entries, ${closes} closes.`,
    ...(unsigned === 0
      ? []
      : [
          `No signature covers the last ${unsigned} entries yet: whoever can write the files could write them again. ` +
            'The next close signs them.',
        ]),
    ...(isTorn
      ? [
          'The last line is not complete: the till is writing it now, or a power cut ended it and the next start ' +
            'writes it again.',
        ]
      : []),
  ];
  return lines.join('\n');
}
