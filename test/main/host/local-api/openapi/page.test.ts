import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildScreens } from '../../../../../main/build/screens.ts';
import { axeViolations } from '../../../../support/axe.ts';
import { closePages, openBrowser } from '../../../../support/browser.ts';
import { fontFamilies, loadedFonts, PRODUCT_FONTS } from '../../../../support/page-fonts.ts';
import { type ScriptedWorld, startScriptedWorld } from '../register-setup.ts';

/* The page of the till API in a real browser: its layout, its fonts and its search. */

let world: ScriptedWorld;
let browser: Browser;
beforeAll(async () => {
  // The fonts of the page are those of the screens.
  await buildScreens();
  world = await startScriptedWorld();
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages();
  await world.stop();
});

async function open(colorScheme: 'light' | 'dark', width: number): Promise<Page> {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(world.api.url).origin)) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') foreign.push(message.text());
  });
  await page.goto(new URL('/docs/', world.api.url).href);
  expect(foreign).toEqual([]);
  return page;
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

it('fits a phone with dark colours, and axe finds no problem', async () => {
  const page = await open('dark', 390);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  // The page is long, and every one of its words is looked at.
  expect(await axeViolations(page)).toEqual([]);
  await page.close();
});

it('has one family for text and one for code, and loads both from its own address', async () => {
  const page = await open('light', 1280);
  expect(await fontFamilies(page)).toEqual(PRODUCT_FONTS);
  expect(await loadedFonts(page)).toEqual([...PRODUCT_FONTS.code, ...PRODUCT_FONTS.text]);
  await page.close();
});

it('fits a screen', async () => {
  const page = await open('light', 1280);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.close();
});

it('finds a call by its text', async () => {
  const page = await open('light', 1280);
  await page.getByRole('searchbox', { name: 'Find a call' }).fill('cancel');
  expect(await page.locator('article:visible h3').allInnerTexts()).toEqual([
    expect.stringContaining('/sales/{id}/cancel/'),
    expect.stringContaining('/questions/{id}/cancel/'),
  ]);
  expect(await page.locator('#said').textContent()).toBe('2 endpoints');
  await page.close();
});
