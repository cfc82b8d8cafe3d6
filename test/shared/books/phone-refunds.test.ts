import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOfSale } from '../../../shared/books/receipts.ts';
import {
  leftOf,
  phoneRefundFact,
  type ReceiptFact,
  type RefundFact,
  saleOfReceipt,
} from '../../../shared/books/refunds.ts';
import { entryOfRefund, receiptOfSale } from '../../../shared/ids/host-ids.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../../../shared/money/money.ts';
import { roundedRateOf, vatIn } from '../../../shared/money/vat.ts';
import {
  type RefundLine,
  refundAmounts,
  refundableLines,
} from '../../../shared/payment/refund-lines.ts';
import type { LineItem } from '../../../shared/protocol/line-items.ts';

/*
 * The service refunds a phone payment by line or by amount, in any order. What the books state of it by tax rate adds up
 * to what they state of the sale.
 */

/** A register can write a rate in several ways. */
const RATES = ['0.25', '25', '0.150', '0', null];

function itemOf(place: number, vatRate: string | null, pieces: number, cost: number): LineItem {
  const total = money(cost);
  const vat = vatRate === null ? null : vatIn(total, roundedRateOf(vatRate));
  const what = { product_id: `p${place}`, description: null, metadata: null, tags: null };
  return { ...what, vat_rate: vatRate, quantity: String(pieces), vat, item_cost: total, total };
}

function receiptOf(items: readonly LineItem[]): ReceiptFact {
  const total = add(ZERO, ...items.map((item) => item.total));
  const who = {
    id: receiptOfSale('s1'),
    at: 1,
    by: 'Ada',
    kind: 'receipt',
    bill: null,
    tip: ZERO,
  } as const;
  return {
    ...who,
    ...partsOfSale(items, total, { name: '', by: 'Ada', discount: 'Discount' }),
    method: { kind: 'phone', tid: 'p-1' },
  };
}

/** Refunds of one payment, as the service makes them and the books hear of them. */
function createPayment(items: readonly LineItem[]) {
  const receipt = receiptOf(items);
  const refunds: RefundFact[] = [];
  const returned: RefundLine[] = [];

  function refund(amount: MoneyInteger, lines: readonly RefundLine[] = []): void {
    const named = lines.map(({ index, quantity, total }) => {
      const item = items[index];
      if (item === undefined) throw new Error('no such line');
      const { vat } = refundAmounts(item, index, quantity, returned);
      const rate = roundedRateOf(item.vat_rate);
      return { index, product: item.product_id, name: item.product_id, quantity, total, vat, rate };
    });
    const id = entryOfRefund(`r${refunds.length}`);
    const who = { id, at: 1, by: 'Ada', approvedBy: 'Ada', tid: 'p-1', tip: ZERO, reason: null };
    const event = { ...who, kind: 'phone_refund', amount, lines: named } as const;
    refunds.push(phoneRefundFact(event, saleOfReceipt(receipt), refunds));
    returned.push(...lines);
  }

  return {
    receipt,
    refunds,
    refund,
    left: () => leftOf(receipt, refunds).total,
    /** A refund of one of the lines that the service would return now; nothing if there is none. */
    refundLine(choice: number): void {
      const lines = refundableLines(items, returned, leftOf(receipt, refunds).total);
      const line = lines[choice % Math.max(1, lines.length)];
      if (line !== undefined && line.total > 0) refund(line.total, [line]);
    },
  };
}

/** Total and VAT of each rate that receipts or refunds state. */
function statedBy(facts: readonly Pick<ReceiptFact, 'vat'>[]) {
  const sums: Record<string, readonly [total: number, vat: number]> = {};
  for (const { vatRate, total, vat } of facts.flatMap((fact) => fact.vat)) {
    const [before, tax] = sums[String(vatRate)] ?? [0, 0];
    sums[String(vatRate)] = [before + total, tax + vat];
  }
  return sums;
}

const sold = fc.array(
  fc.record({
    vatRate: fc.constantFrom(...RATES),
    pieces: fc.integer({ min: 1, max: 5 }),
    cost: fc.integer({ min: 1, max: 50_000 }),
  }),
  { minLength: 1, maxLength: 5 },
);

/** A refund of some per mille of what is left, or of a line. */
const steps = fc.array(
  fc.oneof(fc.record({ per: fc.integer({ min: 1, max: 900 }) }), fc.record({ line: fc.nat(10) })),
  { maxLength: 6 },
);

it('refunds by line and by amount give back all of each rate in the end, and no more than was sold (D-250)', () => {
  fc.assert(
    fc.property(sold, steps, (lines, given) => {
      const items = lines.map(({ vatRate, pieces, cost }, place) =>
        itemOf(place, vatRate, pieces, cost),
      );
      const payment = createPayment(items);
      const all = statedBy([payment.receipt]);
      for (const step of given) {
        if ('line' in step) payment.refundLine(step.line);
        else if (payment.left() > 0) {
          payment.refund(money(Math.ceil((payment.left() * step.per) / 1_000)));
        }
        for (const { total, vat } of payment.refunds) {
          expect(add(ZERO, ...vat.map((rate) => rate.total))).toBe(total);
        }
        for (const [rate, [total, vat]] of Object.entries(statedBy(payment.refunds))) {
          const [most, mostVat] = all[rate] ?? [0, 0];
          expect(total, rate).toBeLessThanOrEqual(most);
          expect(vat, rate).toBeLessThanOrEqual(mostVat);
        }
      }
      if (payment.left() > 0) payment.refund(payment.left());
      expect(statedBy(payment.refunds)).toEqual(all);
    }),
  );
});

it('a line that comes back after a refund of an amount takes the VAT that is left of the payment', () => {
  const payment = createPayment([itemOf(0, '0.25', 1, 6_000), itemOf(1, '0.15', 1, 4_000)]);
  payment.refund(money(5_000));
  payment.refundLine(0);
  expect(payment.refunds.map(({ total, vat }) => [total, ...vat])).toEqual([
    [
      5_000,
      { vatRate: '0.25', total: 3_000, vat: 600 },
      { vatRate: '0.15', total: 2_000, vat: 261 },
    ],
    [
      4_000,
      { vatRate: '0.25', total: 2_000, vat: 400 },
      { vatRate: '0.15', total: 2_000, vat: 261 },
    ],
  ]);
  expect(subtract(payment.receipt.total, payment.left())).toBe(9_000);
});

it('a returned line has the rate that its receipt says, also 0 % and a rate in per cent', () => {
  const payment = createPayment([itemOf(0, '0', 1, 3_000), itemOf(1, '25', 1, 1_000)]);
  payment.refundLine(0);
  payment.refundLine(0);
  expect(payment.refunds.map(({ lines, vat }) => [lines[0]?.vatRate, vat[0]?.vatRate])).toEqual([
    ['0', '0'],
    ['25', '25'],
  ]);
});
