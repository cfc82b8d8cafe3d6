import { describe, expect, it } from 'vitest';
import { reportPage } from '../../../main/host/books/books.ts';
import { dayPaper, reportPaper } from '../../../main/host/receipts/report-paper.ts';
import { NO_BOOKS, reduceBooks, reportOf } from '../../../shared/books/books.ts';
import { periodReport } from '../../../shared/books/close.ts';
import type { BookEntry, BookFact } from '../../../shared/books/entry.ts';
import { dayContent, dayReport } from '../../../shared/documents/day.ts';
import { screenLetters } from '../../../shared/documents/letters.ts';
import { type ReportPage, reportContent } from '../../../shared/documents/report.ts';
import { formatFor } from '../../../shared/format/format.ts';
import { money } from '../../../shared/money/money.ts';
import { randomBooks } from '../../support/random-books.ts';
import {
  type Drawings,
  differences,
  letters,
  lettersOfPage,
  rowsOfPaper,
  rowsOfSlip,
} from './drawings.ts';

/* One content on every drawing of a report, and its figures added up again from the receipts. */

const SETTINGS = {
  shop: { name: 'Bakery', address: 'Storgata 1', organisationNumber: '912345678' },
  currency: 'NOK',
  locale: 'nb-NO',
  language: 'en',
  posId: 'Till 1',
  timeZone: 'UTC',
  paidDwellSeconds: 8,
} as const;
const FORMAT = formatFor({ language: 'en', shopLocale: 'nb-NO', timeZone: 'UTC' });
const LETTERS = screenLetters('en', FORMAT);
const NOW = Date.UTC(2026, 2, 20);

const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** What each drawing of a report says. */
function drawings(page: ReportPage): Drawings {
  const paper = reportPaper(page, SETTINGS);
  const slip = (of: ReportPage) =>
    rowsOfSlip(reportContent(of, SETTINGS.shop, LETTERS), FORMAT, of.closed !== null);
  // The service reads a close by its schema, and the portal draws what it answers.
  const portal = (): ReportPage =>
    page.closed === null ? page : { ...page, report: periodReport.parse(overTheWire(page.report)) };
  return {
    paper: rowsOfPaper(paper),
    till: slip(page),
    'bridge and till API': slip(overTheWire(page)),
    portal: slip(portal()),
  };
}

/** The closed periods and the open one of random books, as the till makes their reports. */
function periodsOf(all: readonly BookEntry[]) {
  const pages: { page: ReportPage; entries: readonly BookEntry[]; before: readonly BookEntry[] }[] =
    [];
  let [books, own, before] = [NO_BOOKS, [] as BookEntry[], [] as BookEntry[]];
  for (const entry of all) {
    const { fact } = entry;
    if (fact.kind === 'close') {
      const closed = { at: fact.at, by: fact.by, approvedBy: fact.approvedBy };
      pages.push({
        page: { report: reportOf(books, fact.at), number: fact.number, closed },
        entries: own,
        before,
      });
      before = [...before, ...own, entry];
      own = [];
    } else own = [...own, entry];
    books = reduceBooks(books, entry);
  }
  return { pages, books, own, before };
}

const kr = (amount: number) => {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const whole = digits.slice(0, -2);
  return `${amount < 0 ? '−' : ''}${whole}.${digits.slice(-2)}`;
};

type Fact<K extends BookFact['kind']> = Extract<BookFact, { kind: K }>;

