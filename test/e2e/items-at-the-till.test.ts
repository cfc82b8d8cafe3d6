import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closePages, openBrowser } from '../support/browser.ts';
import { makeItemAtTill } from './make-item.ts';
import { openTillScreen } from './people.ts';
import { type House, startHouse } from './start-house.ts';

/* A supervisor makes an item at a till that keeps its items itself, and sells it. */

let house: House;
let browser: Browser;
let till: Page;
beforeEach(async () => {
  [house, browser] = await Promise.all([startHouse('system', { goods: true }), openBrowser()]);
  till = await openTillScreen(browser, house.screen());
});
afterEach(async () => {
  await closePages();
  await house?.stop();
});

test('a new item is sold by touch', async () => {
  await till.getByRole('button', { name: 'Items', exact: true }).click();
  await makeItemAtTill(till, 'Flat white');
  await till.locator('.product', { hasText: 'Mocha' }).click();
  await expect
    .poll(() => till.getByLabel('Sale details').innerText())
    .toMatch(/Mocha[\s\S]*58\.00/);
});
