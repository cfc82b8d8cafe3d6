import { describe, expect, it } from 'vitest';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import { createEndedSales } from '../../../../shared/terminal/engine/ended-sales.ts';
import { createLastPayment } from '../../../../shared/terminal/engine/last-payment.ts';
import { createSaleIds } from '../../../../shared/terminal/engine/sale-ids.ts';
import type { Sale, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { but, openedSale, saleAfter, seenCode } from '../../../support/sales.ts';
import { testIds } from '../../../support/till.ts';

/* Sales that have left the screens, the numbers of sales, and the age of the last payment. */

const register = (reference: string) => ({ reference, fingerprint: 'f' });

function ended(number: number, facts: Partial<SaleFacts> = {}): Sale {
  const created = { tid: `p${number}`, uri: null, expires: 0 };
  return but(openedSale({ sale: `${number}-a` }), { created, ...facts });
}

describe('an ended sale', () => {
  it('is found by its id, its payment id and its reference', () => {
    const endedSales = createEndedSales();
    const sale = ended(1, { register: register('R-1') });
    endedSales.add(sale);
    endedSales.add(ended(2));
    expect([endedSales.get('1-a'), endedSales.byReference('R-1')]).toEqual([sale, sale]);
    expect([endedSales.has('p1'), endedSales.has('p2'), endedSales.has('p3')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([endedSales.get('3-a'), endedSales.byReference('R-2')]).toEqual([null, null]);
  });

  it('without a payment id or a reference is found by its id', () => {
    const endedSales = createEndedSales();
    endedSales.add(ended(1, { created: null }));
    expect(endedSales.get('1-a')?.facts.id).toBe('1-a');
    expect(endedSales.has('p1')).toBe(false);
  });

  it('is removed, with its payment id and reference, after ten thousand newer ones', () => {
    const endedSales = createEndedSales();
    const oldest = ended(1, { register: register('R-1') });
    endedSales.add(oldest);
    for (let number = 2; number <= 10_000; number += 1) endedSales.add(ended(number));
    expect(endedSales.byReference('R-1')).toBe(oldest);
    endedSales.add(ended(10_001, { created: null }));
    expect([endedSales.get('1-a'), endedSales.has('p1'), endedSales.byReference('R-1')]).toEqual([
      null,
      false,
      null,
    ]);
    expect([endedSales.has('p2'), endedSales.get('10001-a')?.facts.number]).toEqual([true, 1]);
    // A reference of a removed sale finds the newer sale that has the same reference.
    const again = ended(1, { register: register('R-1') });
    endedSales.add(again);
    expect(endedSales.byReference('R-1')).toBe(again);
  });
});

describe('a sale number', () => {
  it('is one more than the last one, and each id is unique', () => {
    const saleIds = createSaleIds(testIds(), 41);
    const [one, two] = [saleIds.next(), saleIds.next()];
    expect([one.number, two.number]).toEqual([42, 43]);
    expect(one.id).toMatch(/^42-[a-z0-9]{16}$/);
    expect(two.id.slice(3)).not.toBe(one.id.slice(3));
  });
});

describe('the age of the last payment', () => {
  const clock = createManualClock();
  const start = clock.now();
  const paid = (at: number, facts: Partial<SaleFacts> = {}) =>
    but(saleAfter([seenCode(CODE.ok)], ended(1)), { ended: at, ...facts });
  const last = (sales: readonly Sale[], ...tendered: readonly number[]) =>
    createLastPayment({ sales: { all: () => sales }, restored: sales, clock, tendered });
  const age = (sales: readonly Sale[], ...tendered: readonly number[]) =>
    last(sales, ...tendered).age();

  it('is null without an ended sale that reached the service', () => {
    expect(age([])).toBeNull();
    expect(age([ended(1)])).toBeNull();
    expect(age([paid(start, { created: null })])).toBeNull();
  });

  it('is in whole seconds, rounded down, since the last payment by any method', () => {
    expect(age([paid(start - 5_999)])).toBe(5);
    expect(age([paid(start - 9_000), paid(start - 5_000)])).toBe(5);
    expect(age([paid(start - 9_000)], start - 2_000)).toBe(2);
    expect(age([paid(start - 2_000)], start - 9_000)).toBe(2);
    expect(age([paid(start)])).toBe(0);
  });

  it('is at most the maximum that the service accepts', () => {
    expect(age([paid(0)])).toBe(2_592_000);
  });

  it('ignores a record of the future: its payment came after the record before it', () => {
    expect(age([paid(start - 9_000), paid(start + 60_000, { id: '2' })])).toBe(9);
    expect(age([paid(start - 9_000)], start - 7_000, start + 86_400_000)).toBe(7);
    expect(age([paid(start + 60_000)])).toBeNull();
  });

  it('is measured in this run, whatever the clock is set to', () => {
    const time = createManualClock();
    const sales: Sale[] = [];
    const measured = createLastPayment({
      sales: { all: () => sales },
      restored: [],
      clock: time,
      tendered: [],
    });
    time.set(86_400_000);
    sales.push(paid(time.now()));
    measured.look();
    time.advance(5_000);
    expect(measured.age()).toBe(5);
    time.set(-2 * 86_400_000);
    expect(measured.age()).toBe(5);
    measured.add();
    time.set(3_600_000);
    expect(measured.age()).toBe(0);
  });

  it('counts a request without an approval as at least a minute old', () => {
    const unpaid = (at: number) =>
      but(saleAfter([seenCode(CODE.aborted)], ended(1)), { ended: at });
    expect(age([unpaid(start - 5_000)])).toBe(60);
    expect(age([unpaid(start - 90_000)])).toBe(90);
    expect(age([unpaid(start - 5_000), paid(start - 40_000)])).toBe(40);
    expect(age([unpaid(start - 5_000), paid(start - 400_000)])).toBe(60);
    expect(age([unpaid(start - 90_000), paid(start - 400_000)])).toBe(90);
    expect(age([unpaid(start - 400_000), paid(start - 5_000)])).toBe(5);
    // The customer approved, and the till released the money.
    const released = but(unpaid(start - 5_000), { approved: true });
    expect(age([released])).toBe(5);
  });

  it('includes a sale that was removed, and a payment by another tender', () => {
    const sales = [paid(start - 9_000)];
    const known = last(sales);
    sales.pop();
    expect(known.age()).toBe(9);
    known.add();
    expect(known.age()).toBe(0);
  });
});
