import { describe, expect } from 'vitest';
import type { TestShop } from '../../../main/testing/shop.ts';
import { test } from '../../../main/testing/vitest.ts';
import { unwrap } from '../../../shared/client/index.ts';
import { count, isPaidOnce } from '../../support/shop-checks.ts';

/* The faults of the devices around a till, after which the till ends the sale correctly. */

describe('a fault of the push channel', () => {
  test('cut: the till polls and connects again', async ({ shop }) => {
    const sale = await shop.till.sell(12_500);
    shop.faults.next('push', 'cut');
    await isPaidOnce(shop, sale);
    await shop.clock.until(() => count(shop, /^event: connected$/) === 2, 'A new connection');
    expect(count(shop, /^event: disconnected$/)).toBe(1);
  });

  test('cut, two times: the next connection breaks as well, and the third one stays', async ({
    shop,
  }) => {
    shop.faults.next('push', 'cut', { times: 2 });
    await shop.clock.until(() => count(shop, /^event: connected$/) === 3, 'A third connection');
    await shop.clock.advance(60);
    expect(count(shop, /^event: connected$/)).toBe(3);
    expect(count(shop, /^event: disconnected$/)).toBe(2);
    expect(count(shop, /^fault: push cut$/)).toBe(2);
  });

  test('cut: a connection that is not there yet breaks when it is', async ({ shop }) => {
    await shop.till.kill();
    shop.faults.next('push', 'cut');
    expect(count(shop, /^fault: push cut$/)).toBe(0);
    await shop.till.restart();
    await shop.clock.until(() => count(shop, /^event: connected$/) === 3, 'A new connection');
    expect(count(shop, /^fault: push cut$/)).toBe(1);
  });

  test('away: other faults do not bring the connection back, only clear does', async ({ shop }) => {
    shop.faults.next('push', 'cut', { times: 2 });
    shop.faults.next('push', 'away');
    await shop.clock.until(() => count(shop, /^fault: push away$/) === 1, 'The third fault');
    await shop.clock.advance(60);
    const connected = count(shop, /^event: connected$/);
    shop.faults.next('push', 'cut');
    shop.faults.clear('printer');
    await shop.clock.advance(60);
    expect(count(shop, /^event: connected$/)).toBe(connected);
    shop.faults.clear();
    await shop.clock.until(
      () => count(shop, /^event: connected$/) === connected + 1,
      'A new connection',
    );
    await shop.clock.advance(60);
    expect(count(shop, /^event: connected$/)).toBe(connected + 1);
  });

  test('away: a till that starts meanwhile is not connected', async ({ shop }) => {
    await shop.till.kill();
    shop.faults.next('push', 'away');
    await shop.till.restart();
    await shop.clock.advance(60);
    expect(count(shop, /^event: connected$/)).toBe(1);
  });

  test('away: the sale is paid by polling alone', async ({ shop }) => {
    shop.faults.next('push', 'away');
    await isPaidOnce(shop, await shop.till.sell(12_500));
    await shop.clock.advance(60);
    expect(count(shop, /^event: (connected|payment_authorized)$/)).toBe(1);
    shop.faults.clear('push');
    await shop.clock.until(() => count(shop, /^event: connected$/) === 2, 'A new connection');
  });
});

describe('a fault of a callback', () => {
  const authorised = async (shop: TestShop) => {
    const { id } = unwrap(
      await shop.client.paymentCreate({
        action: 'auth',
        currency: 'NOK',
        amount: 12_500,
        allow_credit: false,
        pos_id: 'webshop',
        pos_tid: 'order-1',
        customer: shop.customer.msisdn,
        callback_uri: shop.callbacks.url,
      }),
    );
    expect((await shop.simulator.confirm(id)).ok).toBe(true);
    await shop.clock.until(() => shop.callbacks.events.length > 0, 'A callback');
    await shop.clock.advance(60);
    return shop.callbacks;
  };

  test.for(['refuse', 'hang', 'lose'] as const)(
    '%s: the service sends the same callback again, and it is handled once',
    async (fault, { shop }) => {
      shop.faults.next('callback', fault);
      const { events, arrived } = await authorised(shop);
      const ids = events.map(({ meta }) => meta.id);
      expect(events.map(({ meta }) => meta.event)).toContain('payment_authorized');
      expect(new Set(ids).size).toBe(ids.length);
      expect(arrived()).toBe(events.length + 1);
      expect(count(shop, /^callback: .*, again$/)).toBe(fault === 'lose' ? 1 : 0);
    },
  );
});

describe('a fault of the printer', () => {
  test.override({ shopOptions: { printer: true } });

  test.for(['no_paper', 'offline'] as const)(
    '%s: the sale is paid, and its receipt is printed once when the printer works again',
    async (fault, { shop }) => {
      shop.faults.next('printer', fault, { times: 3 });
      const sale = await shop.till.sell(12_500);
      await isPaidOnce(shop, sale);
      expect(shop.printer.receipts).toEqual([]);
      await shop.clock.until(() => shop.printer.receipts.length > 0, 'A receipt');
      await shop.clock.advance(60);
      expect(shop.printer.receipts).toHaveLength(1);
      expect(shop.printer.receipts[0]).toContain('125.00');
      expect(count(shop, new RegExp(`^fault: printer ${fault}$`))).toBe(3);
    },
  );
});

describe('a fault of the vending machine', () => {
  test.override({ shopOptions: { machine: true } });
  const deposit = { mode: { kind: 'vend', item: 'cola', order: 'deposit' } } as const;

  test.for(['fails', 'silent'] as const)(
    '%s: the customer pays nothing',
    async (fault, { shop }) => {
      shop.faults.next('machine', fault);
      const sale = await shop.till.sell(12_500, deposit);
      await shop.customer.approve(sale);
      await sale.becomes('released', 600);
      expect((await sale.outcome()).captures).toEqual([]);
      expect(shop.machine.ordered()).toHaveLength(1);
      expect(shop.machine.delivered()).toEqual([]);
    },
  );

  test('without a fault the customer pays for what was delivered', async ({ shop }) => {
    const sale = await shop.till.sell(12_500, deposit);
    await shop.customer.approve(sale);
    await sale.becomes('paid');
    expect(shop.machine.delivered()).toHaveLength(1);
  });
});
