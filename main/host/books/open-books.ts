import { join } from 'node:path';
import { z } from 'zod';
import type { Books } from '../../../shared/books/books.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { isTimeZone } from '../../../shared/ledger/calendar.ts';
import type { DayTerms } from '../../../shared/ledger/settle.ts';
import { type DeviceClock, instantOf } from '../../../shared/time/clock.ts';
import { type Kept, keepIn } from '../adapters/kept-value.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import type { TillAccess } from '../service/access.ts';
import { StartError } from '../start-error.ts';
import { type BooksDisk, createBookFiles } from './book-files.ts';
import { type BooksKey, booksKeyOf } from './books-key.ts';
import type { TillBooks, TillBooksOptions } from './till-books.ts';
import { bookWords } from './words.ts';

/** The folder of the books in a till's data directory. */
export const BOOKS_FOLDER = 'books';

/** Where and when the shop's business days end. */
export function dayTermsOf({
  timeZone,
  dayEndsAt = '00:00',
}: Pick<TillSettings, 'timeZone' | 'dayEndsAt'>): DayTerms {
  return { timeZone, startOfDay: `${dayEndsAt}:00` };
}

/** The file with the end of the day of the open period, in a till's data directory. */
export const OPEN_DAY_FILE = 'open-day.json';

/** The end of the day with which the period after the close of this number was opened. */
export const openDay = z.object({
  close: z.int().nonnegative(),
  timeZone: z.string().refine(isTimeZone),
  startOfDay: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:00$/),
});
export type OpenDay = z.output<typeof openDay>;

/**
 * The ends of the days for these books. A new end counts from the first entry after a close: a day does not change
 * its end while it is open, also over a restart (D-347).
 */
export function followDayTerms(
  settings: () => Pick<TillSettings, 'timeZone' | 'dayEndsAt'>,
  keep: Pick<Kept<OpenDay>, 'read' | 'write'>,
): (books: Pick<Books, 'period' | 'close'>) => DayTerms {
  let kept = keep.read();
  return ({ period, close }) => {
    if (kept?.close === close && period.days.length > 0) return kept;
    const next = { close, ...dayTermsOf(settings()) };
    // Before the first entry of the period, because the entry is made on these terms.
    if (!isSame(kept, next)) keep.write(next, { flush: true });
    kept = next;
    return next;
  };
}

const isSame = (one: OpenDay | null, other: OpenDay) =>
  one?.close === other.close &&
  one.timeZone === other.timeZone &&
  one.startOfDay === other.startOfDay;

export type OpenBooksOptions = {
  /** The till's data directory. */
  readonly directory: string;
  readonly settings: () => Pick<
    TillSettings,
    'posId' | 'currency' | 'language' | 'timeZone' | 'dayEndsAt'
  >;
  readonly clock: DeviceClock;
  readonly disk: BooksDisk;
  readonly files: SmallFiles;
  readonly books: (parts: TillBooksOptions) => Promise<TillBooks>;
  readonly closes: TillBooksOptions['closes'];
  readonly report: (sentence: string) => void;
};

/** The books of a till, the key of their closes, and the ends of its days. */
export type OpenBooks = {
  readonly books: TillBooks;
  readonly key: BooksKey;
  /** Where and when the shop's business days end. A day that is open keeps its end (D-347). */
  readonly terms: () => DayTerms;
};

/**
 * Opens the books of a till's data directory. Throws the disk's errors of reading, and a StartError if the settings have
 * another currency than the books. Books in which nothing is booked yet are put aside instead (D-416).
 */
export async function openBooks(
  { identity }: Pick<TillAccess, 'identity'>,
  options: OpenBooksOptions,
): Promise<OpenBooks> {
  const { directory, settings, clock, disk, files, closes, report } = options;
  const key = booksKeyOf(identity, directory, files);
  const { posId: till, currency, language } = settings();
  const termsOf = followDayTerms(settings, keepIn(files, join(directory, OPEN_DAY_FILE), openDay));
  const books = await options.books({
    files: createBookFiles(join(directory, BOOKS_FOLDER), disk),
    key,
    clock,
    till,
    currency,
    terms: termsOf,
    words: bookWords(language),
    closes,
    report,
  });
  const { entry, currency: booked } = books.books();
  if (entry === 0 || booked === currency) {
    return { books, key, terms: () => termsOf(books.books()) };
  }
  await books.stop();
  const folder = join(directory, BOOKS_FOLDER);
  if (entry > 1) throw otherCurrency(booked, currency, folder);
  // Nothing is booked but their beginning, such as at a till that was set up with a wrong currency.
  files.rename(folder, `${folder}-${booked}-${instantOf(clock.now())}`);
  return openBooks({ identity }, options);
}

/** Sums of two currencies are no sums. */
function otherCurrency(booked: string, set: string, folder: string): StartError {
  return new StartError(
    `The books in ${folder} are in ${booked}, and the settings say ${set}. ` +
      `Set the currency back to ${booked}, or set up a new till for ${set} with a folder of its own.`,
  );
}
