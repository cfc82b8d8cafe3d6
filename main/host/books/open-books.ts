import { join } from 'node:path';
import type { Books } from '../../../shared/books/books.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { DayTerms } from '../../../shared/ledger/settle.ts';
import { present } from '../../../shared/objects/present.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { machineZone } from '../adapters/machine.ts';
import type { TillAccess } from '../service/access.ts';
import { createBookFiles, realBooksDisk } from './book-files.ts';
import { booksKeyOf } from './books-key.ts';
import { openTillBooks, type TillBooks, type TillBooksOptions } from './till-books.ts';
import { bookWords } from './words.ts';

/** The folder of the books in a till's data directory. */
export const BOOKS_FOLDER = 'books';

/** Where and when the shop's business days end. */
export function dayTermsOf({
  timeZone,
  dayEndsAt = '00:00',
}: Pick<TillSettings, 'timeZone' | 'dayEndsAt'>): DayTerms {
  return { timeZone: timeZone ?? machineZone(), startOfDay: `${dayEndsAt}:00` };
}

/**
 * The ends of the days for these books. A new end counts from the first entry after a close: a day does not change
 * its end while it is open (D-347).
 */
export function followDayTerms(
  settings: () => Pick<TillSettings, 'timeZone' | 'dayEndsAt'>,
): (books: Pick<Books, 'period'>) => DayTerms {
  let kept = dayTermsOf(settings());
  return ({ period }) => {
    if (period.days.length === 0) kept = dayTermsOf(settings());
    return kept;
  };
}

export type OpenBooksOptions = {
  /** The till's data directory. */
  readonly directory: string;
  readonly settings: () => Pick<
    TillSettings,
    'posId' | 'currency' | 'language' | 'timeZone' | 'dayEndsAt'
  >;
  readonly clock: DeviceClock;
  readonly closes: TillBooksOptions['closes'];
  readonly report: (sentence: string) => void;
};

/** The books of a till, the public key of their closes, and the ends of its days. */
export type OpenBooks = {
  readonly books: TillBooks;
  readonly publicKey: string;
  /** Where and when the shop's business days end. A day that is open keeps its end (D-347). */
  readonly terms: () => DayTerms;
};

/** Opens the books of a till's data directory. Throws the disk's errors of reading. */
export async function openBooks(
  { identity }: Pick<TillAccess, 'identity'>,
  options: OpenBooksOptions,
): Promise<OpenBooks> {
  const { directory, settings, clock, closes, report } = options;
  const key = await booksKeyOf(identity, directory);
  const { posId: till, currency, language } = settings();
  const termsOf = followDayTerms(settings);
  const books = await openTillBooks({
    files: createBookFiles(join(directory, BOOKS_FOLDER), realBooksDisk),
    key,
    clock,
    till,
    currency,
    terms: termsOf,
    words: bookWords(language),
    ...present({ closes }),
    report,
  });
  return { books, publicKey: key.publicKey, terms: () => termsOf(books.books()) };
}
