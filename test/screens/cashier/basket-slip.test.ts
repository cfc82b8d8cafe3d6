import { describe, expect, it } from 'vitest';
import type { Basket } from '../../../shared/basket/basket.ts';
import { openTill } from './fixture.ts';
import { demoShop, ON_TABLE, stock } from './goods-shop.ts';

const { cashier, page } = openTill();
const [line] = ON_TABLE.lines;
if (line === undefined) throw new Error('no line');

const FOURTEEN: Basket = {
  lines: Array.from({ length: 14 }, (_, place) => ({ ...line, product: `p${place}` })),
  discount: null,
};

describe('the chosen line of a basket on a phone', () => {
  it.each([
    [320, 568],
    [390, 844],
  ])('does not move the page, and has all keys in the slip, %ix%i', async (width, height) => {
    await page().setViewportSize({ width, height });
    await stock(cashier(), demoShop(), { basket: { basket: FOURTEEN, table: null } });
    await page().locator('.line-keys').waitFor();
    expect(await page().evaluate(() => window.scrollY)).toBe(0);
    const slip = await page().locator('.slip').boundingBox();
    const end = (part: typeof slip) => (part?.x ?? 0) + (part?.width ?? 0);
    for (const key of await page().locator('.line-keys .ghost').all()) {
      const box = await key.boundingBox();
      expect(box?.x ?? 0).toBeGreaterThanOrEqual(slip?.x ?? 0);
      expect(end(box)).toBeLessThanOrEqual(end(slip));
    }
  });
});
