import jsqr from 'jsqr';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { alike } from '../../../shared/catalogue/language.ts';
import type { Aids, KioskView } from '../../../shared/device/kiosk/contract.ts';
import { money } from '../../../shared/money/money.ts';
import { axeViolations } from '../../support/axe.ts';
import { overflow, smallTargets } from '../../support/layout.ts';
import { outOfSight, unreadable } from '../../support/readable.ts';
import { screenOf } from '../../support/screen-of.ts';
import { settled } from '../../support/settled.ts';
import { keepPicture, shoot } from '../keep-picture.ts';
import { APPS } from '../list.ts';
import { faultsOfKeys, openKiosk, SIZES } from './page.ts';
import { AIDS, CODE, GOODS, NOW, sale, VIEWS, view } from './views.ts';

const served = screenOf('kiosk');

const first = VIEWS[0]?.[1];
const open = (size: keyof typeof SIZES) => {
  if (first === undefined) throw new Error('no views');
  return openKiosk(served.browser(), served.origin(), first, size);
};
const withAids = (view: KioskView, aids: Partial<Aids>): KioskView => ({
  ...view,
  aids: { ...AIDS, ...aids },
});

/** Controls that are cut off at an edge of the display, or lie under another one. */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const key of document.querySelectorAll('button')) {
      const { left, top, right, bottom, width } = key.getBoundingClientRect();
      const scrolls = key.closest('.goods, .kiosk-service .kiosk-main') !== null;
      if (width === 0 || (scrolls && bottom > innerHeight * 0.6)) continue;
      const name = key.textContent ?? '';
      if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
        found.push(`${name} is cut off`);
        continue;
      }
      if (document.querySelector('dialog[open]') !== null && key.closest('dialog') === null)
        continue;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (hit !== key && !key.contains(hit)) found.push(`${name} lies under something`);
    }
    return found;
  });
}

/** Words that are cut off or run out of their box. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const one of document.querySelectorAll('h1, h2, p, button, dd, li, .slip')) {
      if (one.closest('.sr-only') !== null) continue;
      const { right, bottom, left, top, width } = one.getBoundingClientRect();
      if (width === 0) continue;
      const scrolls = one.closest('.goods, .kiosk-service .kiosk-main') !== null;
      if (
        left < -0.5 ||
        top < -0.5 ||
        right > innerWidth + 0.5 ||
        (!scrolls && bottom > innerHeight + 0.5)
      ) {
        found.push(`${one.tagName} ${(one.textContent ?? '').slice(0, 40)}`);
      }
    }
    return found;
  });
}

test.each(['nb', 'en'] as const)(
  'every picture in %s passes the accessibility checks, and every key is 20 mm',
  async (language) => {
    const { page, show, errors, close } = await open('portrait');
    for (const [name, view] of VIEWS) {
      await show(withAids(view, { language }));
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
      expect(await keepPicture(page, 'kiosk', `${name}-light-${language}`)).toEqual([]);
      expect([name, await axeViolations(page)]).toEqual([name, []]);
      expect([name, await overflow(page)]).toEqual([name, 0]);
      expect([name, await smallTargets(page, 88)]).toEqual([name, []]);
      expect([name, await unreachable(page)]).toEqual([name, []]);
      expect([name, await cutOff(page)]).toEqual([name, []]);
      expect([name, await page.locator('input, textarea, [contenteditable]').count()]).toEqual([
        name,
        0,
      ]);
      const isScanned = name.startsWith('scan') && name !== 'scan-expired';
      const codes = isScanned || name.endsWith('-receipt') ? 1 : 0;
      expect([name, await page.locator('.qr').count()]).toEqual([name, codes]);
    }
    expect(errors).toEqual([]);
    await close();
  },
);

const SETTINGS: readonly (readonly [string, keyof typeof SIZES, Partial<Aids>])[] = [
  ['contrast-nb', 'portrait', { contrast: 'more' }],
  ['everything', 'portrait', { text: 'large', reach: 'low', contrast: 'more', language: 'en' }],
  ['wide', 'landscape', {}],
  ['wide-everything', 'landscape', { text: 'large', reach: 'low', contrast: 'more' }],
  ['small-everything', 'small', { text: 'large', reach: 'low', contrast: 'more' }],
];

/** The states that get a picture for each setting. The checks run for all states. */
const PICTURED = new Set<string>([...APPS.kiosk.kept, 'ask', 'pin', 'service']);

