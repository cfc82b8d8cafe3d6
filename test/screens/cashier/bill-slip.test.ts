import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import { openTill } from './fixture.ts';
import { demoShop, filledHost, lineOf, stock } from './goods-shop.ts';
import { view } from './sales.ts';

const { cashier, key, page } = openTill();

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

describe('a returned deposit', () => {
  it('has a negative price on its key, as on the slip, and no key for a discount that nobody can give', async () => {
    const shop = demoShop();
    const bottle = (one: (typeof shop.catalogue.products)[number]) => ({
      ...one,
      ...{ kind: 'deposit_return' as const, price: money(300), soldOut: false },
    });
    const [first, ...others] = shop.catalogue.products;
    if (first === undefined) throw new Error('the shop sells nothing');
    const products = [bottle(first), ...others];
    const line = { ...lineOf(first.id, 'Bottle', 1, 300, '0.25'), kind: 'deposit_return' as const };
    const host = filledHost([lineOf('tea', 'Tea', 1, 3_000, '0.15'), line]);
    await stock(
      cashier(),
      { ...shop, catalogue: { ...shop.catalogue, products } },
      {},
      view([]),
      host,
    );
    await key('Items').click();
    const product = page().locator('.product', { hasText: first.name.en });
    expect(await product.locator('.product-price').innerText()).toBe('−3.00');
    const rows = page().locator('.basket-line');
    const discount = page().locator('.line-keys .line-discount');
    // The bill is taken up with its tea chosen.
    await discount.waitFor();
    await rows.filter({ hasText: 'Bottle' }).click();
    await page()
      .getByRole('group', { name: /Bottle/ })
      .waitFor();
    expect(await discount.count()).toBe(0);
    expect(await rows.filter({ hasText: 'Bottle' }).innerText()).toContain('−3.00');
  });
});
