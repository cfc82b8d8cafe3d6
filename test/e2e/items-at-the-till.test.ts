import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closePages, openBrowser } from '../support/browser.ts';
import { until } from '../support/last-resort.ts';
import { makeItemAtTill } from './item-editor.ts';
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

test('a new item with a picture and new options is sold by touch', async () => {
  await till.getByRole('button', { name: 'Items', exact: true }).click();
  const picture = new PNG({ width: 400, height: 300 });
  picture.data.fill(180);
  await makeItemAtTill(till, { near: 'Flat white', picture: PNG.sync.write(picture) });
  const made = till.locator('.product', { hasText: 'Mocha' });
  await until(
    () => made.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth),
    (width) => width === 320,
  );
  await made.click();
  await till.getByRole('button', { name: /^To go/ }).click();
  await till.keyboard.press('Enter');
  await expect
    .poll(() => till.getByLabel('Sale details').innerText())
    .toMatch(/Mocha[\s\S]*To go[\s\S]*60\.00/);
});