test.each(SETTINGS)('every screen fits with its keys: %s', async (setting, size, aids) => {
  const { page, show, close } = await open(size);
  for (const [name, view] of VIEWS) {
    await show(withAids(view, aids));
    if (PICTURED.has(name)) {
      expect(await keepPicture(page, 'kiosk', `${name}-${setting}`)).toEqual([]);
    }
    expect([name, await overflow(page)]).toEqual([name, 0]);
    expect([name, await smallTargets(page, 88)]).toEqual([name, []]);
    expect([name, await unreachable(page)]).toEqual([name, []]);
    expect([name, await cutOff(page)]).toEqual([name, []]);
    // Colours are the same at every size.
    if (aids.contrast === 'more' && size === 'portrait') {
      expect([name, await axeViolations(page, ['color-contrast'])]).toEqual([name, []]);
    }
    if (aids.reach === 'low' && size === 'portrait') {
      expect([name, await tooHigh(page)]).toEqual([name, []]);
    }
  }
  await close();
});

const CHOICE = { kind: 'choose', good: 'flat-white', problem: null } as const;
const TWENTY = Array.from({ length: 20 }, (_, index) => ({
  ...(GOODS[index % GOODS.length] ?? { name: alike(''), price: money(0), picture: null }),
  ...{ id: `good-${index}`, state: 'for_sale' as const, seconds: null },
}));

test('all goods are seen or have a key that leads to them, with every setting, at every size', async () => {
  const { page, show, close } = await open('portrait');
  const found: string[] = [];
  for (const [name, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    for (const text of ['normal', 'large'] as const) {
      for (const reach of ['normal', 'low'] as const) {
        for (const goods of [GOODS, TWENTY]) {
          const good = goods[2]?.id ?? null;
          await show(withAids(view({ ...CHOICE, good }, { goods }), { text, reach }));
          const place = `${name}, ${text}, ${reach}, ${goods.length}`;
          for (const fault of await faultsOfKeys(page)) found.push(`${place}: ${fault}`);
          if ((await cutPrices(page)) > 0) found.push(`${place}: prices are cut`);
          const missing = goods.length - (await reachedGoods(page));
          if (missing > 0) found.push(`${place}: ${missing} goods are out of sight`);
          if (reach === 'normal') continue;
          const plate = await page.locator('.preview .plate').boundingBox();
          if ((plate?.height ?? 0) < size.height * 0.15) found.push(`${place}: no choice above`);
        }
      }
    }
  }
  expect(found).toEqual([]);
  // Six goods need no key at the tallest size.
  await page.setViewportSize(SIZES.portrait);
  await show(withAids(view(CHOICE), { text: 'large', reach: 'low' }));
  expect(await page.locator('.goods-keys').count()).toBe(0);
  await close();
});

/** How many prices are drawn in a row that the edge of the list cuts. */
function cutPrices(page: Page): Promise<number> {
  return page.locator('.goods').evaluate((list) => {
    const seen = list.getBoundingClientRect();
    return [...list.querySelectorAll('.good-words')].filter((words) => {
      const { top, bottom } = words.getBoundingClientRect();
      const cut =
        (top < seen.bottom && bottom > seen.bottom + 1) ||
        (top < seen.top - 1 && bottom > seen.top);
      return cut && getComputedStyle(words).opacity !== '0';
    }).length;
  });
}

/** How many goods are completely seen, at once or after presses of the key below the list. */
async function reachedGoods(page: Page): Promise<number> {
  const seen = new Set<number>();
  const more = page.locator('.goods-keys button').last();
  for (let presses = 0; presses < 20; presses += 1) {
    const now = await page.locator('.goods').evaluate((list) => {
      const { top, bottom } = list.getBoundingClientRect();
      return [...list.children].flatMap((one, index) => {
        const box = one.getBoundingClientRect();
        return box.top >= top - 1 && box.bottom <= bottom + 1 ? [index] : [];
      });
    });
    for (const index of now) seen.add(index);
    if ((await more.count()) === 0 || (await more.getAttribute('aria-disabled')) === 'true') break;
    await more.click();
    await settled(page);
  }
  return seen.size;
}

/** Keys and codes of a customer above the line that a seated person reaches: 1100 of 1920. */
function tooHigh(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.kiosk:not(.kiosk-service) button, .qr')]
      .filter((one) => one.closest('.kiosk-pin, dialog') === null)
      .filter((one) => one.getBoundingClientRect().top < 1_099)
      .map((one) => one.textContent ?? 'code'),
  );
}

