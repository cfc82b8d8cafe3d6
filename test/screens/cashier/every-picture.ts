import { describe, expect, it } from 'vitest';
import type { Language } from '../../../shared/catalogue/language.ts';
import { axeViolations } from '../../support/axe.ts';
import { isAmountInSight } from '../../support/due-in-sight.ts';
import { keysOutOfSight } from '../../support/keys-in-sight.ts';
import { misfits, smallTargets } from '../../support/layout.ts';
import { languagesOf } from '../../support/looks.ts';
import { unreadable } from '../../support/readable.ts';
import { screenOf } from '../../support/screen-of.ts';
import { drawnIn } from '../../support/settled.ts';
import { keepPicture } from '../keep-picture.ts';
import type { AppName } from '../list.ts';
import { type CashierPage, openCashier } from './page.ts';

/**
 * Is called with the name of each picture while the page shows it, and with the amount that the picture is
 * about, in minor units, if it has one: cashiers must read it at every size.
 */
export type Look = (name: string, due?: number) => Promise<void>;

export type Gallery = {
  readonly app: AppName;
  /** Draws every picture of the gallery. */
  draw(cashier: CashierPage, look: Look, language: Language): Promise<void>;
  /** Selectors of the parts that must not be higher than a till's own panel. */
  readonly parts?: readonly string[];
  /** True to keep pictures of the other window sizes too. */
  readonly keepsSizes?: boolean;
};

/** Smallest side of a control on a till, pixels. */
const LEAST_TARGET = 56;

/** Every size for which the screen is made: width and height of the window, pixels. */
const SIZES = [
  [800, 600],
  [1024, 600],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
  [390, 844],
] as const;

/** Rows of items that a low screen has to show completely. */
const LEAST_ROWS = 3;

/** Says if fewer rows of items are completely in sight. While an item is searched, the letters have their room. */
async function itemRows(page: CashierPage['page']): Promise<readonly string[]> {
  const rows = await page.evaluate(() => {
    const place = document.querySelector('.items-keys')?.getBoundingClientRect();
    if (place === undefined || document.querySelector('.letter-keys') !== null) return null;
    const keys = [...document.querySelectorAll('.product')].map((key) =>
      key.getBoundingClientRect(),
    );
    const bottom = Math.min(place.bottom, innerHeight);
    const seen = keys.filter((key) => key.top >= place.top && key.bottom <= bottom + 1);
    const count = (boxes: readonly DOMRect[]) => new Set(boxes.map(({ top }) => top)).size;
    return { seen: count(seen), all: count(keys) };
  });
  if (rows === null || rows.seen >= Math.min(LEAST_ROWS, rows.all)) return [];
  return [`${rows.seen} of ${rows.all} rows of items are in sight`];
}

/**
 * Declares the tests of a gallery: each picture in both themes and languages, compared with its kept
 * picture and checked for accessibility; and whether each picture fits the other window sizes.
 * Returns the served screen for other tests of the file.
 */
export function testEveryPicture(title: string, gallery: Gallery): ReturnType<typeof screenOf> {
  const { app, draw, parts, keepsSizes = false } = gallery;
  const served = screenOf('cashier');
  const nameOf = (name: string) => name.replace(new RegExp(`^${app}-`), '');

  const tooSmall = async (page: CashierPage['page'], name: string) =>
    (await smallTargets(page, LEAST_TARGET)).map((small) => `${name}: ${small}`);

  async function faultsOf({ page }: CashierPage, name: string, theme: 'light' | 'dark') {
    const found = await misfits(page, name, parts);
    found.push(...(await tooSmall(page, name)));
    // All rules once; in the dark only the colours are different.
    const rules = theme === 'light' ? null : ['color-contrast'];
    for (const one of await axeViolations(page, rules)) found.push(`${name}: ${one}`);
    return found;
  }

  describe(title, () => {
    for (const theme of ['light', 'dark'] as const) {
      for (const language of languagesOf(theme, ['en', 'nb'] as const)) {
        it(`is drawn without a fault, ${theme}, ${language}`, async () => {
          const options = { theme, language };
          const cashier = await openCashier(served.browser(), served.origin(), options);
          const found: string[] = [];
          const look: Look = async (name) => {
            const picture = `${nameOf(name)}-${theme}-${language}`;
            found.push(...(await keepPicture(cashier.page, app, picture)));
            found.push(...(await faultsOf(cashier, name, theme)));
          };
          await draw(cashier, look, language);
          expect(found).toEqual([]);
          expect(cashier.errors).toEqual([]);
          await cashier.page.context().close();
        });
      }
    }

    // The longest words, and the other direction; the first test draws the other two languages.
    for (const language of ['de', 'ar'] as const) {
      it(`fits every size, ${language}`, async () => {
        const cashier = await openCashier(served.browser(), served.origin(), { language });
        const { page } = cashier;
        const found: string[] = [];
        const look: Look = async (name, due) => {
          for (const [width, height] of SIZES) {
            await page.setViewportSize({ width, height });
            await drawnIn(page, language);
            const picture = `${nameOf(name)}-${language}-${width}x${height}`;
            if (keepsSizes) await keepPicture(page, app, picture);
            const here = await misfits(page, name, parts);
            here.push(...(await tooSmall(page, name)), ...(await unreadable(page)));
            if (height === 600)
              here.push(...(await itemRows(page)), ...(await keysOutOfSight(page)));
            if (due !== undefined && !(await isAmountInSight(page, due))) {
              here.push(`the amount ${due} is not in sight`);
            }
            found.push(...here.map((one) => `${picture}: ${one}`));
          }
          await page.setViewportSize({ width: 1280, height: 800 });
        };
        await draw(cashier, look, language);
        expect(found).toEqual([]);
        await page.context().close();
      });
    }
  });
  return served;
}
