import { BUSY_MORNING } from './busy-morning.ts';
import { type Look, testEveryPicture } from './every-picture.ts';
import type { CashierPage } from './page.ts';
import { NOW, STATES, view } from './sales.ts';

/** Calls `look` with every picture there is: each state, then the screens around them. */
async function everyPicture(cashier: CashierPage, look: Look): Promise<void> {
  const { page } = cashier;
  for (const [name, drawn] of Object.entries(STATES)) {
    await cashier.show(drawn);
    await look(name, 12_500);
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
  await look('amount', 12_500);
  await cashier.show(BUSY_MORNING, { sticker: { kind: 'serial', serial: '0123456789012' } });
  await look('amount-sticker', 12_500);
  await page.locator('.entry-methods .key').nth(1).click();
  await look('scan', 12_500);
  await page.keyboard.press('Escape');
  await cashier.show(BUSY_MORNING);
  await page.locator('.entry-methods .key').first().click();
  await page.keyboard.type('98765');
  await page.keyboard.press('Enter');
  await look('phone', 12_500);
  await page.keyboard.press('Escape');
  await page.locator('.counter-foot .ghost').click();
  await look('clear', 12_500);
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

testEveryPicture('every state of the cashier screen', { app: 'cashier', draw: everyPicture });
