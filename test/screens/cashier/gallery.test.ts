import { describe, expect, it } from 'vitest';
import { axeViolations } from '../../support/axe.ts';
import { misfits } from '../../support/layout.ts';
import { languagesOf } from '../../support/looks.ts';
import { screenOf } from '../../support/screen-of.ts';
import { keepPicture } from '../keep-picture.ts';
import { BUSY_MORNING } from './busy-morning.ts';
import { type CashierPage, openCashier } from './page.ts';
import { NOW, STATES, view } from './sales.ts';

const served = screenOf('cashier');

/** Calls `look` with every picture there is: each state, then the screens around them. */
async function everyPicture(
  cashier: CashierPage,
  look: (name: string) => Promise<void>,
): Promise<void> {
  const { page } = cashier;
  for (const [name, drawn] of Object.entries(STATES)) {
    await cashier.show(drawn);
    await look(name);
  }
  await cashier.show(view([]));
  await look('first');
  await cashier.show(BUSY_MORNING);
  await look('idle');
  await page.keyboard.type('12500');
  // A scanner may be typing: keys count when none has followed for a moment.
  await page
    .locator('.deck-amount')
    .filter({ hasText: /125[.,]00/ })
    .waitFor();
  await look('amount');
  await cashier.show(BUSY_MORNING, { sticker: { kind: 'serial', serial: '0123456789012' } });
  await look('amount-sticker');
  await page.locator('.entry-methods .key').nth(1).click();
  await look('scan');
  await page.keyboard.press('Escape');
  await cashier.show(BUSY_MORNING);
  await page.locator('.entry-methods .key').first().click();
  await page.keyboard.type('98765');
  await page.keyboard.press('Enter');
  await look('phone');
  await page.keyboard.press('Escape');
  await page.locator('.counter-foot .ghost').click();
  await look('clear');
  await page.locator('.dialog .ghost').first().click();
  await cashier.show(view([], { connection: { kind: 'offline', since: NOW - 120_000 } }));
  await look('offline');
  await cashier.show(BUSY_MORNING);
  await page.locator('.strip-key[aria-controls]').click();
  await look('options');
  await page.keyboard.press('Escape');
  await page.locator('.strip-key').last().click();
  await page.locator('.list-row').nth(1).click();
  await look('sales');
  await page.locator('.strip-key').last().click();
  await page.locator('.strip-key').nth(1).click();
  await look('unclaimed');
}

describe('every state of the cashier screen', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const language of languagesOf(theme, ['en', 'nb'] as const)) {
      it(`is drawn without a fault, ${theme}, ${language}`, async () => {
        const cashier = await openCashier(served.browser(), served.origin(), { theme, language });
        const found: string[] = [];
        await everyPicture(cashier, async (name) => {
          const { page } = cashier;
          found.push(...(await keepPicture(page, 'cashier', `${name}-${theme}-${language}`)));
          found.push(...(await misfits(page, name)));
          // All rules once; in the dark only the colours are different.
          const rules = theme === 'light' ? null : ['color-contrast'];
          for (const one of await axeViolations(page, rules)) found.push(`${name}: ${one}`);
        });
        expect(found).toEqual([]);
        expect(cashier.errors).toEqual([]);
        await cashier.page.context().close();
      });
    }
  }

  for (const [width, height] of [
    [1024, 768],
    [800, 600],
    [390, 844],
  ] as const) {
    it(`fits ${width}x${height}`, async () => {
      const cashier = await openCashier(served.browser(), served.origin(), {
        width,
        height,
        language: 'nb',
      });
      const found: string[] = [];
      await everyPicture(cashier, async (name) => {
        found.push(...(await misfits(cashier.page, name)));
      });
      expect(found).toEqual([]);
      await cashier.page.context().close();
    });
  }
});
