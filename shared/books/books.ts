import type { DiscountGiven, Person, ReturnedDeposits } from '../bill/bill.ts';
import { byRate, type RatedAmount } from '../lines/divide.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import type { Instant } from '../time/clock.ts';
import type { BookEntry, BookedMethod, BookFact, PeriodReport, Sum } from './entry.ts';
import {
  type Fiscal,
  fiscalAfter,
  fiscalOfReport,
  inNextPeriod,
  NO_FISCAL,
  withBooked,
  withFiscal,
} from './fiscal.ts';
import { movedBy } from './receipts.ts';

/* The state of the books after some entries, and the report of the open period. Pure; amounts in minor units. */

const NOTHING: Sum = { count: 0, amount: ZERO };
const plus = ({ count, amount }: Sum, more: MoneyInteger): Sum => ({
  count: count + 1,
  amount: add(amount, more),
});

type Tender = PeriodReport['tenders'][number];
type Correction = PeriodReport['corrections'][number];
type OfPerson = PeriodReport['people'][number];
type Discounts = PeriodReport['discounts'][number];
type Returned = PeriodReport['returned'][number];

/** The sums of a period, by the keys of what they are kept for. */
type Period = {
  readonly entries: number;
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly days: readonly string[];
  readonly receipts: { readonly first: number; readonly last: number } | null;
  readonly sales: Sum;
  readonly gross: MoneyInteger;
  readonly discounts: ReadonlyMap<string, Discounts>;
  readonly returned: ReadonlyMap<string, Returned>;
  readonly payouts: Sum;
  readonly vat: readonly RatedAmount[];
  readonly refundedVat: readonly RatedAmount[];
  readonly tips: MoneyInteger;
  readonly rounding: MoneyInteger;
  readonly refunds: Sum;
  readonly otherTills: Sum;
  readonly tenders: ReadonlyMap<string, Tender>;
  readonly corrections: ReadonlyMap<string, Correction>;
  readonly people: ReadonlyMap<Person, OfPerson>;
  readonly opening: MoneyInteger;
  readonly payIn: Sum;
  readonly payOut: Sum;
  readonly noSale: number;
  readonly counts: number;
  readonly difference: MoneyInteger;
};

/** The books after their last entry. */
export type Books = {
  readonly till: string;
  readonly currency: string;
  /** Last numbers, 0 before the first. */
  readonly entry: number;
  readonly receipt: number;
  readonly close: number;
  /** Hash of the last entry; 64 zeros before the first. */
  readonly hash: string;
  /**
   * The latest time of the entries since the last close, or of that close; null before the first entry. A clock that was
   * once ahead counts until the next close.
   */
  readonly latest: Instant | null;
  /** What the drawer should hold now. */
  readonly drawer: MoneyInteger;
  readonly hasCash: boolean;
  /** Since the first entry. */
  readonly grandSales: MoneyInteger;
  readonly grandRefunds: MoneyInteger;
  readonly period: Period;
  readonly fiscal: Fiscal;
};

export const FIRST_HASH = '0'.repeat(64);

export const NO_BOOKS: Books = {
  till: '',
  currency: '',
  entry: 0,
  receipt: 0,
  close: 0,
  hash: FIRST_HASH,
  latest: null,
  drawer: ZERO,
  hasCash: false,
  grandSales: ZERO,
  grandRefunds: ZERO,
  period: newPeriod(ZERO),
  fiscal: NO_FISCAL,
};

function newPeriod(opening: MoneyInteger): Period {
  return {
    entries: 0,
    from: null,
    to: null,
    days: [],
    receipts: null,
    sales: NOTHING,
    gross: ZERO,
    discounts: new Map(),
    returned: new Map(),
    payouts: NOTHING,
    vat: [],
    refundedVat: [],
    tips: ZERO,
    rounding: ZERO,
    refunds: NOTHING,
    otherTills: NOTHING,
    tenders: new Map(),
    corrections: new Map(),
    people: new Map(),
    opening,
    payIn: NOTHING,
    payOut: NOTHING,
    noSale: 0,
    counts: 0,
    difference: ZERO,
  };
}

/** The books at the end of a closed period, by its close and the last receipt number. */
export function booksAfter(close: BookEntry, receipt: number): Books {
  if (close.fact.kind !== 'close') throw new RangeError(`entry ${close.entry} is no close`);
  const { report, number } = close.fact;
  const { till, currency, grand, drawer } = report;
  return {
    till,
    currency,
    entry: close.entry,
    receipt,
    close: number,
    hash: close.hash,
    latest: close.fact.at,
    drawer: drawer.expected,
    hasCash: hadCash(report),
    grandSales: grand.sales,
    grandRefunds: grand.refunds,
    period: newPeriod(drawer.expected),
    fiscal: fiscalAfter(report),
  };
}

