import { describe, expect } from 'vitest';
import type { TestSale, TestShop } from '../../main/testing/index.ts';
import { test } from '../../main/testing/vitest.ts';
import { HOUR } from '../../shared/time/clock.ts';

/* Sales of a complete till at the real service, written with the product's own test kit. */

const UNKNOWN = '4799999999';
const lines = (shop: TestShop, actor: string) =>
  shop.entries().flatMap((entry) => (entry.actor === actor ? [entry.text] : []));
const because = (sale: TestSale) => JSON.stringify(sale.view().state);
const LATER = { mode: { kind: 'authorise' } } as const;

describe('a till at the service', () => {
  describe('that polls once an hour', () => {
    test.override({ shopOptions: { settings: { pollWithPush: HOUR, pollAlone: HOUR } } });

    test('follows a sale by code from the scan to paid by push', async ({ shop }) => {
      const sale = await shop.till.sell(12_500);
      const { tid, state } = sale.view();
      expect(state).toMatchObject({ uri: `${shop.service.wallet_url}/p/${tid}/` });
      await shop.customer.approve(sale);
      await sale.becomes('paid');
      // The shop's clock can move while the approval is on its way to the till, which then asks the service once.
      expect(sale.states()).toEqual([
        ...['creating', 'waiting_scan', 'waiting_approval'],
        ...['authorised', 'capturing', 'paid'],
      ]);
      const log = sale.view().log.map(({ key }) => key);
      expect(log).toContain('scanned');
      expect(log).not.toContain('from_service');
      expect(shop.till.terminal.view().unclaimed).toEqual([]);
    });
  });

  test('shows a sale by phone number as declined', async ({ shop }) => {
    const method = { kind: 'phone', msisdn: shop.customer.msisdn } as const;
    const sale = await shop.till.sell(12_500, { method });
    expect(sale.view().state.kind).toBe('waiting_approval');
    await shop.customer.reject(sale);
    await sale.becomes('declined');
  });

  test('aborts a cancelled sale, and reports an unknown customer', async ({ shop }) => {
    const sale = await shop.till.sell(12_500);
    await sale.act('cancel');
    await sale.becomes('aborted');
    const method = { kind: 'phone', msisdn: UNKNOWN } as const;
    const refused = await (await shop.till.sell(12_500, { method })).becomes('refused');
    expect(refused.state).toMatchObject({ because: { kind: 'unknown_customer' } });
  });

  test('resumes a sale after a restart, reads its outcome, and lets the cashier capture it', async ({
    shop,
  }) => {
    const sale = await shop.till.sell(12_500);
    const { tid } = sale.view();
    await shop.till.kill();
    expect((await shop.simulator.claim(tid ?? '', shop.customer.msisdn)).ok).toBe(true);
    expect((await shop.simulator.confirm(tid ?? '')).ok).toBe(true);
    await shop.till.restart();
    expect(await sale.becomes('authorised')).toMatchObject({
      tid,
      state: { because: 'recovered' },
    });
    await sale.act('capture');
    await sale.becomes('paid');
    const { connection, unclaimed } = shop.till.terminal.view();
    expect([connection, unclaimed]).toEqual([{ kind: 'online', push: true }, []]);
  });
});

describe('money at the service', () => {
  test('is captured twice, renewed and released although each reply is lost once', async ({
    shop,
  }) => {
    const sale = await shop.till.sell(12_500, LATER);
    await shop.customer.approve(sale);
    await sale.becomes('authorised');
    shop.faults.next('response', 'lose', { of: 'update' });
    await sale.capture({ amount: 5_000, captureId: 'one' });
    await shop.clock.until(() => because(sale).includes('part_captured'), 'the first capture');
    const before = sale.view().renewal?.expires ?? 0;
    await shop.clock.advance(1);
    shop.faults.next('response', 'lose', { of: 'update' });
    await sale.act('renew');
    await shop.clock.until(() => (sale.view().renewal?.expires ?? 0) > before, 'the renewal');
    shop.faults.next('response', 'lose', { of: 'update', times: 2 });
    await sale.capture({ amount: 2_500, rest: 'release' });
    await sale.becomes('paid');
    const happened = lines(shop, 'fault').filter((text) => text === 'response lose');
    expect(happened).toHaveLength(4);
    const { status_code, auth_amount, captures } = await sale.outcome();
    expect([status_code, auth_amount]).toEqual([2000, 0]);
    expect(captures.map(({ amount }) => amount)).toEqual([5_000, 2_500]);
  });

  test('of two reservations is released or captured by the commands for each of them', async ({
    shop,
  }) => {
    const sales: TestSale[] = [];
    for (const amount of [1_000, 2_000]) {
      const sale = await shop.till.sell(amount, LATER);
      await shop.customer.approve(sale);
      await sale.becomes('authorised');
      await sale.act('set_aside');
      sales.push(sale);
    }
    await sales[0]?.act('release');
    await sales[1]?.capture({ amount: 1_500, rest: 'release' });
    await sales[0]?.becomes('released');
    await sales[1]?.becomes('paid');
    expect(await sales[0]?.outcome()).toMatchObject({ status_code: 4019, captures: [] });
    expect((await sales[1]?.outcome())?.captures).toMatchObject([{ amount: 1_500 }]);
  });

  test('includes an additional amount that the customer changed, also in a refund', async ({
    shop,
  }) => {
    const additional = { amount: 1_000, edit: 'by_customer' } as const;
    const sale = await shop.till.sell(12_500, { additional });
    expect(sale.view().additionalAmount).toBe(1_000);
    await shop.customer.approve(sale, { additionalAmount: 2_500 });
    const paid = await sale.becomes('paid');
    expect(paid).toMatchObject({ additionalAmount: 2_500, money: { captured: 15_000 } });
    await sale.refund(13_000);
    await shop.clock.until(() => sale.view().money.refunded === 13_000, 'the refund');
    expect((await sale.outcome()).refunds).toMatchObject([
      { amount: 12_500, additional_amount: 500 },
    ]);
  });

  describe('at a vending machine', () => {
    test.override({ shopOptions: { machine: true } });

    test('is refunded automatically when the machine did not deliver', async ({ shop }) => {
      shop.faults.next('machine', 'fails');
      const mode = { kind: 'vend', item: 'slot-2', order: 'pay_first' } as const;
      const sale = await shop.till.sell(12_500, { mode });
      await shop.customer.approve(sale);
      await sale.becomes('refunded');
      expect((await sale.outcome()).refunds).toMatchObject([{ amount: 12_500 }]);
    });
  });
});

describe('a request for data', () => {
  test('is shown as declined, is refused for an unknown customer, and must be valid', async ({
    shop,
  }) => {
    const { till, clock, customer, simulator } = shop;
    const ask = (msisdn: string, scope = 'openid phone') =>
      till.terminal.askPermission({ customer: { kind: 'phone', msisdn }, scope, text: null });
    const newest = () => till.terminal.view().permissions[0];
    const becomes = (state: string) => clock.until(() => newest()?.state === state, state);
    await ask(customer.msisdn);
    await becomes('waiting');
    await simulator.decline(newest()?.rid ?? '');
    await becomes('declined');
    await ask(UNKNOWN);
    await becomes('unknown_customer');
    expect(await ask(customer.msisdn, 'everything')).toMatchObject({ ok: false });
  });
});
