import { describe, expect, it } from 'vitest';
import type { NewLine } from '../../../shared/bill/acts.ts';
import { quantity } from '../../../shared/bill/quantity.ts';
import { money } from '../../../shared/money/money.ts';
import { outOfSight } from '../../support/readable.ts';
import { settled } from '../../support/settled.ts';
import { openTill } from './fixture.ts';
import { demoShop, filledHost, GOODS, lineOf, stock } from './goods-shop.ts';
import { view } from './sales.ts';

const { cashier, key, page } = openTill();

const OAT = { option: 'oat', group: 'milk', name: 'Oat milk', surcharge: money(600) };

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
    for (const key of await page().locator('.line-keys .ghost:visible').all()) {
      const box = await key.boundingBox();
      expect(box?.x ?? 0).toBeGreaterThanOrEqual(slip?.x ?? 0);
      expect(end(box)).toBeLessThanOrEqual(end(slip));
    }
  });
});

/** Twelve lines, one of them weighed, and one with options and a note. */
const TWELVE: readonly NewLine[] = Array.from({ length: 12 }, (_, place) => ({
  ...lineOf(place === 4 ? 'flat-white' : `p${place}`, `Line ${place}`, 2, 24_900, '0.25'),
  ...(place === 2 ? { unit: 'kg', quantity: quantity(1_335) } : {}),
  ...(place === 4 ? { options: [OAT], note: { to: 'kitchen', text: 'extra hot' } as const } : {}),
}));

/* The lines scroll in their own place between a fixed head and a fixed total. */
describe.each([
  [800, 600],
  [1024, 600],
  [1024, 768],
  [1280, 800],
])('the chosen line of twelve at %ix%i', (width, height) => {
  const whole = async () => {
    const keys = page().locator('.basket-picked .ghost').filter({ visible: true });
    const tops = await keys.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect(new Set(tops.map(Math.round)).size).toBe(1);
    const parts = ['.basket-picked', '.basket-picked .ghost', '.slip-total .amount'];
    expect(await outOfSight(page(), parts)).toEqual([]);
    // The fade of an edge is not over the line.
    const faded = await page()
      .locator('.basket')
      .evaluate((list) => {
        const frame = list.getBoundingClientRect();
        const line = list.querySelector('.basket-picked')?.getBoundingClientRect();
        if (line === undefined) return true;
        const [above, below] = [line.top - frame.top, frame.bottom - line.bottom];
        return (
          (list.classList.contains('basket-up') && above < 28) ||
          (list.classList.contains('basket-down') && below < 28)
        );
      });
    expect(faded).toBe(false);
  };

  it('is whole in view with its keys in one row, also after the window has become smaller', async () => {
    const shop = demoShop();
    await page().setViewportSize({ width: 1920, height: 1080 });
    await stock(cashier(), shop, {}, view([]), filledHost(TWELVE));
    for (const place of [4, 6, 11, 0]) {
      await page().setViewportSize({ width: 1920, height: 1080 });
      await page().locator('.basket-line').nth(place).click();
      await page()
        .locator('.basket-picked', { hasText: `Line ${place}` })
        .waitFor();
      await page().setViewportSize({ width, height });
      await settled(page());
      await whole();
      await page().locator('.basket-line').nth(place).click();
    }
    // A line that was chosen at this size.
    await page().locator('.basket-line').nth(5).click();
    await page().locator('.basket-picked', { hasText: 'Line 5' }).waitFor();
    await settled(page());
    await whole();
  });
});

describe('a line of a bill', () => {
  it('says a weight in the language of the screen on a line of its own', async () => {
    await stock(cashier(), demoShop(), {}, view([]), filledHost(TWELVE));
    const line = page().locator('.basket-line').nth(2);
    expect(await line.locator('.basket-many').innerText()).toBe('');
    expect(await line.locator('.basket-sub').innerText()).toBe('1.335\u00a0kg × 249.00');
    await cashier().show(view([]), { language: 'nb' }, GOODS);
    await line.filter({ hasText: '1,335\u00a0kg × 249,00' }).waitFor();
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
