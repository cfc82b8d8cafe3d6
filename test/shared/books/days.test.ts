import { expect, it } from 'vitest';
import { reduceBooks } from '../../../shared/books/books.ts';
import type { BookFact } from '../../../shared/books/entry.ts';
import { money, ZERO } from '../../../shared/money/money.ts';
import { type BookRules, playDays } from '../../support/book-days.ts';

/* Random days of the books, read by a reader that uses nothing of them. `BOOK_DAYS` plays more. */

const DAYS = Number(process.env.BOOK_DAYS ?? 300);
const SEED = Number(process.env.PROPERTY_SEED ?? 1);

it('every report of random days says what the journal, the bills and the drawer say', () => {
  for (let play = 0; play < DAYS / 2; play += 1) {
    const seed = SEED + play;
    expect(playDays(seed), `seed ${seed}`).toEqual([]);
  }
});

const onReceipt = (to: (fact: Extract<BookFact, { kind: 'receipt' }>) => readonly BookFact[]) => ({
  fact: (fact: BookFact) => (fact.kind === 'receipt' ? to(fact) : [fact]),
});

it.each<readonly [string, Partial<BookRules>]>([
  ['a receipt is booked twice', onReceipt((fact) => [fact, fact])],
  [
    'a payment by another tender is not booked',
    onReceipt((fact) => (fact.means.kind === 'other' ? [] : [fact])),
  ],
  [
    'the tip is part of the sale',
    onReceipt((fact) => [{ ...fact, total: money(fact.total + fact.tip) }]),
  ],
  [
    'the rounding of cash is lost',
    onReceipt((fact) => [
      fact.means.kind === 'cash' ? { ...fact, means: { ...fact.means, rounding: ZERO } } : fact,
    ]),
  ],
  [
    'the discount is not noted',
    onReceipt((fact) => [{ ...fact, discounts: [], gross: fact.total }]),
  ],
  [
    'the VAT of the last rate is lost',
    onReceipt((fact) => [
      {
        ...fact,
        vat: fact.vat.map((rate, place) => (place === 0 ? { ...rate, vat: ZERO } : rate)),
      },
    ]),
  ],
  ['another person has sold', onReceipt((fact) => [{ ...fact, by: 'Nobody' }])],
  [
    'a refund does not leave the drawer',
    {
      reduce: (books, entry) => {
        const after = reduceBooks(books, entry);
        return entry.fact.kind === 'refund' ? { ...after, drawer: books.drawer } : after;
      },
    },
  ],
  [
    'the grand total begins again with each period',
    {
      reduce: (books, entry) => {
        const after = reduceBooks(books, entry);
        return entry.fact.kind === 'close' ? { ...after, grandSales: ZERO } : after;
      },
    },
  ],
  [
    'a number is left out',
    {
      reduce: (books, entry) => {
        const after = reduceBooks(books, entry);
        return entry.fact.kind === 'refund' ? { ...after, receipt: after.receipt + 1 } : after;
      },
    },
  ],
  [
    'a removed line is forgotten',
    {
      fact: (fact) =>
        fact.kind === 'correction' && fact.act === 'removed' ? [{ ...fact, by: 'x' }] : [fact],
    },
  ],
])('a planted defect is found: %s', (_name, rules) => {
  const found = Array.from({ length: 200 }, (_, play) => playDays(play + 1, 2, rules)).flat();
  expect(found).not.toEqual([]);
});