/** The rows with money of a report, added up from the entries alone. `expected` is left out before a count. */
function addedUp(
  entries: readonly BookEntry[],
  before: readonly BookEntry[],
  withExpected: boolean,
) {
  const of = <K extends BookFact['kind']>(kind: K, list = entries) =>
    list.flatMap(({ fact }) => (fact.kind === kind ? [fact as Fact<K>] : []));
  const rows: string[] = [];
  const say = (label: string, amount: number) =>
    rows.push(`${label.replaceAll(' ', '')} | ${kr(amount)}`);
  const some = (label: string, list: readonly number[], sign = 1) => {
    if (list.length > 0) say(`${label} x ${list.length}`, sign * list.reduce((a, b) => a + b, 0));
  };
  const groups = <T>(list: readonly T[], keyOf: (one: T) => string) => {
    const found = new Map<string, T[]>();
    for (const one of list) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
    return [...found];
  };
  const add = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  const [receipts, refunds] = [of('receipt'), of('refund')];
  const roundingOf = ({ method }: Fact<'receipt'> | Fact<'refund'>) =>
    method.kind === 'cash' ? method.rounding : 0;
  const moved = (one: Fact<'receipt'> | Fact<'refund'>) => one.total + one.tip + roundingOf(one);
  const gross = add(receipts.map((one) => one.gross));
  const net = add(receipts.map((one) => one.total));
  say('Gross', gross);
  if (gross !== net) say('Discounts', net - gross);
  for (const [reason, list] of groups(
    receipts.flatMap((one) => one.discounts),
    (one) => `${one.reason} ${one.by} ${one.approvedBy}`,
  )) {
    some(
      reason.split(' ')[0] ?? '',
      list.map((one) => one.amount),
      -1,
    );
  }
  say('Net', net);
  for (const list of [receipts, refunds]) {
    for (const [rate, own] of groups(
      list.flatMap((one) => one.vat),
      (one) => String(one.vatRate),
    )) {
      const vat = add(own.map((one) => one.vat));
      say(
        rate === 'null' ? 'No VAT rate' : `${Math.round(Number(rate) * 100)} %`,
        add(own.map((one) => one.total)),
      );
      if (rate !== 'null' || vat !== 0) say('VAT', vat);
    }
  }
  const name = ({ method }: Fact<'receipt'> | Fact<'refund'>) =>
    method.kind === 'phone' ? 'Phone' : method.kind === 'cash' ? 'Cash' : `other ${method.name}`;
  const bare = (key: string) => key.replace(/^other /, '');
  for (const [key, own] of groups(receipts, name)) some(bare(key), own.map(moved));
  for (const [key, own] of groups(refunds, name)) some(`${bare(key)} refunded`, own.map(moved), -1);
  const tips = add(receipts.map(({ tip }) => tip)) - add(refunds.map(({ tip }) => tip));
  if (tips !== 0) say('Tips', tips);
  const rounding = add(receipts.map(roundingOf)) - add(refunds.map(roundingOf));
  if (rounding !== 0) say('Cash rounding', rounding);
  say(`Sales x ${receipts.length}`, net);
  some(
    'Refunds',
    refunds.map((one) => one.total),
    -1,
  );
  const acts = { removed: 'Lines removed', reduced: 'Quantity reduced', cleared: 'Bills cleared' };
  for (const [, own] of groups(of('correction'), (one) => `${one.act} ${one.by}`)) {
    some(
      acts[own[0]?.act ?? 'removed'],
      own.map((one) => one.amount),
    );
  }
  for (const [by, own] of groups(receipts, (one) => one.by))
    some(
      by,
      own.map((one) => one.total),
    );
  // The drawer, from the first entry on.
  let [held, opening] = [0, 0];
  const differs: number[] = [];
  const step = ({ fact }: BookEntry, isOwn: boolean) => {
    if (fact.kind === 'drawer') {
      held += fact.act === 'pay_out' ? -fact.amount : fact.amount;
      if (isOwn && fact.act === 'float') opening += fact.amount;
    }
    if (fact.kind === 'receipt' && fact.method.kind === 'cash') held += moved(fact);
    if (fact.kind === 'refund' && fact.method.kind === 'cash') held -= moved(fact);
    if (fact.kind === 'count') {
      if (isOwn) differs.push(fact.sum - held);
      held = fact.sum;
    }
  };
  for (const entry of before) step(entry, false);
  opening = held;
  for (const entry of entries) step(entry, true);
  say('Opening float', opening);
  const drawer = (act: string) =>
    of('drawer').flatMap((one) => (one.act === act ? [one.amount] : []));
  some('Paid in', drawer('pay_in'));
  some('Paid out', drawer('pay_out'), -1);
  if (differs.length > 0) say('Counting difference', add(differs));
  if (withExpected) say('Cash at the end', held);
  const since = (kind: 'receipt' | 'refund') =>
    add(of(kind, [...before, ...entries]).map((one) => one.total));
  say('Sales', since('receipt'));
  say('Refunds', -since('refund'));
  say('Net', since('receipt') - since('refund'));
  return rows.sort();
}

/** Rows with an amount of money. */
const amountsIn = (rows: readonly string[]) => rows.filter((row) => /\| −?\d+\.\d\d$/.test(row));

const SEEDS = Array.from({ length: 12 }, (_, place) => place + 1);

