import { afterEach, expect, vi } from 'vitest';
import { test } from '../../../main/testing/vitest.ts';

afterEach(() => void vi.restoreAllMocks());

test('the time does not move while another thread signs a refund', async ({ shop }) => {
  const sale = await shop.till.sell(12_500);
  await shop.customer.approve(sale);
  await sale.becomes('paid');
  const paid = shop.clock.now();
  const sign = crypto.subtle.sign.bind(crypto.subtle);
  let slow = 0;
  vi.spyOn(crypto.subtle, 'sign').mockImplementation(async (...given) => {
    const [, , text] = given;
    if (new TextDecoder().decode(text).startsWith('PUT')) {
      slow += 1;
      for (let turns = 0; turns < 1_000; turns += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    return sign(...given);
  });
  await sale.refund();
  await sale.becomes('refunded');
  expect(slow).toBe(1);
  expect(shop.clock.now()).toBe(paid);
});
