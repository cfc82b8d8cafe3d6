import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../support/axe.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { deckOf, openTillScreen, picture } from './people.ts';
import { type House, startHouse } from './start-house.ts';

/* A browser opens the till's screen by the printed address, which is valid once. */

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([startHouse(), openBrowser()]);
});
afterAll(async () => {
  await closePages();
  await house?.stop();
});

test('the printed address opens the till once; another browser shows what to do', async () => {
  const printed = house.screen();
  const till = await openTillScreen(browser, printed);
  // The address in the browser's history does not have the code.
  expect(new URL(till.url()).pathname).toBe('/');
  expect(await till.evaluate(() => document.referrer + document.cookie)).toBe('');
  await till.reload();
  await deckOf(till);

  const advice = [
    ['light', 'en-GB', 'Open the latest address shown when the till program started'],
    ['dark', 'nb-NO', 'Åpne den siste adressen som ble vist da kasseprogrammet startet'],
  ] as const;
  for (const [theme, locale, words] of advice) {
    const context = await browser.newContext({ colorScheme: theme, locale });
    const stranger = await context.newPage();
    await stranger.goto(till.url());
    await stranger.getByText(words).waitFor();
    expect(await axeViolations(stranger)).toEqual([]);
    await picture(stranger, `launch-not-opened-${theme}`);
  }

  // The second use of the address closes the till in both browsers, and both show the reason.
  const thief = await (await browser.newContext()).newPage();
  await thief.goto(printed);
  await thief.getByRole('heading', { name: 'This address has already been used' }).waitFor();
  await picture(thief, 'launch-used');
  await till.getByRole('heading', { name: 'The till no longer knows this browser' }).waitFor();
  await openTillScreen(browser, house.screen());
});
