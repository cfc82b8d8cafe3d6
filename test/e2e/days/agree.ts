import { expect } from 'vitest';
import { verifyAt } from '../../../main/commands/journal/verify.ts';
import type { PeriodReport } from '../../../shared/books/entry.ts';
import { receiptOfTender, type TenderId } from '../../../shared/ids/host-ids.ts';
import { differences } from '../../simulation/reader/period.ts';
import { type OnDisk, sum } from './read-books.ts';
import { type ReadPeriod, readPeriods } from './read-day.ts';
import type { Shop } from './shop.ts';

/** A payment or a refund as a person at the counter has seen it. Amounts in minor units. */
export type Seen = {
  /** `cash`, `phone` or the name of another tender. */
  readonly by: string;
  readonly amount: number;
  readonly tip?: number;
  /** What coins have changed. */
  readonly rounding?: number;
};

export type SeenDay = {
  readonly sales: readonly Seen[];
  readonly refunds: readonly Seen[];
  /** What the drawer holds at the end, and what the counts differed by. */
  readonly drawer: { readonly holds: number; readonly difference: number };
};

type Fact = ReadPeriod['entries'][number]['fact'];
type Payment = Extract<Fact, { readonly kind: 'receipt' | 'refund' }>;

/** Ends the shop, and compares what a person has seen with each book that was written of it, to the minor unit. */
export async function agree(shop: Shop, days: readonly SeenDay[]): Promise<readonly ReadPeriod[]> {
  // The service has each closed period before the shop ends.
  await expect.poll(() => shop.handedOver()).toBe(days.length);
  const disk = await shop.close();
  const kept = shop
    .rows<{ close_line: string }>('SELECT close_line FROM till_period ORDER BY number')
    .map(({ close_line: line }) => line);
  const periods = readPeriods(shop.directory);
  const closed = periods.filter(({ z }) => z !== null);
  expect(closed).toHaveLength(days.length);
  for (const [place, period] of closed.entries()) {
    // The Z report is what an independent reader adds up, and what the service keeps.
    expect(differences(period.said ?? new Map(), period.own)).toEqual([]);
    expect(period.closeLine).toBe(kept[place]);
    expect(factsOf(period, 'receipt').map(seenOf)).toEqual(days[place]?.sales.map(whole));
    expect(factsOf(period, 'refund').map(seenOf)).toEqual(days[place]?.refunds.map(whole));
    const { holds, difference } = days[place]?.drawer ?? {};
    expect(period.z?.drawer).toMatchObject({ expected: holds, difference });
  }
  compareJournal(disk, periods);
  compareLedger(disk, periods);
  comparePapers(disk, periods);
  expect(await verifyAt(shop.directory, null)).toMatchObject({ ok: true });
  return periods;
}

const whole = ({ by, amount, tip = 0, rounding = 0 }: Seen) => ({ by, amount, tip, rounding });

const factsOf = (
  { entries }: Pick<ReadPeriod, 'entries'>,
  kind: Payment['kind'],
): readonly Payment[] => entries.flatMap(({ fact }) => (isOf(kind, fact) ? [fact] : []));

const isOf = (kind: Payment['kind'], fact: Fact): fact is Payment => fact.kind === kind;

const object = (value: unknown) => (value ?? {}) as Record<string, unknown>;

const roundingOf = ({ method }: Payment) => (method.kind === 'cash' ? method.rounding : 0);

function seenOf(fact: Payment) {
  const { method, total: amount, tip } = fact;
  const by = method.kind === 'other' ? method.name : method.kind;
  return { by, amount, tip, rounding: roundingOf(fact) };
}

const movedOf = (fact: Payment) => fact.total + fact.tip + roundingOf(fact);

