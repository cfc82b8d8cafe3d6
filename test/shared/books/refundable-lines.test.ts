import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quantity, readQuantity } from '../../../shared/bill/quantity.ts';
import type { BookFact, BookLine } from '../../../shared/books/entry.ts';
import {
  decideRefund,
  leftOf,
  linesLeft,
  type ReceiptFact,
  type RefundFact,
} from '../../../shared/books/refunds.ts';
import { entryOfCommand, receiptOfSale } from '../../../shared/ids/host-ids.ts';
import { type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import { randomBooks } from '../../support/random-books.ts';

/* What can be refunded of a receipt by line is what the rule of the books then books, also after refunds of amounts. */

type Order = { readonly line: number; readonly quantity: number };

/** Decides a refund of lines, or of an amount. */
function decide(
  receipt: ReceiptFact,
  refunds: readonly RefundFact[],
  what: readonly Order[] | MoneyInteger,
) {
  const lines = typeof what === 'number' ? null : what;
  const amount = typeof what === 'number' ? what : ZERO;
  const id = entryOfCommand(`back-${refunds.length}`);
  const who = { id, at: 1, by: 'Ada', approvedBy: 'Grace', reason: null };
  return decideRefund(receipt, refunds, { ...who, lines, amount, tip: ZERO }, null);
}

const unitsOf = (line: BookLine) => Number(readQuantity(line.quantity));

const isReceipt = (fact: BookFact): fact is BookFact & ReceiptFact =>
  fact.kind === 'receipt' && fact.method.kind !== 'phone' && fact.total > 0;

const receipts = fc
  .nat()
  .map((seed) =>
    randomBooks(seed)
      .map(({ fact }) => fact)
      .filter(isReceipt),
  )
  .filter((found) => found.length > 0);

/** A refund of a part of what is left, in per mille, or of some units of a line. */
const steps = fc.array(
  fc.oneof(
    fc.record({ per: fc.integer({ min: 1, max: 900 }) }),
    fc.record({ line: fc.nat(3), quantity: fc.integer({ min: 1, max: 2_000 }).map(quantity) }),
  ),
  { maxLength: 4 },
);

it('each line that is left can be refunded with its quantity, and no step more (D-397)', () => {
  fc.assert(
    fc.property(receipts, steps, ([receipt], given) => {
      if (receipt === undefined) throw new Error('no receipt');
      const refunds: RefundFact[] = [];
      for (const step of given) {
        const { total } = leftOf(receipt, refunds);
        const what = 'per' in step ? money(Math.ceil((total * step.per) / 1_000)) : [step];
        const decided = decide(receipt, refunds, what);
        if (decided.ok) refunds.push(decided.fact);
      }
      const lines = linesLeft(receipt, refunds);
      const named = lines.map(({ of = 0 }) => of);
      for (const line of lines.filter(({ total }) => total > 0)) {
        const { of: place = 0 } = line;
        const order = { line: place, quantity: unitsOf(line) };
        expect(decide(receipt, refunds, [order])).toMatchObject({
          ok: true,
          fact: { total: line.total },
        });
        const sold = receipt.lines[place];
        const isPieces = sold !== undefined && unitsOf(sold) % 1_000 === 0;
        const more = { ...order, quantity: order.quantity + (isPieces ? 1_000 : 1) };
        expect(decide(receipt, refunds, [more])).toMatchObject({ ok: false });
      }
      for (const [line, units] of leftOf(receipt, refunds).lines.entries()) {
        if (units === 0 || named.includes(line)) continue;
        expect(decide(receipt, refunds, [{ line, quantity: units }])).toMatchObject({ ok: false });
      }
    }),
  );
});

const goods = (name: string, vatRate: string, pieces: string, cost: number): BookLine => {
  const amounts = { gross: money(cost), discount: ZERO, total: money(cost), vat: ZERO };
  return { product: null, name, vatRate, quantity: pieces, ...amounts };
};

it('a line of more than 999 units comes back by its units', () => {
  const [sampled] = fc.sample(receipts, { numRuns: 1, seed: 1 }).flat();
  if (sampled === undefined) throw new Error('no receipt');
  const lines = [goods('Screw', '0.25', '1200', 12_000)];
  const receipt = { ...sampled, lines, total: money(12_000), tip: ZERO, discounts: [] };
  expect(leftOf(receipt, []).lines).toEqual([1_200_000]);
  const decided = decide(receipt, [], [{ line: 0, quantity: quantity(300_000) }]);
  if (!decided.ok) throw new Error(decided.reason);
  expect(decided.fact).toMatchObject({ total: 3_000, lines: [{ quantity: '300', total: 3_000 }] });
  const left = linesLeft(receipt, [decided.fact]);
  expect(left).toMatchObject([{ quantity: '900', total: 9_000 }]);
});

it('an amount that went back leaves less money for lines, and pieces stay whole', () => {
  const receipt: ReceiptFact = {
    ...{
      id: receiptOfSale('r1'),
      at: 1,
      by: 'Ada',
      kind: 'receipt',
      bill: null,
      discounts: [],
      tip: ZERO,
    },
    ...{ lines: [goods('Cola', '0.25', '2', 6_000), goods('Bun', '0.15', '1', 4_000)] },
    ...{ gross: money(10_000), total: money(10_000) },
    vat: [
      { vatRate: '0.25', total: money(6_000), vat: ZERO },
      { vatRate: '0.15', total: money(4_000), vat: ZERO },
    ],
    method: { kind: 'cash', rounding: ZERO, received: money(10_000) },
  };
  const left = (...amounts: readonly number[]) => {
    const refunds: RefundFact[] = [];
    for (const amount of amounts) {
      const decided = decide(receipt, refunds, money(amount));
      if (!decided.ok) throw new Error(decided.reason);
      refunds.push(decided.fact);
    }
    return linesLeft(receipt, refunds).map(({ of, quantity: units, total }) => [of, units, total]);
  };
  expect(left()).toEqual([
    [0, '2', 6_000],
    [1, '1', 4_000],
  ]);
  expect(left(1_000)).toEqual([
    [0, '2', 6_000],
    [1, '1', 4_000],
  ]);
  expect(left(5_000)).toEqual([
    [0, '1', 3_000],
    [1, '1', 4_000],
  ]);
  expect(left(1_000, 9_000)).toEqual([]);
});
