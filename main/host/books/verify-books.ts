import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type Books,
  booksAfter,
  NO_BOOKS,
  reduceBooks,
  reportOf,
} from '../../../shared/books/books.ts';
import type { BookEntry } from '../../../shared/books/entry.ts';
import { receiptNumberOf } from '../../../shared/books/next-entry.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { bookFileName, isSealed, lineOf, periodsIn, readBookLine } from './book-files.ts';
import { isSignedBy } from './books-key.ts';

/** A line of the books with its place, for a message. */
export type PlacedLine = { readonly file: string; readonly line: number; readonly text: string };

/** What the files say about themselves. */
export type Verified = {
  /** The first entry that is not what was written; null if there is none. */
  readonly fault: string | null;
  readonly entries: number;
  readonly closes: number;
  /** Entries after the last close, which no signature covers yet. */
  readonly unsigned: number;
  /** True if the last line is not complete: the till is writing it, or a power cut ended it. */
  readonly isTorn: boolean;
};

export type VerifyOptions = {
  /** `whole`: the books from their first entry; `part`: one file, of which the entry before is not known. */
  readonly from: 'whole' | 'part';
  /** Entries that another place has, such as the closes at the service. */
  readonly copy: readonly BookEntry[];
};

/**
 * Checks each entry, the chain from entry to entry, the numbers, and the signature and the figures of each close. It
 * names the first entry that was changed, removed or put in. It cannot see that the last entries are missing, or that
 * somebody has written entries after the last close again: a copy shows that.
 */
export function verifyBooks(lines: readonly PlacedLine[], { from, copy }: VerifyOptions): Verified {
  let books: Books | null = from === 'whole' ? NO_BOOKS : null;
  let [entries, closes, unsigned] = [0, 0, 0];
  const copies = new Map(copy.map((entry) => [entry.entry, entry]));
  const result = (fault: string | null, isTorn = false): Verified => {
    return { fault, entries, closes, unsigned, isTorn };
  };
  for (const [place, { file, line, text }] of lines.entries()) {
    const at = `${file}, line ${line}`;
    const read = readBookLine(text);
    if (!read.ok) {
      if (place === lines.length - 1) return result(missing(copies), true);
      return result(`${at} was changed: ${read.why}.`);
    }
    const { entry } = read;
    const fault = faultOf(entry, text, books, copies.get(entry.entry));
    if (fault !== null) return result(`${at}: ${fault}`);
    copies.delete(entry.entry);
    books = next(books, entry);
    entries += 1;
    const isClose = entry.fact.kind === 'close';
    closes += isClose ? 1 : 0;
    unsigned = isClose ? 0 : unsigned + 1;
  }
  return result(missing(copies));
}

function missing(copies: ReadonlyMap<number, BookEntry>): string | null {
  const [first] = [...copies.keys()].sort((a, b) => a - b);
  return first === undefined
    ? null
    : `Entry ${first} is missing: the copy has it, so it was removed from the end.`;
}

/** What is wrong with an entry after the books before it; null for books of which only a part is known. */
function faultOf(
  entry: BookEntry,
  text: string,
  books: Books | null,
  copy: BookEntry | undefined,
): string | null {
  const number = entry.entry;
  if (!isSealed(entry) || lineOf(entry) !== `${text}\n`) {
    return `entry ${number} was changed: it does not have the hash of its content.`;
  }
  if (copy !== undefined && copy.hash !== entry.hash) {
    return `entry ${number} was changed: the copy has another one.`;
  }
  const chain = books === null ? null : chainFault(entry, books);
  if (chain !== null) return chain;
  if (entry.fact.kind === 'close') return closeFault(entry, books);
  return entry.signature === null ? null : `entry ${number} has a signature and is no close.`;
}

function chainFault({ entry, previous, receipt, fact }: BookEntry, books: Books): string | null {
  const expected = books.entry + 1;
  if (entry > expected) {
    const last = entry - 1;
    return last === expected
      ? `entry ${expected} was removed.`
      : `the entries ${expected} to ${last} were removed.`;
  }
  if (entry < expected) return `entry ${entry} was put in: the next one is ${expected}.`;
  if (previous !== books.hash) {
    return `entry ${entry} does not follow entry ${entry - 1}: one of them was changed or put in.`;
  }
  if (receipt !== receiptNumberOf(books, fact)) {
    return `entry ${entry} has the receipt number ${receipt} and not ${books.receipt + 1}.`;
  }
  return null;
}

function closeFault({ entry, fact, hash, signature }: BookEntry, books: Books | null) {
  if (fact.kind !== 'close') return null;
  if (signature === null || !isSignedBy(fact.key, hash, signature)) {
    return `the signature of close ${fact.number} (entry ${entry}) is not that of its key.`;
  }
  if (books === null) return null;
  if (fact.number !== books.close + 1) {
    return `entry ${entry} is close ${fact.number} and not ${books.close + 1}.`;
  }
  const figures = JSON.stringify(reportOf(books, fact.at));
  return figures === JSON.stringify(fact.report)
    ? null
    : `the figures of close ${fact.number} (entry ${entry}) are not those of its entries.`;
}

/** The books after an entry. A part of them is known from its first close on. */
function next(books: Books | null, entry: BookEntry): Books | null {
  if (books !== null) return reduceBooks(books, entry);
  return entry.fact.kind === 'close' ? booksAfter(entry, lastReceipt(entry)) : null;
}

function lastReceipt({ fact }: BookEntry): number {
  return fact.kind === 'close' ? (fact.report.receipts?.last ?? 0) : 0;
}

/**
 * Reads the lines of a till's data folder, of its folder `books`, or of one file. `Not Found` if there are no books.
 */
export async function readPlacedLines(
  path: string,
): Promise<
  Answer<{ readonly lines: readonly PlacedLine[]; readonly from: VerifyOptions['from'] }>
> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? null;
  if (isFolder === null) return refuse('Not Found', `There is nothing at ${path}.`);
  if (!isFolder)
    return answer({ lines: await linesOf(dirname(path), basename(path)), from: 'part' });
  for (const folder of [join(path, 'books'), path]) {
    const periods = periodsIn(await readdir(folder).catch(() => []));
    if (periods.length === 0) continue;
    const files = await Promise.all(periods.map((one) => linesOf(folder, bookFileName(one))));
    return answer({ lines: files.flat(), from: 'whole' });
  }
  return refuse('Not Found', `There are no books in ${path}; name the till's data folder.`);
}

async function linesOf(folder: string, file: string): Promise<readonly PlacedLine[]> {
  const text = await readFile(join(folder, file), 'utf8');
  const parts = text.split('\n');
  // The last part is empty after a complete line.
  const whole = parts.at(-1) === '' ? parts.slice(0, -1) : parts;
  return whole.map((one, place) => ({ file, line: place + 1, text: one }));
}
