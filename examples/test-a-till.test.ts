import { test } from 'tillkit/testing/vitest';
import { expect } from 'vitest';

/* Tests of a till. Each test has a separate shop: a service, a till and a customer with one clock. */

test('a customer pays 125.00', async ({ shop }) => {
  const sale = await shop.till.sell(12_500);
  await shop.customer.approve(sale);
  await sale.becomes('paid');
  expect(await sale.outcome()).toMatchObject({ status_code: 2000, captures: [{ amount: 12_500 }] });
});

test('a customer who declines pays nothing', async ({ shop }) => {
  const sale = await shop.till.sell(12_500);
  await shop.customer.reject(sale);
  await sale.becomes('declined');
  expect((await sale.outcome()).captures).toEqual([]);
});

test('a sale that nobody answers expires', async ({ shop }) => {
  const sale = await shop.till.sell(12_500);
  await shop.clock.advance(10 * 60);
  expect(sale.view().state.kind).toBe('expired');
});

test('the customer pays once if the reply to the payment request is lost', async ({ shop }) => {
  shop.faults.next('response', 'lose', { of: 'create' });
  const sale = await shop.till.sell(12_500);
  await shop.customer.approve(sale);
  await sale.becomes('paid');
  expect((await sale.outcome()).captures).toHaveLength(1);
});

test('a till that was killed finds the payment after its restart', async ({ shop }) => {
  const sale = await shop.till.sell(12_500);
  await shop.customer.approve(sale);
  await shop.till.kill();
  await shop.till.restart();
  // The goods may be gone, so the cashier decides whether the money is taken.
  await sale.becomes('authorised');
  await sale.act('capture');
  await sale.becomes('paid');
  expect((await sale.outcome()).captures).toHaveLength(1);
});
