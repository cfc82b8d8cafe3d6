import { expect, it } from 'vitest';
import { openMemoryMeter, showSales, slope } from '../../bench/many-sales.ts';
import { screenOf } from '../../support/screen-of.ts';
import { openCashier } from './page.ts';

const served = screenOf('cashier');

/**
 * Bytes that a sale may leave behind. A sale leaves about 30 of them while the browser still warms up, and a
 * part of the screen that is drawn later adds up to 200. The states of a sale are 2,800.
 */
const KEPT_MAX = 1_000;

it('the memory of the screen does not grow with the number of sales', async () => {
  const cashier = await openCashier(served.browser(), served.origin());
  const weigh = await openMemoryMeter(cashier);
  await showSales(cashier, 1, 40);
  const held = [await weigh()];
  for (let batch = 1; batch <= 4; batch += 1) {
    await showSales(cashier, batch * 100, 10);
    held.push(await weigh());
  }
  expect(slope(held.map(({ nodes }) => nodes)) / 10).toBeLessThan(1);
  expect(slope(held.map(({ listeners }) => listeners)) / 10).toBeLessThan(1);
  expect(slope(held.map(({ bytes }) => bytes)) / 10).toBeLessThan(KEPT_MAX);
  await cashier.page.context().close();
});

it('the slope is that of the least-squares line', () => {
  expect(slope([1, 2, 3, 4])).toBeCloseTo(1, 9);
  expect(slope([5, 5, 5])).toBe(0);
  expect(slope([0, 10, 0, 10])).toBeCloseTo(2, 9);
});
