import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../../main/host/books/book-files.ts';
import { createBookIndex } from '../../../../main/host/books/book-index.ts';
import type { BookEntry } from '../../../../shared/books/entry.ts';
import { BEGIN, receiptOfTender } from '../../../../shared/ids/host-ids.ts';
import { createMemoryFiles, openMemoryBooks } from '../../../support/books.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { randomBooks } from '../../../support/random-books.ts';

const PERIODS = 30;

/** Books of many closed periods, opened by a till that was just started; counts the files that it reads. */
async function oldBooks(seed = 1) {
  const entries = randomBooks(seed, PERIODS);
  const texts = new Map<number, string>();
  let period = 1;
  for (const entry of entries) {
    texts.set(period, (texts.get(period) ?? '') + lineOf(entry));
    if (entry.fact.kind === 'close') period += 1;
  }
  const { files } = createMemoryFiles(texts);
  let reads = 0;
  const counted = {
    ...files,
    read: (one: number) => {
      reads += 1;
      return files.read(one);
    },
  };
  const books = await openMemoryBooks({ files: counted }, { clock: createManualClock() });
  const readsOf = async <T>(work: () => Promise<T>) => {
    const before = reads;
    const value = await work();
    return { value, reads: reads - before };
  };
  return { entries, books, readsOf };
}

const receiptsIn = (entries: readonly BookEntry[]) =>
  entries.filter(({ fact }) => fact.kind === 'receipt');

describe('books of many periods', () => {
  it('finds a receipt of years ago with few reads, and knows without any what it does not have', async () => {
    const { entries, books, readsOf } = await oldBooks();
    await books.indexed;
    const [oldest] = receiptsIn(entries);
    const refundPeriods = entries.filter(
      ({ fact }) => fact.kind === 'refund' && fact.of === oldest?.fact.id,
    ).length;
    const found = await readsOf(() => books.receipt(oldest?.receipt ?? 0));
    expect(found.value?.entry).toEqual(oldest);
    expect(found.reads).toBeLessThanOrEqual(2 + refundPeriods);
    expect(await readsOf(() => books.receiptNumber(oldest?.fact.id ?? BEGIN))).toEqual({
      value: oldest?.receipt,
      reads: 1,
    });
    expect(await readsOf(() => books.receiptNumber(receiptOfTender('tender:unknown')))).toEqual({
      value: null,
      reads: 0,
    });
    expect(books.isBooked(oldest?.fact.id ?? BEGIN)).toBe(true);
    expect(books.isBooked(receiptOfTender('tender:unknown'))).toBe(false);
    await books.stop();
  });

  it('answers the same before its index is complete and after', async () => {
    const { entries, books } = await oldBooks(2);
    const numbers = receiptsIn(entries).map(({ receipt }) => receipt ?? 0);
    const read = () => Promise.all(numbers.map((one) => books.receipt(one)));
    const early = await read();
    await books.indexed;
    expect(await read()).toEqual(early);
    for (const found of early) {
      const { receipt, refunds } = found ?? {};
      const all = entries.flatMap(({ fact }) =>
        fact.kind === 'refund' && fact.of === receipt?.id ? [fact] : [],
      );
      expect(refunds).toEqual(all);
    }
    await books.stop();
  });

  it('searches the files for which its index has no room', async () => {
    const entries = randomBooks(3, 2);
    const index = createBookIndex(1);
    expect(index.hasRoom()).toBe(true);
    index.note(3, entries.slice(-3));
    expect(index.hasRoom()).toBe(false);
    expect([index.knows(3), index.knows(2)]).toEqual([true, false]);
  });
});
