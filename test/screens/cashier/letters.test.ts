import { describe, expect, it } from 'vitest';
import { createBillHost } from '../../support/bill-host.ts';
import { smallestKey } from '../../support/layout.ts';
import { screenOf } from '../../support/screen-of.ts';
import { settled } from '../../support/settled.ts';
import { demoShop, filledHost, GOODS, stock } from './goods-shop.ts';
import { openCashier } from './page.ts';
import { NOW, view } from './sales.ts';

const served = screenOf('cashier');
const SHOP = demoShop();

/** A word of each language with letters that only its own keyboard has, and the item that it finds. */
const SEARCHES = [
  ['nb', 'røa', 0],
  ['nb', 'salatb', 1],
  ['de', 'käse', 1],
  ['de', 'heiß', 1],
  ['ar', 'شاي', 1],
] as const;

describe('a till without a keyboard', () => {
  it.each(SEARCHES)(
    'searches in its language by touch, %s, "%s"',
    async (language, word, count) => {
      const options = { language, width: 800, height: 600 } as const;
      const cashier = await openCashier(served.browser(), served.origin(), options);
      const { page } = cashier;
      await stock(
        cashier,
        SHOP,
        {},
        view([]),
        createBillHost(() => NOW),
      );
      await cashier.show(view([]), { language }, GOODS);
      await page.locator('.pane-key').nth(1).click();
      await page.locator('.search-key').click();
      for (const letter of word) {
        await page.locator('.letter-key').getByText(letter, { exact: true }).click();
      }
      await page.locator('.deck-hint').filter({ hasText: word }).waitFor();
      expect(await page.locator('.product').count()).toBe(count);
      await settled(page);
      expect(await smallestKey(page, '.letter-key')).toBeGreaterThanOrEqual(44);
      if (count === 0) return;
      // The item is added, and the keys of all items and the key that asks for the money are back.
      await page.locator('.product').first().click();
      await page.locator('.key-yellow').waitFor();
      expect(await page.locator('.letter-key').count()).toBe(0);
      expect(await page.locator('.product').count()).toBeGreaterThan(8);
    },
  );

  it('names a bill by touch, with a capital and a number', async () => {
    const options = { language: 'nb', width: 800, height: 600 } as const;
    const cashier = await openCashier(served.browser(), served.origin(), options);
    const { page } = cashier;
    const host = filledHost();
    await stock(cashier, SHOP, {}, view([]), host);
    await cashier.show(view([]), { language: 'nb' }, GOODS);
    await page.locator('.counter-foot .ghost').first().click();
    await page.locator('.name-window .pane-key').click();
    for (const letter of ['Å', 's', 'e', 'Mellomrom', '4']) {
      await page.locator('.letter-key').getByText(letter, { exact: true }).click();
    }
    expect(await page.locator('.deck-name').innerText()).toBe('Åse 4');
    expect(await smallestKey(page, '.letter-key')).toBeGreaterThanOrEqual(44);
    await page.locator('.entry-keys .key-yellow').click();
    await page.locator('.slot-empty').waitFor();
    expect(host.view().open.map(({ name }) => name)).toEqual(['Åse 4']);
  });
});