test.each([
  ['portrait', {}, 814],
  ['portrait', { reach: 'low' }, 400],
  ['landscape', {}, 600],
  ['small', {}, 400],
] as const)(
  'a reader reads the code from a picture of the display: %s %o',
  async (size, aids, least) => {
    const { page, show, close } = await open(size);
    const scan = VIEWS.find(([name]) => name === 'scan')?.[1];
    if (scan === undefined) throw new Error('no view of a scan');
    await show(withAids(scan, aids));
    await page.locator('.qr').waitFor();
    const shot = await shoot(page, 1, null);
    expect(jsqr.default(shot.data, shot.width, shot.height)?.data).toBe(CODE);
    const box = await page.locator('.qr').boundingBox();
    expect(box?.width ?? 0).toBeGreaterThanOrEqual(least);
    await close();
  },
);

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

test.each([
  ['portrait', {}],
  ['portrait', { text: 'large', reach: 'low' }],
  ['landscape', { text: 'large' }],
  ['small', { text: 'large' }],
  ['small', { text: 'large', reach: 'low' }],
  ['wide', { text: 'large' }],
  ['desk', { text: 'large' }],
] as const)('the code is 60 mm wide with a long name and price: %s %o', async (size, aids) => {
  const { page, show, close } = await open(size);
  const name = alike(LONG);
  const scan = sale({ kind: 'scan', uri: CODE, expires: NOW + 278_000 });
  const { sale: drawn } = scan.kind === 'sale' ? scan : { sale: null };
  if (drawn === null) throw new Error('no sale');
  const long = { ...drawn, name, amount: money(999_999_999), currency: 'KWD' };
  const drawnView = view({ kind: 'sale', sale: long }, { currency: 'KWD' });
  await show(withAids(drawnView, aids));
  await page.locator('.qr').waitFor();
  await settled(page);
  const side = (await page.locator('.qr').boundingBox())?.width ?? 0;
  expect(side / drawnView.pxPerMm).toBeGreaterThanOrEqual(60);
  expect(await outOfSight(page, ['.qr', '.code-letters', '.kiosk-act button'])).toEqual([]);
  expect(await unreadable(page)).toEqual([]);
  await close();
});

test('the code has its final size when it is first drawn', async () => {
  const { page, close } = await open('portrait');
  const scan = VIEWS.find(([name]) => name === 'scan')?.[1];
  if (scan === undefined) throw new Error('no view of a scan');
  const sizes = await page.evaluate(
    async (given) => {
      const isThere = new Promise<void>((seen) => {
        new MutationObserver((_, watch) => {
          if (document.querySelector('.qr') === null) return;
          watch.disconnect();
          seen();
        }).observe(document.body, { childList: true, subtree: true });
      });
      for (const listener of Reflect.get(window, 'listeners')) listener(given);
      await isThere;
      const drawn: (number | undefined)[] = [];
      for (let frame = 0; frame < 3; frame += 1) {
        await new Promise<void>((seen) => {
          // The newest observer is told last, right before the browser draws.
          const observer = new ResizeObserver(() => {
            observer.disconnect();
            drawn.push(document.querySelector('.qr')?.getBoundingClientRect().width);
            seen();
          });
          observer.observe(document.documentElement);
        });
      }
      return drawn;
    },
    withAids(scan, { text: 'large', reach: 'low' }),
  );
  expect(sizes[2]).toBeGreaterThan(0);
  expect(sizes).toEqual([sizes[2], sizes[2], sizes[2]]);
  await close();
});