describe('an X or a Z report', () => {
  it('says the same on paper, at the till, over bridge and API, and in the portal', async () => {
    for (const seed of SEEDS) {
      const { pages, books } = periodsOf(randomBooks(seed, 2));
      const open = await reportPage(
        { books: () => books, periods: async () => [], read: async () => [] },
        NOW,
        null,
      );
      const all = [...pages.map(({ page }) => page), ...(open === null ? [] : [open])];
      expect(all).toHaveLength(3);
      for (const page of all) {
        expect(differences(drawings(page)), `seed ${seed}`).toEqual([]);
        const paper = reportPaper(page, SETTINGS);
        expect(lettersOfPage(paper)).toBe(letters(rowsOfPaper(paper)));
      }
    }
  });

  it('has the figures that its receipts add up to', async () => {
    for (const seed of SEEDS) {
      const { pages, books, own, before } = periodsOf(randomBooks(seed, 2));
      const open = await reportPage(
        { books: () => books, periods: async () => [], read: async () => [] },
        NOW,
        null,
      );
      if (open === null) throw new Error('no X report');
      for (const { page, entries, before: earlier } of [
        ...pages,
        { page: open, entries: own, before },
      ]) {
        const found = amountsIn(drawings(page).till ?? []);
        expect(found, `seed ${seed}`).toEqual(
          amountsIn(addedUp(entries, earlier, page.closed !== null)),
        );
      }
    }
  });

  it('does not say what the drawer should hold before the day is closed', async () => {
    const { books } = periodsOf(randomBooks(7, 2));
    const page = await reportPage(
      { books: () => books, periods: async () => [], read: async () => [] },
      NOW,
      null,
    );
    expect(page?.report.drawer.expected).toBeNull();
    expect(JSON.stringify(page === null ? null : drawings(page))).not.toContain('Cashattheend');
  });

  it('states no rate that is none', () => {
    const page = periodsOf(randomBooks(3, 2)).pages[0]?.page;
    if (page === undefined) throw new Error('no Z report');
    const vat = ['25', '1', '-0.1', 'x', '0.25'].map((vatRate) => ({
      vatRate,
      total: money(10_000),
      vat: money(2_000),
    }));
    const drawn = drawings({
      ...page,
      report: { ...page.report, vat, refundedVat: [] },
    } as ReportPage);
    expect(differences(drawn)).toEqual([]);
    const rows = drawn.paper ?? [];
    expect(rows.filter((row) => row.includes('%'))).toEqual(['25% | 100.00']);
    expect(rows.filter((row) => row.startsWith('NoVATrate'))).toHaveLength(4);
    // Their VAT is on the report all the same.
    expect(rows.filter((row) => row === 'VAT | 20.00')).toHaveLength(5);
  });

  it('misses a row on one drawing, and the comparison finds it', () => {
    const page = periodsOf(randomBooks(3, 2)).pages[0]?.page;
    if (page === undefined) throw new Error('no Z report');
    const drawn = drawings(page);
    const portal = (drawn.portal ?? []).filter((row) => !row.startsWith('Openingfloat'));
    expect(differences({ ...drawn, portal })).toHaveLength(1);
  });
});

describe('the report of a day', () => {
  const counted = (count: number, amount: number) => ({ count, amount: money(amount) });
  const sums = (currency: string) => ({
    currency,
    ...{ captured: counted(3, 30_000), additional: money(500), refunded: counted(1, 2_000) },
    net: money(28_000),
    byMethod: [{ method: 'sticker' as const, ...counted(3, 30_000) }],
    tenders: [
      {
        kind: 'cash' as const,
        name: null,
        ...counted(4, 41_000),
        refunded: counted(2, 700),
      },
      {
        kind: 'other' as const,
        name: 'Gift card',
        ...counted(1, 900),
        refunded: counted(0, 0),
      },
    ],
  });
  const page = {
    ...{ day: '2026-03-09', at: NOW, days: [] },
    sums: { currencies: [sums('EUR'), sums('NOK')], sales: [{ state: 'paid' as const, count: 3 }] },
  };

  it('says the same on paper and at the till, with what went back in cash', () => {
    const content = dayContent(dayReport(page, SETTINGS), SETTINGS.shop, LETTERS);
    const paper = rowsOfPaper(dayPaper(page, SETTINGS));
    const till = rowsOfSlip(content, FORMAT, true);
    expect(differences({ paper, till })).toEqual([]);
    expect(till.filter((row) => row === 'Cashrefundedx2 | −7.00')).toHaveLength(2);
    expect(till).toContain('Cashx4 | 410.00');
  });
});
