import { expect, it } from 'vitest';
import { booksAfter, reduceBooks, reportOf } from '../../../shared/books/books.ts';
import { restOfClose } from '../../../shared/books/drawer.ts';
import type { BookFact } from '../../../shared/books/entry.ts';
import { NO_FISCAL } from '../../../shared/books/fiscal.ts';
import { foldClose, OTHERS } from '../../../shared/books/fold.ts';
import { money, ZERO } from '../../../shared/money/money.ts';
import { type BookRules, playDays } from '../../support/book-days.ts';

/* Random days of the books, read by readers that use nothing of them. `BOOK_DAYS` plays more, also a million. */

const DAYS = Number(process.env.BOOK_DAYS ?? 300);
const SEED = Number(process.env.PROPERTY_SEED ?? 1);
/** Plays between two turns of the event loop, so that a long run can report that it lives. */
const TURN = 100;
/** Longest time for a day on the slowest machine, in milliseconds. */
const SLOWEST_DAY = 20;

it(
  'every report of random days says what the journal, the bills, the drawer and the fiscal device say',
  async () => {
    for (let play = 0; play < DAYS / 2; play += 1) {
      const seed = SEED + play;
      const found = playDays(seed);
      if (found.length > 0) expect(found, `seed ${seed}`).toEqual([]);
      if (play % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  },
  60_000 + DAYS * SLOWEST_DAY,
);

const without = (isIt: (fact: BookFact) => boolean) => ({
  fact: (fact: BookFact) => (isIt(fact) ? [] : [fact]),
});
const inLondon = (at: number) => new Date(at).toISOString().slice(0, 10);

const onReceipt = (to: (fact: Extract<BookFact, { kind: 'receipt' }>) => readonly BookFact[]) => ({
  fact: (fact: BookFact) => (fact.kind === 'receipt' ? to(fact) : [fact]),
});

const twice = (fact: BookFact): readonly BookFact[] => [fact, { ...fact, id: `${fact.id}.again` }];

it.each<readonly [string, Partial<BookRules>]>([
  ['a receipt is booked twice', onReceipt((fact) => [fact, fact])],
  [
    'a payment by another tender is not booked',
    onReceipt((fact) => (fact.method.kind === 'other' ? [] : [fact])),
  ],
  [
    'the tip is part of the sale',
    onReceipt((fact) => [{ ...fact, total: money(fact.total + fact.tip) }]),
  ],
  [
    'the rounding of cash is lost',
    onReceipt((fact) => [
      fact.method.kind === 'cash' ? { ...fact, method: { ...fact.method, rounding: ZERO } } : fact,
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
  [
    'a refund of a payment that the books do not have is not booked',
    without((fact) => fact.kind === 'refund' && fact.of === null),
  ],
  [
    'a refund of another till is booked as one of this till',
    {
      fact: (fact) => {
        if (fact.kind !== 'refund') return [fact];
        const { otherReceipt: _, ...refund } = fact;
        return [refund];
      },
    },
  ],
  [
    'a signature of the fiscal device is not booked',
    without((fact) => fact.kind === 'fiscal' && fact.act === 'signed'),
  ],
  [
    'what the fiscal device never signs is counted as signed',
    {
      reduce: (books, entry) => {
        const after = reduceBooks(books, entry);
        const isFailed = entry.fact.kind === 'fiscal' && entry.fact.act === 'failed';
        const { signed, failed } = books.fiscal;
        return isFailed
          ? { ...after, fiscal: { ...after.fiscal, signed: signed + 1, failed } }
          : after;
      },
    },
  ],
  [
    'a cancelled transaction stays under way',
    without((fact) => fact.kind === 'fiscal' && fact.act === 'cancelled'),
  ],
  [
    'a till that starts forgets what waits for the fiscal device',
    { after: (close, receipt) => ({ ...booksAfter(close, receipt), fiscal: NO_FISCAL }) },
  ],
  ['the membership number is lost', onReceipt(({ member: _, ...fact }) => [fact])],
  [
    'the books do not see a returned deposit',
    {
      heard: (heard) => {
        if (heard.kind !== 'bill' || heard.record.act !== 'open') return heard;
        const lines = heard.record.lines.filter(({ kind }) => kind !== 'deposit_return');
        return { ...heard, record: { ...heard.record, lines } };
      },
    },
  ],
  ['returned deposits are not noted', onReceipt(({ returned: _, ...fact }) => [fact])],
  [
    'a returned deposit is noted for whoever was paid',
    onReceipt((fact) => {
      const returned = fact.returned?.map((one) => ({ ...one, by: fact.by }));
      return [returned === undefined ? fact : { ...fact, returned }];
    }),
  ],
  [
    'a payout does not leave the drawer',
    {
      reduce: (books, entry) => {
        const after = reduceBooks(books, entry);
        const isPayout = entry.fact.kind === 'receipt' && entry.fact.total < 0;
        return isPayout ? { ...after, drawer: books.drawer } : after;
      },
    },
  ],
  [
    'a returned deposit makes what was cleared less',
    {
      fact: (fact) =>
        fact.kind === 'correction' && fact.act === 'cleared'
          ? [{ ...fact, amount: money(fact.amount - 200) }]
          : [fact],
    },
  ],
  [
    'the count of a second person is not booked',
    without((fact) => fact.kind === 'count' && fact.begins === undefined),
  ],
  [
    'the pay-in of one person is booked as a float',
    {
      fact: (fact) =>
        fact.kind === 'drawer' && fact.act === 'pay_in' && fact.by === 'Kari'
          ? [{ ...fact, act: 'float' }]
          : [fact],
    },
  ],
  [
    'a report in the middle of the day leaves the last entry out',
    {
      report: ({ period, ...books }, now) =>
        reportOf({ ...books, period: { ...period, noSale: Math.max(0, period.noSale - 1) } }, now),
    },
  ],
  ['the business day ends at midnight in London', { day: inLondon }],
  [
    'what was sold at the later rate has the earlier one',
    onReceipt((fact) => [
      {
        ...fact,
        vat: fact.vat.map((rate) =>
          rate.vatRate === '0.12' ? { ...rate, vatRate: '0.15' } : rate,
        ),
      },
    ]),
  ],
  [
    'a till that starts forgets what is in the drawer',
    { after: (close, receipt) => ({ ...booksAfter(close, receipt), drawer: ZERO }) },
  ],
  [
    'a close that a power cut has stopped takes the money for the bank again',
    { rest: (books, begun, words) => restOfClose(books, begun, words, () => false).flatMap(twice) },
  ],
  [
    'a folded close loses the rows of the others',
    {
      fold: (fact, rows, more) => {
        const folded = foldClose(fact, rows, more);
        const people = folded.report.people.filter(({ by }) => by !== OTHERS);
        return { ...folded, report: { ...folded.report, people } };
      },
    },
  ],
])('a planted defect is found: %s', (_name, rules) => {
  const finds = (_: unknown, play: number) => playDays(play + 1, 2, rules).length > 0;
  expect(Array.from({ length: 200 }).some(finds)).toBe(true);
});
