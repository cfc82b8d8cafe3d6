import { describe, expect, it } from 'vitest';
import { openTill } from './fixture.ts';
import { demoShop, filledHost, lineOf, stock } from './goods-shop.ts';
import { view } from './sales.ts';

const { cashier, page } = openTill();

const FOURTEEN = Array.from({ length: 14 }, (_, place) =>
  lineOf(`p${place}`, 'Flat white', 2, 5_200, '0.25'),
);

describe('the chosen line of a bill on a phone', () => {
  it.each([
    [320, 568],
    [390, 844],
  ])('does not move the page, and has all keys in the slip, %ix%i', async (width, height) => {
    await page().setViewportSize({ width, height });
    await stock(cashier(), demoShop(), {}, view([]), filledHost(FOURTEEN));
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
