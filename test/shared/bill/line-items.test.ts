import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billOfItems } from '../../../shared/basket/line-items.ts';
import { amountsOf, linesOf } from '../../../shared/bill/amounts.ts';
import { type Bill, type BillLine, newBill } from '../../../shared/bill/bill.ts';
import { lineItemsOf } from '../../../shared/bill/line-items.ts';
import { isPaid } from '../../../shared/bill/paid.ts';
import { partOf } from '../../../shared/bill/parts.ts';
import { pieces, quantity } from '../../../shared/bill/quantity.ts';
import { reduceBill } from '../../../shared/bill/reduce.ts';
import { keptBill } from '../../../shared/bill/schema.ts';
import { partsOfTender } from '../../../shared/books/receipts.ts';
import { lineId, tenderId } from '../../../shared/ids/host-ids.ts';
import { byRate, type RatedAmount, taken } from '../../../shared/lines/divide.ts';
import { ratedItem } from '../../../shared/lines/line-item.ts';
import { add, type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import { type LineItem, soldLine } from '../../../shared/protocol/line-items.ts';

const line = fc.record({
  kind: fc.constantFrom(
    'goods' as const,
    'goods' as const,
    'deposit' as const,
    'deposit_return' as const,
  ),
  price: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 60 })),
  quantity: fc.integer({ min: 1, max: 4_000 }),
  vatRate: fc.constantFrom('0.25', '0.15', null),
  off: fc.integer({ min: 0, max: 10_000 }),
});

type Wish = {
  readonly kind: BillLine['kind'];
  readonly price: number;
  /** Thousandths. */
  readonly quantity: number;
  readonly vatRate: string | null;
  /** Off the line, in hundredths of a per cent. */
  readonly off: number;
};

