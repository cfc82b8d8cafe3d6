import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BookEntry, BookFact } from '../../../shared/books/entry.ts';
import { accountRows, DEFAULT_ACCOUNTS } from '../../../shared/books/export/accounts.ts';
import {
  ACCOUNT_COLUMNS,
  accountTable,
  RECEIPT_COLUMNS,
  receiptTable,
} from '../../../shared/books/export/tables.ts';
import { csvRows } from '../../../shared/csv/write.ts';
import { bankOfClose, entryOfCommand } from '../../../shared/ids/host-ids.ts';
import { money } from '../../../shared/money/money.ts';
import { drawerOf, nextEntry, randomBooks } from '../../support/random-books.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const balance = (rows: readonly { readonly debit: number; readonly credit: number }[]) =>
  rows.reduce((sum, { debit, credit }) => sum + debit - credit, 0);
const daysOf = (entries: readonly BookEntry[]) => [...new Set(entries.map(({ day }) => day))];

test('on each day of random books the debit is the credit', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const entries = randomBooks(seed, 3);
      const rows = accountRows(entries);
      for (const day of daysOf(entries)) {
        expect(balance(rows.filter((row) => row.day === day))).toBe(0);
      }
      expect(rows.every(({ debit, credit }) => debit >= 0 && credit >= 0)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('the balance of the cash account is what the drawer holds', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const entries = randomBooks(seed, 3);
      const cash = accountRows(entries).filter(({ account }) => account === DEFAULT_ACCOUNTS.cash);
      expect(balance(cash)).toBe(drawerOf(entries));
    }),
    { numRuns: 200 },
  );
});

test('the balance of a rate is what was sold and refunded at it, and no account has two rows for one', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const entries = randomBooks(seed);
      const rows = accountRows(entries);
      const keys = rows.map(({ debit: _, credit: __, ...key }) => JSON.stringify(key));
      expect(new Set(keys).size).toBe(keys.length);
      const vat = rows.filter(({ what, vatRate }) => what === 'vat' && vatRate === '25');
      const booked = entries.reduce((sum, { fact }) => {
        if (fact.kind !== 'receipt' && fact.kind !== 'refund') return sum;
        const own = fact.vat.find(({ vatRate }) => vatRate === '0.25')?.vat ?? 0;
        return sum + (fact.kind === 'receipt' ? -own : own);
      }, 0);
      expect(balance(vat)).toBe(booked);
    }),
    { numRuns: 200 },
  );
});

test("a shop's own numbers replace the defaults, and other tenders have a row each", () => {
  const entries = randomBooks(5, 20);
  const rows = accountRows(entries, { ...DEFAULT_ACCOUNTS, other: '1999' });
  const tenders = rows.filter(({ account }) => account === '1999').map(({ tender }) => tender);
  expect(new Set(tenders)).toEqual(new Set(['Bank card', 'Gift card', 'CASH']));
  expect(rows.filter(({ account }) => account === DEFAULT_ACCOUNTS.other)).toEqual([]);
});

test('the table of receipts has each number once, and its sums are those of the accounts', () => {
  const entries = randomBooks(21, 3);
  const [header, ...rows] = receiptTable(entries, entries, {
    currency: 'NOK',
    timeZone: 'Europe/Oslo',
  });
  expect(header).toEqual(RECEIPT_COLUMNS);
  expect(rows.map(([number]) => number)).toEqual(
    entries.flatMap(({ receipt }) => (receipt === null ? [] : [String(receipt)])),
  );
  const column = (name: (typeof RECEIPT_COLUMNS)[number]) =>
    rows.reduce(
      (sum, row) => sum + Math.round(Number(row[RECEIPT_COLUMNS.indexOf(name)]) * 100),
      0,
    );
  const accounts = accountRows(entries);
  const of = (what: string) => -balance(accounts.filter((row) => row.what === what));
  expect(column('total')).toBe(of('sales') + of('vat'));
  expect(column('vat')).toBe(of('vat'));
  expect(column('tip')).toBe(of('tips'));
  expect(column('rounding')).toBe(of('rounding'));
  expect(column('paid')).toBe(of('sales') + of('vat') + of('tips') + of('rounding'));
  const refund = rows.find((row) => row[3] === 'refund');
  expect(refund?.[7]).toMatch(/^[1-9]\d*$/);
});

test('what a close takes out for the bank is a transfer, whatever its reason says; other pay-outs are not', () => {
  const [begin] = randomBooks(1, 0);
  if (begin === undefined) throw new Error('no beginning');
  const at = begin.fact.at + 1_000;
  const out = { at, by: 'Ada', kind: 'drawer', act: 'pay_out', amount: money(5_000) } as const;
  const bank: BookFact = { ...out, id: bankOfClose(entryOfCommand('c1')), reason: 'البنك' };
  const milk: BookFact = {
    ...out,
    id: entryOfCommand('other'),
    amount: money(300),
    reason: 'bank',
  };
  const [, close] = randomBooks(2, 1).filter(
    ({ fact }) => fact.kind === 'close' || fact.kind === 'begin',
  );
  if (close?.fact.kind !== 'close') throw new Error('no close');
  const entries: BookEntry[] = [begin];
  for (const fact of [milk, bank, { ...close.fact, id: entryOfCommand('c1') }]) {
    entries.push(nextEntry(entries, fact, begin.day));
  }
  const rows = accountRows(entries);
  const debit = (account: string) => rows.find((row) => row.account === account)?.debit;
  expect([debit(DEFAULT_ACCOUNTS.transfer), debit(DEFAULT_ACCOUNTS.payOut)]).toEqual([5_000, 300]);
});

test('no cell of a table is a formula', () => {
  const entries = randomBooks(4).map((entry) => ({
    ...entry,
    fact: { ...entry.fact, by: '=HYPERLINK("x")' },
  }));
  const table = [...receiptTable(entries, entries, { currency: 'NOK', timeZone: 'UTC' })];
  const written = parse(csvRows(table)) as string[][];
  expect(written.slice(1).every((row) => row[4] === '\'=HYPERLINK("x")')).toBe(true);
  const accounts = accountTable(accountRows(entries), 'NOK');
  expect(accounts[0]).toEqual(ACCOUNT_COLUMNS);
});
