import { expect } from 'vitest';
import type { TestShop } from '../../main/testing/shop.ts';
import type { TestSale } from '../../main/testing/till.ts';
import { unwrap } from '../../shared/client/index.ts';

/* What tests of the test kit check in a shop. */

/** The lines of the shop's timeline without their times, such as `event: connected`. */
export const linesOf = (shop: TestShop): readonly string[] =>
  shop.entries().map(({ actor, text }) => `${actor}: ${text}`);

/** How many of these lines match. */
export const count = (shop: TestShop, line: RegExp): number =>
  linesOf(shop).filter((one) => line.test(one)).length;

/**
 * The customer approves the sale of 125.00, by default the first one, and it ends paid, with one payment
 * at the service that was captured once.
 */
export async function isPaidOnce(
  shop: TestShop,
  sale: TestSale | undefined = shop.till.sales()[0],
): Promise<void> {
  if (sale === undefined) throw new Error('there is no sale');
  await shop.customer.approve(sale);
  await sale.becomes('paid');
  expect(await sale.outcome()).toMatchObject({ status_code: 2000, captures: [{ amount: 12_500 }] });
  const payments = await unwrap(await shop.client.paymentList());
  expect(payments.items).toHaveLength(1);
}
