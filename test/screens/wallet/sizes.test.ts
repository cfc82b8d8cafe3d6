import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { outOfSight } from '../../support/readable.ts';
import { screenOf } from '../../support/screen-of.ts';
import { settled } from '../../support/settled.ts';
import { openWallet } from './page.ts';
import { tapKnob } from './payment-page.ts';
import { request } from './requests.ts';

const served = screenOf('wallet');
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';
const LOW = [
  [320, 568],
  [390, 600],
  [360, 640],
  [844, 390],
  [800, 600],
  [1024, 600],
] as const;

const approve = async (locale: string, merchant: string) => {
  const desk = { requests: [request({ merchant, amount: 999_999_999 })] };
  return openWallet(served.browser(), served.origin(), '/p/p2ybyw4tq73n/', { locale, desk });
};

/** What is not in sight in each of the low windows, with the page scrolled to its beginning. */
async function hiddenIn(page: Page, selectors: readonly string[]): Promise<string[]> {
  const hidden: string[] = [];
  for (const [width, height] of LOW) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    const found = await outOfSight(page, selectors);
    hidden.push(...found.map((one) => `${width}x${height}: ${one}`));
  }
  return hidden;
}

it('both questions are completely in sight in a low window, with a long name', async () => {
  const found: string[] = [];
  for (const locale of ['de', 'ar']) {
    const { page, errors } = await approve(locale, LONG);
    await tapKnob(page);
    const sure = ['.sure-question', '.sure .key-yellow', '.sure-back'];
    await page.locator('.sure').waitFor();
    found.push(...(await hiddenIn(page, sure)));
    await page.locator('.wallet-head .link').click();
    await page.locator('.dialog').waitFor();
    found.push(...(await hiddenIn(page, ['.dialog h2', '.dialog .ghost'])));
    expect(errors).toEqual([]);
    await page.context().close();
  }
  expect(found).toEqual([]);
});

it('a second tap at the place of the knob never pays', async () => {
  for (const [width, height] of LOW) {
    const { page } = await approve('en', 'Kaffebaren');
    await page.setViewportSize({ width, height });
    const knob = page.locator('.slide-knob');
    await knob.scrollIntoViewIfNeeded();
    await settled(page);
    const box = await knob.boundingBox();
    if (box === null) throw new Error('no knob');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.touchscreen.tap(x, y);
    await page.locator('.sure').waitFor();
    const hit = await page.evaluate(
      (at) => document.elementFromPoint(at.x, at.y)?.closest('.key-yellow') !== null,
      { x, y },
    );
    expect(hit, `${width}x${height}`).toBe(false);
    await page.context().close();
  }
});

it('the slide shows the beginning of the payee’s name in every language', async () => {
  for (const locale of ['en', 'nb', 'de', 'ar']) {
    const { page } = await approve(locale, LONG);
    await page.locator('.slide-words').waitFor();
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const start = await page.evaluate((name) => {
        const walker = document.createTreeWalker(
          document.querySelector('.slide-words') ?? document,
          NodeFilter.SHOW_TEXT,
        );
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const at = node.textContent?.indexOf(name) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 5);
          const letters = range.getBoundingClientRect();
          const { left = 0, right = 0 } = node.parentElement?.getBoundingClientRect() ?? {};
          const slide = document.querySelector('.slide-words')?.getBoundingClientRect();
          if (slide === undefined) return 'no slide';
          const inside = letters.left >= Math.max(left, slide.left) - 1;
          return inside && letters.right <= Math.min(right, slide.right) + 1 ? 'shown' : 'cut';
        }
        return 'no name';
      }, LONG);
      expect(start, `${locale} ${width}`).toBe('shown');
      expect(await page.locator('h1').textContent()).toBe(LONG);
    }
    await page.context().close();
  }
});
