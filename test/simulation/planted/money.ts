import type { BookFact } from '../../../shared/books/entry.ts';
import type { RatedAmount } from '../../../shared/lines/divide.ts';
import { add, money, ZERO } from '../../../shared/money/money.ts';
import { NO_FAULTS } from '../faults.ts';
import { TILLS } from '../service.ts';
import type { AlterFacts } from '../till.ts';
import type { Planted } from './plant.ts';

/*
 * One bug for each kind of wrong amount that the product once had, where a world shows it. What no world shows is in the
 * named test:
 *
 * | Kind | Where it is planted |
 * |---|---|
 * | paid, and in no books | `bills.ts` ("books no payments in cash"); `headless-till.test.ts` for a forgotten id |
 * | books that could not begin | `test/till/books.test.ts` |
 * | a line with a rate and without its VAT | here |
 * | captured, refunded, captured again | `test/shared/books/books-and-service.test.ts` |
 * | a refund at another till without its rates | here |
 * | returned deposits spread over goods | here |
 * | deposits of any value taken back | `bills.ts` ("takes back deposits of any value") |
 * | a payout without a receipt | `bills.ts` ("books no payouts of returned deposits") |
 * | a correction that is lost | here |
 * | refunds of amounts that differ by a minor unit | here |
 * | swaps after a part payment | here |
 * | no product of a bill in shares can be refunded | `test/till/shared-bill-refunds.test.ts` |
 * | a decrease that leaves no correction | here |
 * | a tip that is refunded out of the goods | here |
 * | ids that collide | `test/till/ids.test.ts`, `test/shared/ids` |
 * | documents that differ | `test/shared/documents` |
 * | cash that is not rounded | here |
 */

type Receipt = Extract<BookFact, { kind: 'receipt' }>;
type Refund = Extract<BookFact, { kind: 'refund' }>;
type Before = readonly BookFact[];

const [FIRST, SECOND] = TILLS;

/** Worlds without faults in which two tills of a shop are paid and refund. */
const planted = (name: string, within: number, alter: AlterFacts): Planted => ({
  ...{ name, part: 'money', within, plant: () => (parts) => parts, plantFacts: () => alter },
  faults: NO_FAULTS,
  features: {
    moods: ['approve'],
    tills: [FIRST, SECOND].map((till) => ({ ...till, skew: 0 })),
    bills: { screens: 3, commands: 30, pays: 0.6, lost: 0.1, stale: 0.1, questions: null },
  },
});

const receipts = (change: (fact: Receipt, before: Before) => BookFact | null): AlterFacts => {
  return (fact, before) => (fact.kind === 'receipt' ? change(fact, before) : fact);
};
const refunds = (change: (fact: Refund, before: Before) => BookFact | null): AlterFacts => {
  return (fact, before) => (fact.kind === 'refund' ? change(fact, before) : fact);
};

const withoutVat = (all: readonly RatedAmount[]) => all.map((one) => ({ ...one, vat: ZERO }));

/** The VAT of goods made smaller by the returned deposits beside them, which vanish. */
function spread(fact: Receipt): Receipt {
  const back = fact.lines.filter(({ total }) => total < 0);
  const goods = fact.vat.filter(({ total }) => total > 0);
  const [first, ...others] = goods;
  if (back.length === 0 || first === undefined) return fact;
  const off = add(ZERO, ...back.map(({ total }) => total));
  const total = add(first.total, off);
  const vat = money(Math.round((first.vat * total) / first.total));
  return { ...fact, vat: [{ ...first, total, vat }, ...others] };
}

/** Takes a minor unit of VAT from a rate. */
const oneLess = (all: readonly RatedAmount[]) =>
  all.map((one) => (one.vat > 1 ? { ...one, vat: money(one.vat - 1) } : one));

/** The rates of an amount as those of an earlier receipt, whatever the lines are now. */
function asBefore(fact: Receipt, before: Before): Receipt {
  const earlier = before.find(
    (one): one is Receipt => one.kind === 'receipt' && one.bill?.id === fact.bill?.id,
  );
  const [rate] = earlier?.vat ?? [];
  if (rate === undefined || rate.total === 0) return fact;
  const vat = money(Math.round((rate.vat * fact.total) / rate.total));
  return { ...fact, vat: [{ vatRate: rate.vatRate, total: fact.total, vat }] };
}

const isOfBill = (fact: Receipt) => fact.bill !== null;

export const MONEY: readonly Planted[] = [
  planted(
    'books no VAT of a payment by phone',
    5,
    receipts((fact) =>
      fact.method.kind === 'phone'
        ? {
            ...fact,
            vat: withoutVat(fact.vat),
            lines: fact.lines.map((line) => ({ ...line, vat: ZERO })),
          }
        : fact,
    ),
  ),
  planted(
    'books the refund of another till’s receipt without a rate',
    10,
    refunds((fact) =>
      fact.of === null ? { ...fact, vat: [{ vatRate: null, total: fact.total, vat: ZERO }] } : fact,
    ),
  ),
  planted('spreads returned deposits over the goods', 10, receipts(spread)),
  planted('books no correction of a line that was removed', 10, (fact) =>
    fact.kind === 'correction' && fact.act === 'removed' ? null : fact,
  ),
  planted('books no correction of a line that was made cheaper', 20, (fact) =>
    fact.kind === 'correction' && fact.act === 'reduced' ? null : fact,
  ),
  planted(
    'counts a second refund of an amount from what is left',
    10,
    refunds((fact, before) =>
      before.some((one) => one.kind === 'refund' && one.of === fact.of)
        ? { ...fact, vat: oneLess(fact.vat) }
        : fact,
    ),
  ),
  planted(
    'states the rates of a first part again after lines were swapped',
    10,
    receipts((fact, before) => (isOfBill(fact) ? asBefore(fact, before) : fact)),
  ),
  planted(
    'takes the tip that is refunded out of the goods',
    20,
    refunds((fact) =>
      fact.tip > 0 ? { ...fact, total: add(fact.total, fact.tip), tip: ZERO } : fact,
    ),
  ),
  planted(
    'rounds no cash',
    5,
    receipts((fact) =>
      fact.method.kind === 'cash' ? { ...fact, method: { ...fact.method, rounding: ZERO } } : fact,
    ),
  ),
];
