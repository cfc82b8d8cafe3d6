import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billOfItems } from '../../../shared/basket/line-items.ts';
import { amountsOf, linesOf } from '../../../shared/bill/amounts.ts';
import { type Bill, type BillLine, newBill } from '../../../shared/bill/bill.ts';
import { lineItemsOf } from '../../../shared/bill/line-items.ts';
import { pieces, quantity } from '../../../shared/bill/quantity.ts';
import { reduceBill } from '../../../shared/bill/reduce.ts';
import { keptBill } from '../../../shared/bill/schema.ts';
import { add, type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import { type LineItem, lineItem } from '../../../shared/protocol/line-items.ts';

const line = fc.record({
  kind: fc.constantFrom(
    'goods' as const,
    'goods' as const,
    'deposit' as const,
    'deposit_return' as const,
  ),
  price: fc.integer({ min: 0, max: 20_000 }),
  quantity: fc.integer({ min: 1, max: 4_000 }),
  vatRate: fc.constantFrom('0.25', '0.15', null),
  off: fc.integer({ min: 0, max: 10_000 }),
});

const bills = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    off: fc.integer({ min: 0, max: 5_000 }),
  })
  .map(({ lines, off }): Bill => {
    const made = lines.map(
      ({ price, quantity: units, off: basisPoints, ...rest }, place): BillLine => ({
        ...rest,
        id: `l${place}`,
        order: `l${place}`,
        product: null,
        name: 'Line',
        unit: 'piece',
        from: quantity(0),
        quantity: quantity(units),
        price: money(price),
        options: [],
        note: null,
        discounts:
          rest.kind !== 'goods' || basisPoints === 0
            ? []
            : [{ id: 'd', reason: '', by: '', approvedBy: null, kind: 'percent', basisPoints }],
      }),
    );
    const grant = { id: 'e', reason: '', by: '', approvedBy: null };
    const discounts = off === 0 ? [] : [{ ...grant, amount: money(off) }];
    return { ...newBill('b', null, 0), lines: made, discounts };
  })
  .filter((bill) => amountsOf(bill).total >= 0);

const totals = (items: readonly LineItem[]) => add(ZERO, ...items.map(({ total }) => total));

/** Total and VAT of each rate; a rate without an amount is left out. */
function byRate(items: readonly LineItem[]): Readonly<Record<string, readonly [number, number]>> {
  const rates: Record<string, readonly [number, number]> = {};
  for (const { vat_rate: rate, total, vat } of items) {
    const [before, tax] = rates[String(rate)] ?? [0, 0];
    rates[String(rate)] = [before + total, tax + (vat ?? 0)];
  }
  return Object.fromEntries(Object.entries(rates).filter(([, [total]]) => total > 0));
}

const whole = (bill: Bill) => lineItemsOf(bill, amountsOf(bill).total, 'Part');

/** The bill once a tender has paid `amount` of it. */
function paid(bill: Bill, amount: MoneyInteger): Bill {
  const bills = { bills: new Map([[bill.id, bill]]), done: [] };
  const method = { kind: 'cash' } as const;
  const tender = `t-${bill.tenders.length}`;
  const pay = { act: 'pay', id: tender, bill: bill.id, version: bill.version, tender } as const;
  const by = { by: '', approvedBy: null, at: 0 };
  const after = reduceBill(bills, { ...pay, ...by, method, amount, tip: ZERO });
  return after.bills.get(bill.id) ?? bill;
}

