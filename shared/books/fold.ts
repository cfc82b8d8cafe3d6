import type { EntryId } from '../ids/host-ids.ts';
import { add, type MoneyInteger, ZERO } from '../money/money.ts';
import type { CloseFact, Folded } from './close.ts';
import type { PeriodReport, Sum } from './entry.ts';

/*
 * A close with fewer rows (D-402). A shop can give thousands of different discounts, and a fiscal device can be absent for
 * weeks, but the service takes a close of a bounded size. Each list keeps its largest rows; all others are one row, so
 * that every total stays what it is.
 */

/** Stands for everything that has no row of its own. */
export const OTHERS = 'others';

/** Characters of a text, and business days, as many as the service takes. */
const TEXT_MAX = 200;
const RATE_MAX = 20;
const DAYS_MAX = 400;

/** The same close with at most `rows` rows in each list, beside the rows of the others. `hash` is that of the books. */
export function foldClose(
  fact: CloseFact,
  rows: number,
  { hash, payments }: Pick<Folded, 'hash' | 'payments'>,
): CloseFact {
  const { report } = fact;
  const { fiscal } = report;
  return {
    ...fact,
    id: clipped(fact.id) as EntryId,
    by: clipped(fact.by),
    approvedBy: clippedOrNull(fact.approvedBy),
    folded: {
      hash,
      payments,
      unsigned: Math.max(0, (fiscal?.unsigned.length ?? 0) - rows),
      started: Math.max(0, (fiscal?.started.length ?? 0) - rows),
    },
    report: {
      ...report,
      till: clipped(report.till),
      days: foldDays(report.days),
      discounts: foldDiscounts(report.discounts, rows),
      returned: foldReturned(report.returned, rows),
      vat: foldRates(report.vat, rows),
      refundedVat: foldRates(report.refundedVat, rows),
      tenders: foldTenders(report.tenders, rows),
      corrections: foldCorrections(report.corrections, rows),
      people: foldPeople(report.people, rows),
      ...(fiscal === undefined
        ? {}
        : {
            fiscal: {
              ...fiscal,
              unsigned: fiscal.unsigned.slice(0, rows).map(clipped),
              started: fiscal.started.slice(0, rows).map(clipped),
            },
          }),
    },
  };
}

const clipped = (text: string) => text.slice(0, TEXT_MAX).toWellFormed();
const clippedOrNull = (text: string | null) => (text === null ? null : clipped(text));

/** The first and the last days: a range that asks for one of them finds the period. */
function foldDays(days: readonly string[]): readonly string[] {
  if (days.length <= DAYS_MAX) return days;
  return [...days.slice(0, DAYS_MAX / 2), ...days.slice(-DAYS_MAX / 2)];
}

/** The rows with the largest figures, and the others. Both are in the order of the list. */
function divide<T>(list: readonly T[], rows: number, sizeOf: (row: T) => number) {
  const largest = new Set(
    [...list].sort((a, b) => Math.abs(sizeOf(b)) - Math.abs(sizeOf(a))).slice(0, rows),
  );
  return {
    kept: list.filter((row) => largest.has(row)),
    rest: list.filter((row) => !largest.has(row)),
  };
}

const sumOf = (all: readonly Sum[]): Sum => ({
  count: all.reduce((sum, { count }) => sum + count, 0),
  amount: amountOf(all.map(({ amount }) => amount)),
});
const amountOf = (all: readonly MoneyInteger[]): MoneyInteger => add(ZERO, ...all);
const sizeOfSum = ({ amount }: Sum) => amount;

function foldDiscounts(all: PeriodReport['discounts'], rows: number): PeriodReport['discounts'] {
  const { kept, rest } = divide(all, rows, sizeOfSum);
  const others = { reason: OTHERS, by: OTHERS, approvedBy: null, ...sumOf(rest) };
  return [
    ...kept.map((row) => ({
      ...row,
      reason: clipped(row.reason),
      by: clipped(row.by),
      approvedBy: clippedOrNull(row.approvedBy),
    })),
    ...(rest.length === 0 ? [] : [others]),
  ];
}

function foldReturned(all: PeriodReport['returned'], rows: number): PeriodReport['returned'] {
  const { kept, rest } = divide(all, rows, sizeOfSum);
  const others = { by: OTHERS, approvedBy: null, ...sumOf(rest) };
  return [
    ...kept.map((row) => ({
      ...row,
      by: clipped(row.by),
      approvedBy: clippedOrNull(row.approvedBy),
    })),
    ...(rest.length === 0 ? [] : [others]),
  ];
}

/** Each act has its own row of the others. */
function foldCorrections(
  all: PeriodReport['corrections'],
  rows: number,
): PeriodReport['corrections'] {
  const { kept, rest } = divide(all, rows, sizeOfSum);
  const acts = [...new Set(rest.map(({ act }) => act))];
  return [
    ...kept.map((row) => ({ ...row, by: clipped(row.by) })),
    ...acts.map((act) => ({ act, by: OTHERS, ...sumOf(rest.filter((row) => row.act === act)) })),
  ];
}

function foldPeople(all: PeriodReport['people'], rows: number): PeriodReport['people'] {
  const { kept, rest } = divide(all, rows, sizeOfSum);
  return [
    ...kept.map((row) => ({ ...row, by: clipped(row.by) })),
    ...(rest.length === 0 ? [] : [{ by: OTHERS, ...sumOf(rest) }]),
  ];
}

/** Phone and cash have one row each, which stays. */
function foldTenders(all: PeriodReport['tenders'], rows: number): PeriodReport['tenders'] {
  const named = all.filter(({ kind }) => kind === 'other');
  const { kept, rest } = divide(named, rows, ({ sales, refunds }) =>
    Math.max(sales.amount, refunds.amount),
  );
  const others = {
    kind: 'other' as const,
    name: OTHERS,
    sales: sumOf(rest.map(({ sales }) => sales)),
    refunds: sumOf(rest.map(({ refunds }) => refunds)),
  };
  return [
    ...all.filter(({ kind }) => kind !== 'other'),
    ...kept.map((row) => ({ ...row, name: clippedOrNull(row.name) })),
    ...(rest.length === 0 ? [] : [others]),
  ];
}

/** The rates of the others are not known to the service, as those without a rate. */
function foldRates(all: PeriodReport['vat'], rows: number): PeriodReport['vat'] {
  const named = all.filter(({ vatRate }) => vatRate !== null && vatRate.length <= RATE_MAX);
  const { kept } = divide(named, rows, ({ total }) => total);
  const rest = all.filter((row) => !kept.includes(row));
  if (rest.length === 0) return kept;
  const others = {
    vatRate: null,
    total: amountOf(rest.map(({ total }) => total)),
    vat: amountOf(rest.map(({ vat }) => vat)),
  };
  return [...kept, others];
}