/** True if the drawer has cash at the close, or the period moved some. A start knows no more of it. */
const hadCash = ({ drawer, tenders }: PeriodReport) =>
  drawer.expected !== 0 || tenders.some(({ kind }) => kind === 'cash');

/** The books after one more entry. */
export function reduceBooks(books: Books, entry: BookEntry): Books {
  const { fact, hash, receipt } = entry;
  const counted = { entry: entry.entry, hash, receipt: receipt ?? books.receipt };
  if (fact.kind === 'close') {
    const hasCash = hadCash(fact.report);
    return {
      ...books,
      ...counted,
      close: fact.number,
      latest: fact.at,
      hasCash,
      period: newPeriod(books.drawer),
      fiscal: inNextPeriod(books.fiscal),
    };
  }
  const latest = Math.max(books.latest ?? fact.at, fact.at);
  const next = applyFact({ ...books, ...counted, latest }, fact);
  return { ...next, period: placed(next.period, entry) };
}

/** False for a fact that makes its period no longer: an act of the fiscal device, and a look at the sums. */
export const isOfPeriod = ({ kind }: BookFact) => kind !== 'fiscal' && kind !== 'x_report';

/** Notes when the entry was made and which number it has. */
function placed(period: Period, { fact, day, receipt }: BookEntry): Period {
  const { from, days, receipts } = period;
  const entries = period.entries + 1;
  // A signature that comes late, perhaps after midnight, does not make the period longer.
  if (!isOfPeriod(fact)) return { ...period, entries };
  return {
    ...period,
    entries,
    from: from ?? fact.at,
    to: fact.at,
    days: days.includes(day) ? days : [...days, day].sort(),
    receipts: receipt === null ? receipts : { first: receipts?.first ?? receipt, last: receipt },
  };
}

type Kind<K extends BookFact['kind']> = Extract<BookFact, { kind: K }>;

function applyFact(books: Books, fact: Exclude<BookFact, { kind: 'close' }>): Books {
  switch (fact.kind) {
    case 'begin':
      return { ...books, till: fact.till, currency: fact.currency };
    case 'receipt':
      return { ...withReceipt(books, fact), fiscal: withBooked(books.fiscal, fact.id) };
    case 'refund':
      return { ...withRefund(books, fact), fiscal: withBooked(books.fiscal, fact.id) };
    case 'correction':
      return { ...books, period: withCorrection(books.period, fact) };
    case 'drawer':
      return withDrawer(books, fact);
    case 'x_report':
      return books;
    case 'fiscal':
      return { ...books, fiscal: withFiscal(books.fiscal, fact) };
    case 'count': {
      const { period } = books;
      const difference = add(period.difference, subtract(fact.sum, books.drawer));
      const drawer = fact.sum;
      return { ...books, drawer, period: { ...period, counts: period.counts + 1, difference } };
    }
  }
}

function withReceipt(books: Books, fact: Kind<'receipt'>): Books {
  const { period } = books;
  const { total, gross, tip, method, discounts, returned = [], by } = fact;
  const moved = movedBy(fact);
  const rounding = method.kind === 'cash' ? method.rounding : ZERO;
  return {
    ...books,
    drawer: method.kind === 'cash' ? add(books.drawer, moved) : books.drawer,
    hasCash: books.hasCash || method.kind === 'cash',
    grandSales: add(books.grandSales, total),
    period: {
      ...period,
      sales: plus(period.sales, total),
      gross: add(period.gross, gross),
      discounts: discounts.reduce(withDiscount, period.discounts),
      returned: returned.reduce(withReturned, period.returned),
      payouts: total < 0 ? plus(period.payouts, subtract(ZERO, moved)) : period.payouts,
      vat: byRate([...period.vat, ...fact.vat]),
      tips: add(period.tips, tip),
      rounding: add(period.rounding, rounding),
      tenders: withTender(period.tenders, method, 'sales', moved),
      people: new Map(period.people).set(by, {
        by,
        ...plus(period.people.get(by) ?? NOTHING, total),
      }),
    },
  };
}