/** A bill of these lines, with `off` minor units less. */
function billOfLines({ lines, off }: { lines: readonly Wish[]; off: number }): Bill {
  const made = lines.map(
    ({ price, quantity: units, off: basisPoints, ...rest }, place): BillLine => ({
      ...rest,
      id: lineId('l', place),
      order: lineId('l', place),
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
}

const bills = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    off: fc.integer({ min: 0, max: 5_000 }),
  })
  .map(billOfLines)
  .filter((bill) => amountsOf(bill).total >= 0);

const totals = (items: readonly LineItem[]) => add(ZERO, ...items.map(({ total }) => total));

/** Total and VAT of each rate; a rate without an amount is left out. */
function ratesOf(items: readonly LineItem[]): Readonly<Record<string, readonly [number, number]>> {
  const rates: Record<string, readonly [number, number]> = {};
  for (const { vat_rate: rate, total, vat } of items) {
    const [before, tax] = rates[String(rate)] ?? [0, 0];
    rates[String(rate)] = [before + total, tax + (vat ?? 0)];
  }
  return Object.fromEntries(
    Object.entries(rates).filter(([, [total, vat]]) => total !== 0 || vat !== 0),
  );
}

const whole = (bill: Bill) => lineItemsOf(bill, amountsOf(bill).total, 'Part');

/** The bill once a tender has paid `amount` of it. */
function paid(bill: Bill, amount: MoneyInteger): Bill {
  const bills = { bills: new Map([[bill.id, bill]]), done: [] };
  const method = { kind: 'cash' } as const;
  const id = `t-${bill.tenders.length}`;
  const tender = tenderId(id);
  const pay = { act: 'pay', id, bill: bill.id, version: bill.version, tender } as const;
  const by = { by: '', approvedBy: null, at: 0 };
  const after = reduceBill(bills, { ...pay, ...by, method, amount, tip: ZERO });
  return after.bills.get(bill.id) ?? bill;
}

/** The bill once a payment by phone has asked for one amount and captured another. */
function captures(bill: Bill, asked: MoneyInteger, captured: MoneyInteger): Bill {
  const bills = { bills: new Map([[bill.id, bill]]), done: [] };
  const by = { by: '', approvedBy: null, at: 0, bill: bill.id, version: bill.version };
  const pay = {
    act: 'pay',
    id: 'p',
    tender: 'tender:p',
    method: { kind: 'phone' },
    tip: ZERO,
  } as const;
  const open = reduceBill(bills, { ...by, ...pay, amount: asked });
  const result = {
    act: 'tender_paid',
    id: 'result:tender:p',
    tender: 'tender:p',
    amount: captured,
    tip: ZERO,
  } as const;
  const after = reduceBill(open, { ...by, ...result });
  return after.bills.get(bill.id) ?? bill;
}

describe('the line items of a payment', () => {
  it('of a whole bill are its lines, those of returned deposits negative, and have its rates', () => {
    fc.assert(
      fc.property(bills, (bill) => {
        const items = whole(bill);
        for (const item of items) expect(soldLine.parse(item)).toEqual(item);
        expect(items.map(({ total }) => total)).toEqual(linesOf(bill).map(({ total }) => total));
        for (const [place, { item_cost, total }] of items.entries()) {
          const isReturn = bill.lines[place]?.kind === 'deposit_return';
          const sign = isReturn ? -1 : 1;
          expect(Math.min(sign * item_cost, sign * total)).toBeGreaterThanOrEqual(0);
        }
        const rates = ratesOf(items);
        for (const { vatRate, total, vat } of amountsOf(bill).vat) {
          const tax = vatRate === null ? 0 : vat;
          expect(rates[String(vatRate)] ?? [0, 0]).toEqual([total, tax]);
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
          for (const item of items) expect(soldLine.parse(item)).toEqual(item);
          now = paid(now, amount);
          return items;
        });
        expect(ratesOf(all)).toEqual(ratesOf(whole(bill)));
      }),
    );
  });

  it('of parts of a bill that nobody changes are the division of the whole, whatever was paid in which steps', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 6 });
    fc.assert(
      fc.property(bills, parts, (bill, cuts) => {
        let now = bill;
        for (const cut of cuts) {
          const { due } = amountsOf(now);
          now = paid(now, money(Math.ceil((due * cut) / 1_000)));
          const { paid: sum, total, vat } = amountsOf(now);
          if (sum === 0 || sum === total) continue;
          const expected = taken(vat, sum).filter((rate) => rate.total !== 0 || rate.vat !== 0);
          expect(now.stated.rates).toEqual(expected);
        }
      }),
    );
  });

  it('of a payment by phone that captures less than it asked for are a part of its request', () => {
    const per = fc.integer({ min: 1, max: 1_000 });
    fc.assert(
      fc.property(bills, per, per, (bill, share, less) => {
        // No phone pays nothing.
        fc.pre(amountsOf(bill).total > 0);
        const part = (of: number, by: number) => money(Math.ceil((of * by) / 1_000));
        const asked = part(amountsOf(bill).total, share);
        const items = lineItemsOf(bill, asked, 'Part');
        const captured = part(asked, less);
        const after = captures(bill, asked, captured);
        const inService = taken(items.map(ratedItem), captured);
        const numbers = (all: readonly RatedAmount[]) =>
          byRate(all).filter((rate) => rate.total !== 0 || rate.vat !== 0);
        expect(numbers(after.stated.rates)).toEqual(numbers(inService));
        const { vat } = partsOfTender(bill, captured, 'Part', asked);
        expect(numbers(vat)).toEqual(numbers(inService));
        const rest = partOf(after, amountsOf(after).due).rates;
        expect(numbers([...after.stated.rates, ...rest])).toEqual(numbers(amountsOf(bill).vat));
      }),
    );
  });

  it('of a rate whose goods and returned deposits cost nothing together state the roundings with what completes the bill', () => {
    const lines: readonly Wish[] = [
      { kind: 'goods', price: 6_300, quantity: 5, vatRate: '0.25', off: 0 },
      { kind: 'deposit_return', price: 9_167, quantity: 3, vatRate: '0.25', off: 0 },
    ];
    const zero = billOfLines({ lines, off: 4 });
    const rounding = { vatRate: '0.25', total: 0, vat: -1 };
    expect(whole(zero).map(({ total, vat }) => [total, vat])).toEqual([
      [28, 5],
      [-28, -6],
    ]);
    expect(paid(zero, ZERO).stated.rates).toEqual([rounding]);
  });

  it('of a rate that costs nothing state no VAT of it before the bill is complete', () => {
    const lines: readonly Wish[] = [
      { kind: 'goods', price: 12, quantity: 1_000, vatRate: '0.25', off: 0 },
      { kind: 'goods', price: 12, quantity: 1_000, vatRate: '0.25', off: 0 },
      { kind: 'deposit_return', price: 24, quantity: 1_000, vatRate: '0.25', off: 0 },
      { kind: 'goods', price: 11_500, quantity: 1_000, vatRate: '0.15', off: 0 },
    ];
    const bill = billOfLines({ lines, off: 0 });
    const part = { vatRate: '0.15', total: 5_000, vat: 652 };
    expect(paid(bill, money(5_000)).stated.rates).toEqual([part]);
    const after = captures(bill, money(11_500), money(5_000));
    expect(after.stated.rates).toEqual([part]);
    expect(partOf(after, money(6_500)).rates).toEqual([
      { vatRate: '0.25', total: 0, vat: -1 },
      { vatRate: '0.15', total: 6_500, vat: 848 },
    ]);
  });

  it('of goods that were exchanged after a payment of a part have the rate of the new goods', () => {
    const goods = (id: string, vatRate: string, price: number): BillLine => ({
      ...{
        id: lineId(id, 0),
        order: lineId(id, 0),
        kind: 'goods',
        product: id,
        name: id,
        unit: 'piece',
        options: [],
      },
      ...{ from: quantity(0), quantity: pieces(1), price: money(price), vatRate, note: null },
      discounts: [],
    });
    const bill = { ...newBill('b', null, 0), lines: [goods('wine', '0.25', 10_000)] };
    const half = paid(bill, money(5_000));
    const swapped = { ...half, lines: [goods('bread', '0.15', 10_000)] };
    const rest = (of: Bill) =>
      lineItemsOf(of, amountsOf(of).due, 'Part').map(({ vat_rate, total, vat }) => [
        ...[vat_rate, total, vat],
      ]);
    expect(rest(swapped)).toEqual([
      ['0.25', -5_000, -1_000],
      ['0.15', 10_000, 1_304],
    ]);
    expect(isPaid(paid(swapped, money(5_000)))).toBe(true);
    const cheaper = { ...half, lines: [goods('bread', '0.15', 5_000)] };
    expect([amountsOf(cheaper).due, isPaid(cheaper)]).toEqual([0, false]);
    expect(rest(cheaper)).toEqual([
      ['0.25', -5_000, -1_000],
      ['0.15', 5_000, 652],
    ]);
    expect(isPaid(paid(cheaper, ZERO))).toBe(true);
  });

  it('of groceries beside returned bottles keep their VAT', () => {
    const of = (price: number, vatRate: string, bottles: number): Bill => {
      const line = {
        order: 'line:a',
        product: null,
        name: 'Line',
        unit: 'piece',
        options: [],
      } as const;
      const more = { from: quantity(0), note: null, discounts: [] };
      const goods = {
        ...line,
        ...more,
        id: 'line:a',
        quantity: pieces(1),
        price: money(price),
      } as const;
      const empty = {
        ...line,
        ...more,
        id: 'line:b',
        quantity: pieces(bottles),
        price: money(300),
      } as const;
      return {
        ...newBill('b', null, 0),
        lines: [
          { ...goods, kind: 'goods', vatRate },
          { ...empty, kind: 'deposit_return', vatRate: null },
        ],
      };
    };
    const rows = (bill: Bill) => whole(bill).map(({ total, vat }) => [total, vat]);
    expect(rows(of(5_000, '0.25', 10))).toEqual([
      [5_000, 1_000],
      [-3_000, null],
    ]);
    expect(rows(of(50_000, '0.15', 40))).toEqual([
      [50_000, 6_522],
      [-12_000, null],
    ]);
  });

  it('state what the bill has and the journal keeps it', () => {
    const per = fc.integer({ min: 0, max: 1_000 });
    fc.assert(
      fc.property(bills, per, (bill, share) => {
        const { total } = amountsOf(bill);
        const part = paid(bill, money(Math.floor((share * total) / 1_000)));
        expect(add(ZERO, ...part.stated.rates.map((rate) => rate.total))).toBe(
          amountsOf(part).paid,
        );
        expect(keptBill.parse(part)).toEqual(part);
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
        order: 'line:a',
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
        { ...goods, id: 'line:a', quantity: quantity(335), discounts: [half] },
        { ...goods, id: 'line:b', quantity: pieces(2), discounts: [] },
      ],
    };
    expect(billOfItems(whole(bill)).lines).toMatchObject([
      { quantity: '0.335', gross: 6_700, discount: 3_350, share: 0, total: 3_350 },
      { quantity: '2', gross: 40_000, discount: 0, share: 0, total: 40_000 },
    ]);
  });
});
