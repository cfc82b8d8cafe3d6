import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScreens } from '../../../../main/build/screens.ts';
import { axeViolations } from '../../../support/axe.ts';
import { closePages, openBrowser } from '../../../support/browser.ts';
import { leavePicture } from '../../../support/leave-picture.ts';
import { fontFamilies, loadedFonts, PRODUCT_FONTS } from '../../../support/page-fonts.ts';
import { startTestService, type TestService } from '../../../support/service.ts';

/*
 * The reference page in a real browser: it works under its own policy, by keyboard, in light and
 * dark, on a desk and on a phone.
 */

let test: TestService;
let browser: Browser;
beforeAll(async () => {
  // The fonts of the page are those of the screens.
  await buildScreens();
  test = await startTestService();
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages();
  await test.stop();
});

async function open(options: Parameters<Browser['newPage']>[0] = {}) {
  const page = await browser.newPage(options);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto(new URL('/docs/', test.ready.base_url).href);
  return { page, said };
}

const shown = (page: Page) => page.locator('article:visible').count();

describe('the page of the reference', () => {
  it('finds endpoints by typing, with the keyboard only', async () => {
    const { page, said } = await open();
    const all = await shown(page);
    expect(all).toBeGreaterThan(40);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('last_scan');
    expect(await shown(page)).toBe(1);
    expect(await page.locator('#said').textContent()).toBe('1 endpoint');
    await page.locator('#find').fill('');
    expect(await shown(page)).toBe(all);
    expect(said).toEqual([]);
    await page.close();
  });

  it('copies an example', async () => {
    const { page } = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page
      .locator('article', { has: page.locator('#posCreate') })
      .locator('.copy')
      .click();
    await page.locator('#said:not(:empty)').waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(/^curl -X POST "\$BASE\/pos\/"/);
    await page.close();
  });

  it('has one font family for text and one for code, and loads both from its own origin', async () => {
    const { page, said } = await open();
    expect(await fontFamilies(page)).toEqual(PRODUCT_FONTS);
    expect(await loadedFonts(page)).toEqual([...PRODUCT_FONTS.code, ...PRODUCT_FONTS.text]);
    expect(said).toEqual([]);
    await page.close();
  });

  it('has the same margin on a phone as a page of the sign-in', async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 } });
    const edgeOf = (selector: string) =>
      page.evaluate((part) => document.querySelector(part)?.getBoundingClientRect().left, selector);
    for (const part of ['nav h1', '.chapter h2', 'article']) {
      expect([part, await edgeOf(part)]).toEqual([part, 16]);
    }
    expect(await edgeOf('article h3')).toBe(32);
    await page.goto(new URL('/oauth2/error?error=x', test.ready.base_url).href);
    expect(await edgeOf('main h1')).toBe(16);
    await page.close();
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
  ] as const)('has no axe violations: %s, %i wide', async (scheme, width) => {
    const { page } = await open({ colorScheme: scheme, viewport: { width, height: 900 } });
    // All rules in the light; in the dark only the colours are different.
    const rules = scheme === 'light' ? null : ['color-contrast'];
    expect(await axeViolations(page, rules)).toEqual([]);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
    await leavePicture(page, `test-artifacts/screens/reference-${scheme}-${width}.png`);
    await page.close();
  });

  it('shows its endpoints without JavaScript', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    expect(await shown(page)).toBeGreaterThan(40);
    await page.close();
  });
});
