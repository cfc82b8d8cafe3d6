import type { Books } from './books.ts';
import type { BookEntry, BookFact } from './entry.ts';

/* The numbers and the hash of the next entry of the books. */

/** The number without gaps that a receipt or a refund gets as the next entry; null for every other fact. */
export function receiptNumberOf(books: Pick<Books, 'receipt'>, { kind }: BookFact): number | null {
  return kind === 'receipt' || kind === 'refund' ? books.receipt + 1 : null;
}

/** What the hash and the signature of an entry cover, as text. */
export function sealedText(entry: Omit<BookEntry, 'hash' | 'signature'>): string {
  const { v, entry: number, receipt, day, fact, previous } = entry;
  return JSON.stringify({ v, entry: number, receipt, day, fact, previous });
}

/** The next entry of the books, without its signature; `hashOf` is SHA-256 in hexadecimal digits. */
export function entryOf(
  books: Books,
  fact: BookFact,
  day: string,
  hashOf: (text: string) => string,
): BookEntry {
  const entry = {
    v: 1,
    entry: books.entry + 1,
    receipt: receiptNumberOf(books, fact),
    day,
    fact,
    previous: books.hash,
  } as const;
  return { ...entry, hash: hashOf(sealedText(entry)), signature: null };
}