function withRefund(books: Books, fact: Kind<'refund'>): Books {
  const { period } = books;
  const { total, tip, method } = fact;
  const moved = movedBy(fact);
  const rounding = method.kind === 'cash' ? method.rounding : ZERO;
  return {
    ...books,
    drawer: method.kind === 'cash' ? subtract(books.drawer, moved) : books.drawer,
    hasCash: books.hasCash || method.kind === 'cash',
    grandRefunds: add(books.grandRefunds, total),
    period: {
      ...period,
      refunds: plus(period.refunds, total),
      otherTills:
        fact.otherReceipt === undefined ? period.otherTills : plus(period.otherTills, total),
      refundedVat: byRate([...period.refundedVat, ...fact.vat]),
      tips: subtract(period.tips, tip),
      rounding: subtract(period.rounding, rounding),
      tenders: withTender(period.tenders, method, 'refunds', moved),
    },
  };
}

function withDrawer(books: Books, { act, amount }: Kind<'drawer'>): Books {
  const { period, drawer } = books;
  switch (act) {
    case 'no_sale':
      return { ...books, period: { ...period, noSale: period.noSale + 1 } };
    case 'float':
      return {
        ...books,
        hasCash: true,
        drawer: add(drawer, amount),
        period: { ...period, opening: add(period.opening, amount) },
      };
    case 'pay_in':
      return {
        ...books,
        hasCash: true,
        drawer: add(drawer, amount),
        period: { ...period, payIn: plus(period.payIn, amount) },
      };
    case 'pay_out':
      return {
        ...books,
        drawer: subtract(drawer, amount),
        period: { ...period, payOut: plus(period.payOut, amount) },
      };
  }
}

function withDiscount(
  discounts: Period['discounts'],
  { reason, by, approvedBy, amount }: DiscountGiven,
): Period['discounts'] {
  const key = JSON.stringify([reason, by, approvedBy]);
  const sum = plus(discounts.get(key) ?? NOTHING, amount);
  return new Map(discounts).set(key, { reason, by, approvedBy, ...sum });
}

function withReturned(
  all: Period['returned'],
  { by, approvedBy, pieces, amount }: ReturnedDeposits,
): Period['returned'] {
  const key = JSON.stringify([by, approvedBy]);
  const before = all.get(key) ?? NOTHING;
  const sum = { count: before.count + pieces, amount: add(before.amount, amount) };
  return new Map(all).set(key, { by, approvedBy, ...sum });
}

function withTender(
  tenders: Period['tenders'],
  method: BookedMethod,
  way: 'sales' | 'refunds',
  moved: MoneyInteger,
): Period['tenders'] {
  const name = method.kind === 'other' ? method.name : null;
  const key = JSON.stringify([method.kind, name]);
  const none = { kind: method.kind, name, sales: NOTHING, refunds: NOTHING };
  const before = tenders.get(key) ?? none;
  return new Map(tenders).set(key, { ...before, [way]: plus(before[way], moved) });
}

function withCorrection(period: Period, { act, by, amount }: Kind<'correction'>): Period {
  const key = JSON.stringify([act, by]);
  const sum = plus(period.corrections.get(key) ?? NOTHING, amount);
  return { ...period, corrections: new Map(period.corrections).set(key, { act, by, ...sum }) };
}

const byKey = <T>(map: ReadonlyMap<string, T>): readonly T[] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);

/** The report of the open period: an X report, or the Z report of a close at `now` that follows. */
export function reportOf(books: Books, now: Instant): PeriodReport {
  const { period, till, currency, grandSales, grandRefunds } = books;
  const { days, receipts, sales, gross, tips, rounding, refunds, otherTills } = period;
  const { opening, payIn, payOut, noSale, counts, difference } = period;
  return {
    till,
    currency,
    from: period.from ?? now,
    to: period.to ?? now,
    days,
    receipts,
    sales,
    gross,
    discounts: byKey(period.discounts),
    returned: byKey(period.returned),
    payouts: period.payouts,
    net: sales.amount,
    vat: period.vat,
    refundedVat: period.refundedVat,
    tips,
    rounding,
    refunds,
    ...(otherTills.count === 0 ? {} : { otherTills }),
    tenders: byKey(period.tenders),
    corrections: byKey(period.corrections),
    people: byKey(period.people),
    drawer: { opening, payIn, payOut, noSale, expected: books.drawer, counts, difference },
    ...fiscalOfReport(books.fiscal),
    grand: {
      sales: grandSales,
      refunds: grandRefunds,
      net: money(grandSales - grandRefunds),
    },
  };
}
