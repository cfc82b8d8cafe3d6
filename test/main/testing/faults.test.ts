import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { FAULTS } from '../../../main/testing/faults.ts';
import type { TestShop } from '../../../main/testing/shop.ts';
import { test } from '../../../main/testing/vitest.ts';
import { unwrap } from '../../../shared/client/index.ts';

/* Each fault of the list happens, and the till then ends the sale correctly. */

const told = (shop: TestShop) => shop.entries().map(({ actor, text }) => `${actor}: ${text}`);
const count = (shop: TestShop, line: RegExp) => told(shop).filter((one) => line.test(one)).length;
const CREATED = /^request: POST \/payment_request\/$/;

/** The sale ends paid, with one payment at the service that was captured once. */
async function isPaidOnce(shop: TestShop, sale = shop.till.sales()[0]): Promise<void> {
  if (sale === undefined) throw new Error('there is no sale');
  await shop.customer.approve(sale);
  await sale.becomes('paid');
  expect(await sale.outcome()).toMatchObject({ status_code: 2000, captures: [{ amount: 12_500 }] });
  const payments = await unwrap(await shop.client.paymentList());
  expect(payments.items).toHaveLength(1);
}

describe('a fault of a response', () => {
  test.for(['lose', 'cut', 'status'] as const)(
    '%s: the till repeats the request',
    async (fault, { shop }) => {
      shop.faults.next('response', fault, { of: 'create' });
      const sale = await shop.till.sell(12_500);
      await isPaidOnce(shop, sale);
      expect(told(shop)).toContain(`fault: response ${fault}`);
      expect(count(shop, CREATED)).toBe(2);
    },
  );

  test('delay: the till aborts the request after ten seconds and repeats it', async ({ shop }) => {
    shop.faults.next('response', 'delay', { of: 'create', seconds: 30 });
    const before = shop.clock.now();
    const sale = await shop.till.sell(12_500);
    expect(sale.view().state.kind).toBe('creating');
    await sale.becomes('waiting_scan');
    expect(shop.clock.now() - before).toBeGreaterThanOrEqual(10_000);
    expect(shop.clock.now() - before).toBeLessThan(30_000);
    await isPaidOnce(shop, sale);
  });

  test('repeat: a capture that arrives twice takes the money once', async ({ shop }) => {
    shop.faults.next('response', 'repeat', { of: 'update' });
    const sale = await shop.till.sell(12_500);
    await isPaidOnce(shop, sale);
    expect(told(shop)).toContain('fault: response repeat');
  });
});

describe('a fault of the push channel', () => {
  test('cut: the till polls and connects again', async ({ shop }) => {
    const sale = await shop.till.sell(12_500);
    shop.faults.next('push', 'cut');
    await isPaidOnce(shop, sale);
    await shop.clock.until(() => count(shop, /^event: connected$/) === 2, 'A new connection');
    expect(count(shop, /^event: disconnected$/)).toBe(1);
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

describe('a fault of the disk', () => {
  test.for(['full', 'broken'] as const)(
    '%s: no sale starts and nothing is sent until the journal can be written',
    async (fault, { shop }) => {
      shop.faults.next('disk', fault, { times: Number.POSITIVE_INFINITY });
      await expect(shop.till.sell(12_500)).rejects.toThrow('cannot be saved on this till');
      expect(shop.till.terminal.view().notReady).toBe('journal_full');
      expect(count(shop, CREATED)).toBe(0);
      shop.faults.clear('disk');
      const ready = () => shop.till.terminal.view().notReady === null;
      await shop.clock.until(ready, 'A journal that can be written');
      await isPaidOnce(shop, await shop.till.sell(12_500));
    },
  );
});

describe('a killed till', () => {
  test('before_write: the sale does not exist afterwards, and nothing was sent', async ({
    shop,
  }) => {
    shop.faults.next('kill', 'before_write');
    await expect(shop.till.sell(12_500)).rejects.toThrow('The till was killed');
    await shop.till.restart();
    expect(shop.till.sales()).toEqual([]);
    expect(count(shop, CREATED)).toBe(0);
    await isPaidOnce(shop, await shop.till.sell(12_500));
  });

  test.for(['after_write', 'before_request', 'after_request'] as const)(
    '%s: the next run continues with the same payment',
    async (fault, { shop }) => {
      shop.faults.next('kill', fault);
      await expect(shop.till.sell(12_500)).rejects.toThrow('The till was killed');
      expect(shop.till.isRunning).toBe(false);
      expect(() => shop.till.terminal).toThrow('The till does not run.');
      await shop.till.restart();
      expect(shop.till.sales()).toHaveLength(1);
      await isPaidOnce(shop);
    },
  );

  test('kill: the next run finds an approved sale; the cashier captures it', async ({ shop }) => {
    const sale = await shop.till.sell(12_500);
    await shop.customer.approve(sale);
    await shop.till.kill();
    await shop.clock.advance(60);
    await shop.till.restart();
    expect((await sale.becomes('authorised')).state).toMatchObject({ because: 'recovered' });
    expect((await sale.outcome()).captures).toEqual([]);
    await sale.act('capture');
    await sale.becomes('paid');
  });

  test('sends no request to the service', async ({ shop }) => {
    const sale = await shop.till.sell(12_500);
    await shop.till.kill();
    const requests = async () =>
      (await shop.simulator.journal()).filter(({ kind }) => kind === 'request').length;
    const before = await requests();
    await shop.clock.advance(120);
    expect(await requests()).toBe(before);
    await shop.till.restart();
    await isPaidOnce(shop, sale);
  });
});

describe('the list of faults', () => {
  test('refuses an unknown fault and names the known ones', ({ shop }) => {
    const wrong = 'loose' as 'lose';
    expect(() => shop.faults.next('response', wrong)).toThrow(
      'There is no fault "response", "loose"; there are: lose, cut, delay, repeat, status.',
    );
    expect(() => shop.faults.next('response', 'lose', { times: 0 })).toThrow('at least one time');
  });

  test('has a test in this file for every fault', async () => {
    const source = readFileSync(new URL(import.meta.url), 'utf8');
    const names = Object.values(FAULTS).flatMap((part) => Object.keys(part));
    expect(names.filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  });
});
