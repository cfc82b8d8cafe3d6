import { generateKeyPairSync, sign } from 'node:crypto';
import type { BookFiles } from '../../main/host/books/book-files.ts';
import type { BooksKey } from '../../main/host/books/books-key.ts';
import {
  openTillBooks,
  type TillBooks,
  type TillBooksOptions,
} from '../../main/host/books/till-books.ts';
import type { BookEntry } from '../../shared/books/entry.ts';

/* Books in memory, whose disk refuses or stops when the test says so. */

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

export const BOOKS_KEY_PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The key of the tests' tills. */
export const BOOKS_KEY: BooksKey = {
  publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  sign: (hash) => sign(null, Buffer.from(hash), privateKey).toString('base64'),
};

export type MemoryFiles = ReturnType<typeof createMemoryFiles>;

/** Files in memory. `onWrite` is asked before each write: it throws for a full disk and never answers after a power cut. */
export function createMemoryFiles(found: ReadonlyMap<number, string> = new Map()) {
  const texts = new Map(found);
  let hook: () => Promise<void> = async () => undefined;
  const files: BookFiles = {
    periods: async () => [...texts.keys()].sort((a, b) => a - b),
    read: async (period) => Buffer.from(texts.get(period) ?? '', 'utf8'),
    async write(period, text, position) {
      await hook();
      const before = Buffer.from(texts.get(period) ?? '', 'utf8').subarray(0, position);
      const after = Buffer.concat([before, Buffer.from(text, 'utf8')]);
      if (after.length > 0) texts.set(period, after.toString('utf8'));
      return after.length;
    },
  };
  return {
    files,
    texts,
    entries: (): readonly BookEntry[] =>
      [...texts]
        .sort(([a], [b]) => a - b)
        .flatMap(([, text]) => text.split('\n'))
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    onWrite: (next: () => Promise<void>) => {
      hook = next;
    },
  };
}

export const DISK_FULL = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));

/** Opens books on files in memory. */
export function openMemoryBooks(
  { files }: Pick<MemoryFiles, 'files'>,
  options: Pick<TillBooksOptions, 'clock'> & Partial<TillBooksOptions>,
): Promise<TillBooks> {
  return openTillBooks({
    files,
    key: BOOKS_KEY,
    till: 'till1',
    currency: 'NOK',
    closes: 'by_person',
    terms: () => ({ timeZone: 'Europe/Oslo', startOfDay: '00:00:00' }),
    words: {
      part: (name) => `Part of ${name ?? 'the bill'}`,
      discount: 'Discount',
      other: 'Other',
    },
    report: () => undefined,
    ...options,
  });
}