describe('the line items of a payment', () => {
  it('of a whole bill add up to it, by rate too, and are never negative', () => {
    fc.assert(
      fc.property(bills, (bill) => {
        const items = whole(bill);
        for (const item of items) expect(lineItem.parse(item)).toEqual(item);
        const { total, vat } = amountsOf(bill);
        expect(totals(items)).toBe(total);
        // Unless a returned deposit exceeds its own rate, each rate has what the bill has.
        if (vat.every((rate) => rate.total >= 0)) {
          const expected = vat.filter((rate) => rate.total > 0);
          const rates = byRate(items);
          for (const rate of expected) {
            const tax = Math.min(rate.total, rate.vatRate === null ? 0 : Math.max(0, rate.vat));
            expect(rates[String(rate.vatRate)]).toEqual([rate.total, tax]);
          }
        }
      }),
    );
  });

  it('of all parts of a bill add up to it, by rate and with its VAT', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 4 });
    fc.assert(
      fc.property(bills, parts, (bill, cuts) => {
        const { total } = amountsOf(bill);
        const ends = [...cuts.map((cut) => Math.floor((cut * total) / 1_000)), total].toSorted(
          (a, b) => a - b,
        );
        let now = bill;
        const all = ends.flatMap((end) => {
          const amount = money(end - amountsOf(now).paid);
          const items = lineItemsOf(now, amount, 'Part of Table 4');
          expect(totals(items)).toBe(amount);
          for (const item of items) expect(lineItem.parse(item)).toEqual(item);
          now = paid(now, amount);
          return items;
        });
        expect(byRate(all)).toEqual(byRate(whole(bill)));
      }),
    );
  });

  it('state what the bill has and the journal keeps it; a journal of an earlier version has no such field', () => {
    const per = fc.integer({ min: 0, max: 1_000 });
    fc.assert(
      fc.property(bills, per, (bill, share) => {
        const { total } = amountsOf(bill);
        const part = paid(bill, money(Math.floor((share * total) / 1_000)));
        expect(add(ZERO, ...part.stated.rates.map((rate) => rate.total))).toBe(
          amountsOf(part).paid,
        );
        const { stated, ...old } = part;
        expect(keptBill.parse({ ...old, stated })).toEqual(part);
        expect(keptBill.parse(old)).toEqual(part);
      }),
    );
  });

  it('are read by the receipt with returned deposits as a line of their own, beside the discounts', () => {
    fc.assert(
      fc.property(bills, (bill) => {
        const amounts = linesOf(bill);
        const returns = bill.lines.map(({ kind }) => kind === 'deposit_return');
        const sum = (of: (line: (typeof amounts)[number]) => number, isReturn: boolean) =>
          amounts.reduce((all, one, at) => (returns[at] === isReturn ? all + of(one) : all), 0);
        const { lines, discount, total } = billOfItems(whole(bill));
        const returned = lines.filter(({ gross }) => gross < 0);
        expect(returned.reduce((all, { gross }) => all + gross, 0)).toBe(
          sum((one) => one.total, true),
        );
        expect(discount).toBe(sum((one) => one.share, false));
        const discounts = lines.reduce((all, line) => all + line.discount, 0);
        expect(discounts).toBe(sum((one) => one.discount, false));
        expect(lines.reduce((all, { gross }) => all + gross, 0) - discounts - discount).toBe(total);
      }),
    );
  });

  it('are read by the receipt with their discounts, for pieces and for weighed goods', () => {
    const goods: Omit<BillLine, 'id' | 'quantity' | 'discounts'> = {
      ...{
        order: 'a',
        kind: 'goods',
        product: 'cheese',
        name: 'Cheese',
        unit: 'kg',
        from: quantity(0),
      },
      ...{ vatRate: '0.15', options: [], note: null, price: money(20_000) },
    };
    const half = {
      id: 'd',
      reason: '',
      by: '',
      approvedBy: null,
      kind: 'percent',
      basisPoints: 5_000,
    } as const;
    const bill: Bill = {
      ...newBill('b', null, 0),
      lines: [
        { ...goods, id: 'a', quantity: quantity(335), discounts: [half] },
        { ...goods, id: 'b', quantity: pieces(2), discounts: [] },
      ],
    };
    expect(billOfItems(whole(bill)).lines).toMatchObject([
      { quantity: '0.335', gross: 6_700, discount: 3_350, share: 0, total: 3_350 },
      { quantity: '2', gross: 40_000, discount: 0, share: 0, total: 40_000 },
    ]);
  });
});
