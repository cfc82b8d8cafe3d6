import { describe, expect, it } from 'vitest';
import { axeViolations } from '../../support/axe.ts';
import { CASHIER_WORDS } from '../../support/cashier-words.ts';
import { BUSY_MORNING } from './busy-morning.ts';
import { openTill } from './fixture.ts';
import { demoShop, GOODS, stock, tablesHost } from './goods-shop.ts';
import { view } from './sales.ts';
import { BACK_OFFICE } from './staff-history-day.ts';

/* The status strip of the cashier's screen, whose keys lose their words in a narrow window. */

const SIZES = [
  [320, 568],
  [600, 960],
  [800, 600],
  [1024, 768],
  [1280, 800],
  [1440, 900],
  [1760, 990],
  [1920, 1080],
] as const;
const { cashier, page } = openTill();
const strip = () => page().locator('.strip-status');

/** The accessible names and the texts of the strip in the order of reading, without the clock. */
const names = async () =>
  [...(await strip().ariaSnapshot()).matchAll(/(?:button|img) "([^"]+)"|text: (.+)/g)].map(
    ([, name, text]) => name ?? text,
  );

describe.each(['en', 'nb', 'de', 'ar'] as const)('the busiest strip, %s', (language) => {
  it('has the same accessible names at every size, and no fault that axe finds', async () => {
    const words = CASHIER_WORDS[language];
    const found: string[] = [];
    cashier().backOffice(BACK_OFFICE);
    await stock(cashier(), demoShop(), {}, view([]), tablesHost());
    await cashier().show(BUSY_MORNING, { language }, GOODS);
    await page().locator(`html[lang=${language}]`).waitFor();
    for (const [width, height] of SIZES) {
      await page().setViewportSize({ width, height });
      expect([width, ...(await names())]).toEqual([
        width,
        words.online,
        words.asideChip(1),
        words.unclaimedChip(2),
        words.tables(3),
        words.options,
        words.sales,
        words.lockAs('Ingrid'),
      ]);
      if (width === 320) found.push(...(await axeViolations(page(), null)));
    }
    expect(found).toEqual([]);
  });

  it('shows counts in place of the words of its chips at 320 pixels', async () => {
    cashier().backOffice(BACK_OFFICE);
    await stock(cashier(), demoShop(), {}, view([]), tablesHost());
    await cashier().show(BUSY_MORNING, { language }, GOODS);
    await page().locator(`html[lang=${language}]`).waitFor();
    await page().setViewportSize({ width: 320, height: 568 });
    const keys = await strip().getByRole('button').allInnerTexts();
    expect(keys).toEqual(['1', '2', '3', '', '', '']);
  });
});
