import { describe, expect, it } from 'vitest';
import { axeViolations } from '../../support/axe.ts';
import { misfits, smallTargets } from '../../support/layout.ts';
import { languagesOf } from '../../support/looks.ts';
import { screenOf } from '../../support/screen-of.ts';
import { keepPicture } from '../keep-picture.ts';
import type { AppName } from '../list.ts';
import { type CashierPage, openCashier } from './page.ts';

/** Is called with the name of each picture while the page shows it. */
export type Look = (name: string) => Promise<void>;

export type Gallery = {
  readonly app: AppName;
  /** Draws every picture of the gallery. */
  draw(cashier: CashierPage, look: Look, language: 'en' | 'nb'): Promise<void>;
  /** Selectors of the parts that must not be higher than a till's own panel. */
  readonly parts?: readonly string[];
  /** True to keep pictures of the other window sizes too. */
  readonly keepsSizes?: boolean;
};

/** Smallest side of a control on a till, pixels. */
const LEAST_TARGET = 56;

const SIZES = [
  [1024, 768],
  [800, 600],
  [390, 844],
] as const;

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

    for (const [width, height] of SIZES) {
      it(`fits ${width}x${height}`, async () => {
        const options = { width, height, language: 'nb' } as const;
        const cashier = await openCashier(served.browser(), served.origin(), options);
        const found: string[] = [];
        const look: Look = async (name) => {
          if (keepsSizes) await keepPicture(cashier.page, app, `${nameOf(name)}-${width}`);
          found.push(...(await misfits(cashier.page, name, parts)));
          found.push(...(await tooSmall(cashier.page, name)));
        };
        await draw(cashier, look, 'nb');
        expect(found).toEqual([]);
        await cashier.page.context().close();
      });
    }
  });
  return served;
}