/** Each paid tender of the journal is one receipt of the same sum. */
function compareJournal({ journal }: OnDisk, periods: readonly ReadPeriod[]): void {
  const records = journal.flatMap((one) => (one.kind === 'bill' ? [object(one.record)] : []));
  const tenders = records.flatMap(({ act, tender, method, amount, tip, rounding = 0 }) => {
    const isPaid = act === 'tender_paid' || (act === 'pay' && object(method).kind !== 'phone');
    return isPaid ? [{ id: receiptOfTender(tender as TenderId), amount, tip, rounding }] : [];
  });
  const receipts = periods
    .flatMap((period) => factsOf(period, 'receipt'))
    .map((fact) => {
      const { amount, tip, rounding } = seenOf(fact);
      return { id: fact.id, amount, tip, rounding };
    });
  expect(receipts).toEqual(tenders);
}

/** The service has captured and refunded what the books say of phones, and its ledger is balanced. */
function compareLedger({ log, entries }: OnDisk, periods: readonly ReadPeriod[]): void {
  const byPhone = (kind: Payment['kind']) =>
    periods
      .flatMap((period) => factsOf(period, kind))
      .flatMap(({ method, total: amount, tip: additional_amount }) =>
        method.kind === 'phone' ? [{ tid: method.tid, amount, additional_amount }] : [],
      );
  const done = (action: string) =>
    log
      .filter((line) => line.action === action)
      .map(({ tid, amount, additional_amount }) => ({ tid, amount, additional_amount }));
  expect(done('capture')).toEqual(byPhone('receipt'));
  expect(done('refund')).toEqual(byPhone('refund'));
  const onAccount = (name: string) =>
    sum(entries.filter(({ account }) => account === name).map(({ amount }) => amount));
  expect(sum(entries.map(({ amount }) => amount))).toBe(0);
  const moved = (kind: Payment['kind']) =>
    sum(byPhone(kind).map((one) => one.amount + one.additional_amount));
  expect(-onAccount('customers')).toBe(moved('receipt'));
  expect(onAccount('refunds')).toBe(moved('refund'));
}

/** The amounts of the paper's lines with this label, in minor units. */
const amountsAt = (paper: readonly string[], label: string) =>
  paper
    .filter((line) => line.startsWith(`${label} kr`))
    .map((line) => Number(line.replaceAll(/[^\d]/g, '')));

/** Each rate has its VAT on paper. */
const vatOnPaper = ({ vatRate, vat }: PeriodReport['vat'][number]) =>
  vatRate === null ? [] : [vat];

/** No paper says another sum than the books, and each Z report is on paper with its sums. */
function comparePapers({ papers }: OnDisk, periods: readonly ReadPeriod[]): void {
  const entries = periods.flatMap((period) => period.entries);
  const sums = new Map(
    entries.flatMap(({ receipt, fact }) =>
      isOf('receipt', fact) || isOf('refund', fact) ? [[receipt, movedOf(fact)] as const] : [],
    ),
  );
  const numbered = papers.flatMap((paper) => {
    const line = paper.find((one) => /^(?:Receipt|Refund) \S+-\S+/.test(one));
    return line === undefined ? [] : [{ number: Number(/-R(\d+)\b/.exec(line)?.[1]), paper }];
  });
  expect(numbered.length).toBeGreaterThan(3);
  for (const { number, paper } of numbered) {
    const total = paper.find((line) => line.startsWith('Total kr')) ?? '';
    const shown = Number(total.replaceAll(/[^\d]/g, ''));
    expect({ number, shown }).toEqual({ number, shown: sums.get(number) });
  }
  for (const { z, entries: own } of periods) {
    if (z === null) continue;
    const close = own.at(-1)?.fact;
    const number = close?.kind === 'close' ? close.number : 0;
    const paper = papers.find((lines) => lines.includes(`Z report ${number}`)) ?? [];
    expect(amountsAt(paper, 'Net')).toEqual([z.net, z.grand.net]);
    expect(amountsAt(paper, 'Gross')).toEqual([z.gross]);
    expect(amountsAt(paper, 'Opening float')).toEqual([z.drawer.opening]);
    expect(amountsAt(paper, 'VAT')).toEqual([...z.vat, ...z.refundedVat].flatMap(vatOnPaper));
    expect(amountsAt(paper, 'Tips')).toEqual(z.tips === 0 ? [] : [z.tips]);
    expect(amountsAt(paper, 'Cash at the end')).toEqual([z.drawer.expected]);
  }
}
