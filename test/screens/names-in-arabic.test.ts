import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { testSeed } from '../simulation/first-seed.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { serveScreen } from '../support/screens.ts';
import { KARI } from './portal/answers.ts';
import { openPortal } from './portal/page.ts';
import { CONTENT_SCREENS } from './random-content/kinds.ts';
import { difficultContent, drawOn } from './random-content/random-content.ts';

/*
 * A name with a number keeps its order in a page that is written from right to left: `12 × AA` is not
 * drawn as `AA × 12`. A name that is a block of its own begins on the right too. Each commit draws a part of the states; `ALL_STATES=1` draws all.
 */

const NAME = '12 × AA';
const SHARES = process.env.ALL_STATES === undefined ? 12 : 1;
const { seed } = testSeed();

afterAll(closePages);

/** Names that are blocks of their own, and begin on the left of the block. */
function leftNamesOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hosts = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const names = [document, ...hosts].flatMap((root) => [...root.querySelectorAll('bdi')]);
    return names
      .filter((name) => {
        const { display, textAlign, direction } = getComputedStyle(name);
        return display !== 'inline' && direction === 'ltr' && ['start', 'left'].includes(textAlign);
      })
      .map(
        ({ parentElement }) => `${parentElement?.tagName}.${parentElement?.className} on the left`,
      );
  });
}

/** Texts with the name whose number is not on the left of its letters, and how many are. */
function namesOn(page: Page): Promise<{ right: number; wrong: string[] }> {
  return page.evaluate((name) => {
    const hosts = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const found: { right: number; wrong: string[] } = { right: 0, wrong: [] };
    for (const root of [document, ...hosts]) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const { parentElement: parent, textContent } = node;
        const start = textContent?.indexOf(name) ?? -1;
        if (parent?.closest('.sr-only') !== null) continue;
        if (start < 0 || !parent?.checkVisibility({ visibilityProperty: true })) continue;
        const boxOf = (from: number, to: number) => {
          const range = document.createRange();
          range.setStart(node, start + from);
          range.setEnd(node, start + to);
          return range.getBoundingClientRect();
        };
        const [number, letters] = [boxOf(0, 2), boxOf(name.length - 2, name.length)];
        // On two lines, or drawn for readers only.
        if (number.bottom <= letters.top || number.width <= 1) continue;
        if (number.left < letters.left) found.right += 1;
        else found.wrong.push(`${parent.tagName}.${parent.className}: ${textContent}`);
      }
    }
    return found;
  }, NAME);
}

it.each(CONTENT_SCREENS.map((kind) => [kind.name, kind] as const))(
  'the %s shows a name with a number from left to right in a right-to-left page',
  async (_, kind) => {
    const screens = await kind.serve();
    const states = kind.states.filter((_one, place) => place % SHARES === seed % SHARES);
    const [size = [1280, 800]] = kind.sizes.toReversed().filter(([width]) => width < 2_000);
    const content = { ...difficultContent('NOK', 'ar', 'light'), name: () => NAME, lines: () => 3 };
    const wrong: string[] = [];
    try {
      const screen = await kind.open(await openBrowser(), screens.origin);
      for (const state of states) {
        const found = await drawOn(screen, { state, size, content }, async (page) => [
          ...(await namesOn(page)).wrong,
          ...(await leftNamesOn(page)),
        ]);
        wrong.push(...found.map((one) => `${state}: ${one}`));
      }
    } finally {
      await closePages();
      await screens.stop();
    }
    expect(wrong).toEqual([]);
  },
);

it('the portal’s choice of shops begins with the beginning of a name', async () => {
  const screens = await serveScreen('portal');
  const options = { locale: 'ar', office: { me: KARI } };
  const { page } = await openPortal(await openBrowser(), screens.origin, '/m/', options);
  const choice = page.locator('.shop-choice');
  await choice.waitFor();
  expect(await choice.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
  await closePages();
  await screens.stop();
});
