import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import {
  type CloseEntry,
  hashInBooks,
  readClose,
  unsignedOf,
} from '../../../shared/books/close.ts';
import type { BookEntry, BookFact, PeriodReport } from '../../../shared/books/entry.ts';
import { handOver } from '../../../shared/books/hand-over.ts';
import { entryOfCommand, receiptOfSale } from '../../../shared/ids/host-ids.ts';
import { money, ZERO } from '../../../shared/money/money.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { periodInput } from '../../../shared/protocol/period.ts';
import { hashOf, randomBooks, sealed } from '../../support/random-books.ts';

const close = randomBooks(5, 1).find(({ fact }) => fact.kind === 'close');
if (close?.fact.kind !== 'close') throw new Error('no close');
const SMALL: CloseEntry = { ...close, fact: close.fact };
const HASH = 'a'.repeat(64);

type Sizes = {
  readonly discounts: number;
  readonly corrections: number;
  readonly people: number;
  readonly tenders: number;
  readonly rates: number;
  readonly unsigned: number;
  readonly started: number;
  readonly days: number;
  readonly texts: readonly string[];
  readonly amount: number;
};

/** A close with lists of these sizes. */
function closeOf(sizes: Sizes): CloseEntry {
  const { texts, amount } = sizes;
  const list = <T>(length: number, row: (index: number) => T) =>
    Array.from({ length }, (_, index) => row(index));
  const text = (index: number) => `${texts[index % texts.length] ?? ''}${index}`;
  const sum = (index: number) => ({ count: index % 7, amount: money(amount + (index % 11)) });
  const rate = (index: number) => ({
    vatRate: index === 0 ? null : text(index),
    total: sum(index).amount,
    vat: money(index),
  });
  const report: PeriodReport = {
    ...SMALL.fact.report,
    till: text(1),
    days: list(sizes.days, (index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    ),
    discounts: list(sizes.discounts, (index) => ({
      ...{ reason: text(index), by: text(index + 1), approvedBy: index % 2 ? text(index) : null },
      ...sum(index),
    })),
    corrections: list(sizes.corrections, (index) => ({
      act: (['removed', 'reduced', 'cleared'] as const)[index % 3] ?? 'removed',
      by: text(index),
      ...sum(index),
    })),
    people: list(sizes.people, (index) => ({ by: text(index), ...sum(index) })),
    tenders: list(sizes.tenders, (index) => ({
      ...{ kind: index === 0 ? ('cash' as const) : ('other' as const) },
      ...{ name: index === 0 ? null : text(index), sales: sum(index), refunds: sum(index + 1) },
    })),
    vat: list(sizes.rates, rate),
    refundedVat: list(sizes.rates, rate),
    fiscal: {
      ...{ without: 'sell_and_mark', signed: 1, failed: 2 },
      unsigned: list(sizes.unsigned, text),
      started: list(sizes.started, text),
    },
  };
  const fact = {
    ...SMALL.fact,
    id: entryOfCommand(text(0)),
    by: text(1),
    approvedBy: text(2),
    report,
  };
  return sealed({ ...SMALL, fact });
}

/** Entries of payments by phone; of every thousandth the books do not know the id. */
function paid(length: number): readonly BookEntry[] {
  const method = (index: number) => ({
    kind: 'phone' as const,
    tid: index % 1_000 === 500 ? '' : `${index}`.padStart(LIMITS.referenceMax, 'x'),
  });
  return Array.from({ length }, (_, index) => ({
    ...{ v: 1, entry: index + 1, receipt: index + 1, day: '2026-01-01', previous: HASH },
    ...{ hash: HASH, signature: null },
    fact: {
      ...{
        id: receiptOfSale(`${index}`),
        at: 0,
        by: '',
        kind: 'receipt',
        bill: null,
        lines: [],
        discounts: [],
      },
      ...{ gross: ZERO, total: money(999_999_999_999), vat: [], tip: ZERO },
      method: method(index),
    } satisfies BookFact,
  }));
}

const count = fc.oneof(fc.nat(3), fc.constantFrom(99, 150, 1_100, 6_000));
const sizes: fc.Arbitrary<Sizes> = fc.record({
  ...{ discounts: count, corrections: count, people: count, tenders: count, rates: count },
  ...{ unsigned: count, started: count },
  days: fc.constantFrom(0, 1, 400, 401, 900),
  texts: fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { minLength: 1, maxLength: 4 }),
  amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
});

/** All that adds up in a report. */
function totals({ discounts, corrections, people, tenders, vat, refundedVat }: PeriodReport) {
  const sums = (all: readonly { readonly count: number; readonly amount: number }[]) => [
    all.reduce((sum, one) => sum + one.count, 0),
    all.reduce((sum, one) => sum + one.amount, 0),
  ];
  const rates = (all: PeriodReport['vat']) => [
    all.reduce((sum, one) => sum + one.total, 0),
    all.reduce((sum, one) => sum + one.vat, 0),
  ];
  const acts = ['removed', 'reduced', 'cleared'] as const;
  return {
    discounts: sums(discounts),
    corrections: acts.map((act) => sums(corrections.filter((one) => one.act === act))),
    people: sums(people),
    cash: tenders.filter(({ kind }) => kind === 'cash'),
    sales: sums(tenders.map(({ sales }) => sales)),
    refunds: sums(tenders.map(({ refunds }) => refunds)),
    vat: rates(vat),
    refundedVat: rates(refundedVat),
  };
}

it('hands over what the service takes, with the sums of the period, whatever a till has closed', () => {
  fc.assert(
    fc.property(sizes, (drawn) => {
      const made = closeOf(drawn);
      const input = handOver([made], made, sealed);
      expect(periodInput.safeParse(input).success).toBe(true);
      const read = readClose(input?.close ?? '');
      if (read === null) throw new Error('the service cannot read it');
      expect(totals(read.fact.report)).toEqual(totals(made.fact.report));
      expect(unsignedOf(read.fact)).toBe(drawn.unsigned);
      expect(hashInBooks(read)).toBe(made.hash);
      const whole = JSON.stringify(made);
      const fits = whole.length <= LIMITS.periodCloseMax && readClose(whole) !== null;
      expect(input?.close === whole).toBe(fits);
      expect(read.fact.folded === undefined).toBe(fits);
      const { hash, signature: _, ...content } = JSON.parse(input?.close ?? '');
      expect(hashOf(content)).toBe(hash);
    }),
    { numRuns: 15 },
  );
});

it('hands over as many payments as the service takes, counts the others, and leaves out those without an id', () => {
  const list = 6_000;
  const made = closeOf({
    ...{ discounts: list, corrections: list, people: list, tenders: list, rates: list },
    ...{ unsigned: list, started: list, days: 900, texts: ['\u6f22\u5b57"\\'.repeat(60)] },
    amount: 1,
  });
  const input = handOver(paid(LIMITS.periodPaymentsMax + 1_000), made, sealed);
  expect(periodInput.safeParse(input).error).toBeUndefined();
  expect(input?.payments).toHaveLength(LIMITS.periodPaymentsMax);
  expect(readClose(input?.close ?? '')?.fact.folded?.payments).toBe(979);
  expect(Buffer.byteLength(JSON.stringify(input))).toBeLessThanOrEqual(LIMITS.periodBodyBytesMax);
});

it('a line of a hundred thousand levels is no close, and is not parsed', () => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(readClose('['.repeat(250_000) + ']'.repeat(250_000))).toBeNull();
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
