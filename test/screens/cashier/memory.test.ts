import { expect, it } from 'vitest';
import { openMemoryMeter, showSales, slope } from '../../bench/many-sales.ts';
import { screenOf } from '../../support/screen-of.ts';
import { openCashier } from './page.ts';

const served = screenOf('cashier');

/**
 * Bytes a sale may leave behind while the browser still warms up: over hundreds it is some hundred
 * (`node test/bench/screens.ts`), and a picture that stayed would be tens of thousands.
 */
const KEPT_MAX = 10_000;

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
