import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BookFact } from '../../../shared/books/entry.ts';
import { partsOfSale } from '../../../shared/books/receipts.ts';
import {
  phoneRefundFact,
  type ReceiptFact,
  type RefundFact,
  saleOfReceipt,
} from '../../../shared/books/refunds.ts';
import { entryOfRefund, receiptOfSale } from '../../../shared/ids/host-ids.ts';
import type { SalesKind } from '../../../shared/ledger/lines.ts';
import { salesLines } from '../../../shared/ledger/sales.ts';
import { soldItem } from '../../../shared/lines/line-item.ts';
import type { SoldLine } from '../../../shared/lines/steps.ts';
import { type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import { roundedRateOf, vatIn } from '../../../shared/money/vat.ts';
import { authorised, refundable } from '../../../shared/payment/amounts.ts';
import type { Command } from '../../../shared/payment/commands.ts';
import { createPayment } from '../../../shared/payment/create.ts';
import { decide } from '../../../shared/payment/decide.ts';
import { type Payment, refundedLines } from '../../../shared/payment/payment.ts';
import {
  type RefundLine,
  refundAmounts,
  refundableLines,
} from '../../../shared/payment/refund-lines.ts';
import { statementOfPayment } from '../../../shared/payment/statement.ts';
import { vatOf } from '../../../shared/payment/vat.ts';
import type { LineItem } from '../../../shared/protocol/line-items.ts';
import { draft, TERMS } from '../../support/drafts.ts';
import { anyLines } from '../lines/sold-lines.ts';

/*
 * One phone payment in the service and in the till's books, side by side: what each capture and each refund states of each
 * tax rate is the same in both, and what both have in the end too.
 */

const NOW = Date.UTC(2026, 0, 5, 12, 0, 0);

const itemOf = (line: SoldLine, place: number, saysVat: boolean): LineItem => ({
  product_id: `p${place}`,
  description: null,
  metadata: null,
  tags: null,
  vat_rate: line.vatRate,
  quantity: line.quantity,
  vat: saysVat ? line.vat : null,
  item_cost: line.total,
  total: line.total,
});

type Rates = Record<number, readonly [total: number, vat: number]>;

/** Totals and VAT by the number of the rate; rates of nothing are left out. */
function ratesOf(all: readonly { rate: number; total: number; vat: number }[]): Rates {
  const sums: Record<number, readonly [number, number]> = {};
  for (const { rate, total, vat } of all) {
    const [before, tax] = sums[rate] ?? [0, 0];
    sums[rate] = [before + total, tax + vat];
  }
  return Object.fromEntries(
    Object.entries(sums).filter(([, [total, vat]]) => total !== 0 || vat !== 0),
  );
}

const ofBooks = (facts: readonly Pick<ReceiptFact, 'vat'>[]): Rates =>
  ratesOf(
    facts
      .flatMap(({ vat }) => vat)
      .map(({ vatRate, total, vat }) => ({ rate: roundedRateOf(vatRate), total, vat })),
  );

const ofLedger = (payment: Payment, kind: SalesKind, steps: Payment['refunds' | 'captures']) =>
  salesLines(payment, kind, steps).map(({ vatRate: rate, total, vat }) => ({ rate, total, vat }));

/** A payment that the customer has approved, with the entries that the till's books have of it. */
function approved(items: readonly LineItem[]) {
  const amount = items.reduce((sum, { total }) => sum + total, 0);
  const request = draft({ amount, line_items: [...items] });
  const customer = { kind: 'known', customerId: 'c1' } as const;
  let payment = createPayment({ tid: 'p1', merchantId: 'm1', request, customer, now: NOW });
  let receipt: ReceiptFact | null = null;
  const refunds: RefundFact[] = [];

  function play(command: Command): void {
    const decision = decide(payment, command, NOW, TERMS);
    if (!decision.ok) throw new Error(JSON.stringify(decision.refusal));
    payment = decision.value.next;
    if (receipt === null && authorised(payment).amount === 0) book();
  }

  /** The receipt comes when nothing more can be captured. */
  function book(): void {
    const { captured } = statementOfPayment(payment);
    if (captured === 0) return;
    const parts = partsOfSale(items, captured, { name: 'Part', by: 'Ada', discount: 'Discount' });
    const who = {
      id: receiptOfSale('s1'),
      at: NOW,
      by: 'Ada',
      kind: 'receipt',
      bill: null,
    } as const;
    receipt = { ...who, ...parts, tip: ZERO, method: { kind: 'phone', tid: 'p1' } };
    const taken = payment.captures.flatMap((_, at) =>
      ofLedger(payment, 'capture', payment.captures.slice(0, at + 1)),
    );
    expect(ofBooks([receipt])).toEqual(ratesOf(taken));
  }

  function refund(total: MoneyInteger, lines: readonly RefundLine[] = []): void {
    const before = refundedLines(payment);
    const part = { id: `r${refunds.length}`, amount: total, additionalAmount: ZERO };
    const wanted = lines.map(({ index, ...one }) => ({ ...one, index, product: `p${index}` }));
    play({
      kind: 'refund',
      part: { ...part, currency: 'NOK' },
      text: null,
      ...(wanted.length === 0 ? {} : { lines: wanted }),
    });
    const named = lines.map(({ index, quantity, total: own }) => {
      const item = items[index];
      if (item === undefined) throw new Error('no such line');
      const { vat } = refundAmounts(item, index, quantity, before);
      const [product, rate] = [item.product_id, roundedRateOf(item.vat_rate)];
      return { index, product, name: product, quantity, total: own, vat, rate };
    });
    const who = {
      id: entryOfRefund(part.id),
      at: NOW,
      by: 'Ada',
      approvedBy: 'Ada',
      tid: 'p1',
      tip: ZERO,
      reason: null,
    };
    const event = { ...who, kind: 'phone_refund', amount: total, lines: named } as const;
    const moving = { id: receiptOfSale('s1'), sold: items.map(soldItem) };
    const fact = phoneRefundFact(
      event,
      receipt === null ? moving : saleOfReceipt(receipt),
      refunds,
    );
    refunds.push(fact);
    expect(ofBooks([fact])).toEqual(ratesOf(ofLedger(payment, 'refund', payment.refunds)));
  }

  play({ kind: 'confirm', additionalAmount: null, credit: false });
  return {
    capture(amount: MoneyInteger): void {
      const id = `c${payment.captures.length}`;
      play({ kind: 'capture', part: { id, amount, additionalAmount: ZERO, currency: 'NOK' } });
    },
    release(): void {
      if (authorised(payment).amount > 0) play({ kind: 'release' });
    },
    refund,
    /** A refund of one of the lines that the service would return now; nothing if there is none. */
    refundLine(choice: number): void {
      if (statementOfPayment(payment).captured !== amount) return;
      const lines = refundableLines(items, refundedLines(payment), refundable(payment).amount);
      const line = lines[choice % Math.max(1, lines.length)];
      if (line !== undefined && line.total > 0) refund(line.total, [line]);
    },
    authorised: () => authorised(payment).amount,
    left: () => refundable(payment).amount,
    /** What the books keep of each rate, and what the service states. */
    kept(): readonly [books: Rates, service: Rates] {
      const facts: readonly Pick<BookFact & { kind: 'receipt' }, 'vat'>[] =
        receipt === null ? [] : [receipt];
      const back = refunds.map(({ vat }) => ({
        vat: vat.map((rate) => ({ ...rate, total: money(-rate.total), vat: money(-rate.vat) })),
      }));
      const stated = vatOf(
        payment.lineItems ?? [],
        statementOfPayment(payment),
        refundedLines(payment),
      ).map(({ rate, net }) => ({ rate, total: net.amount, vat: net.vat }));
      return [ofBooks([...facts, ...back]), ratesOf(stated)];
    },
  };
}

const anyStep = fc.oneof(
  fc.record({ capture: fc.integer({ min: 1, max: 1_000 }) }),
  fc.record({ refund: fc.integer({ min: 1, max: 1_000 }) }),
  fc.record({ line: fc.nat(20) }),
);

const partOf = (amount: number, per: number) => money(Math.ceil((amount * per) / 1_000));

it('books and service state the same of each rate, whatever is captured and refunded in any order', () => {
  fc.assert(
    fc.property(
      anyLines({ max: 6 }),
      fc.boolean(),
      fc.array(anyStep, { maxLength: 12 }),
      (lines, saysVat, steps) => {
        const payment = approved(lines.map((line, place) => itemOf(line, place, saysVat)));
        for (const step of steps) {
          if ('line' in step) payment.refundLine(step.line);
          else if ('capture' in step) {
            const amount = partOf(payment.authorised(), step.capture);
            if (amount > 0) payment.capture(amount);
          } else if (payment.left() > 0) payment.refund(partOf(payment.left(), step.refund));
        }
        payment.release();
        const [books, service] = payment.kept();
        expect(books).toEqual(service);
        if (payment.left() > 0) payment.refund(payment.left());
        expect(payment.kept()).toEqual([{}, {}]);
      },
    ),
    { numRuns: 500 },
  );
});

const line = (vatRate: string, total: number): SoldLine => ({
  vatRate,
  total: money(total),
  vat: vatIn(money(total), roundedRateOf(vatRate)),
  quantity: '1',
});

it('several refunds by amount are parts of one whole', () => {
  const items = [line('0.15', 4_667), line('0.25', 4_734)];
  const payment = approved(items.map((one, place) => itemOf(one, place, false)));
  payment.capture(money(9_401));
  payment.refund(money(3_393));
  payment.refund(money(319));
  const [books, service] = payment.kept();
  expect(books).toEqual(service);
});

it('what is captured after a refund is not stated twice', () => {
  const payment = approved([itemOf(line('0.25', 10_000), 0, false)]);
  payment.capture(money(5_000));
  payment.refund(money(5_000));
  payment.capture(money(5_000));
  expect(payment.kept()).toEqual([{ 2500: [5_000, 1_000] }, { 2500: [5_000, 1_000] }]);
});
