import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { readPng } from '../support/png.ts';
import { screenOf } from '../support/screen-of.ts';
import { type CashierPage, openCashier } from './cashier/page.ts';
import { STATES } from './cashier/sales.ts';
import { difference, WRONG_MAX } from './compare.ts';
import { KEPT, keepPicture, shoot } from './keep-picture.ts';
import { APPS, KEPT_BYTES_MAX, keptPictures } from './list.ts';

/* Which differences the comparison of pictures reports as a change. */

const served = screenOf('cashier');
let cashier: CashierPage;
beforeAll(async () => {
  cashier = await openCashier(served.browser(), served.origin());
});

/** How different a state is from its kept picture, with this much style over it. */
async function change(state: string, css: string): Promise<number> {
  const drawn = STATES[state];
  if (drawn === undefined) throw new Error(`no state ${state}`);
  await cashier.show(drawn);
  await dress(cashier.page, css);
  const file = join(KEPT, `cashier-${state}-light-en.png`);
  const now = await shoot(cashier.page, APPS.cashier.scale, null);
  return difference(now, readPng(readFileSync(file)));
}

function dress(page: Page, css: string): Promise<void> {
  return page.evaluate((given) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(given);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

it.each([
  ['nothing is', 'paid', ''],
  [
    'the letters are smoothed',
    'paid',
    '* { -webkit-font-smoothing: subpixel-antialiased; text-rendering: geometricPrecision }',
  ],
  [
    'the letters are another machine’s',
    'declined',
    '.log, .state-text, .slip-head { font-family: sans-serif !important }',
  ],
  ['everything is a pixel off', 'approve', '.till { transform: translate(1px, 1px) }'],
  // A code's edges are drawn on whole pixels, where others smooth them: it leaps, not glides.
  ['the code is half a pixel off', 'waiting-qr', '.till { transform: translate(0.5px, 0.5px) }'],
])('%s otherwise: no change', async (_words, state, css) => {
  expect(await change(state, css)).toBeLessThanOrEqual(WRONG_MAX);
});

it.each([
  ['a key has moved', 'waiting-qr', '.state-cancel { transform: translateX(-100px) }'],
  ['a key is gone', 'paid', '.state-keys .ghost { visibility: hidden }'],
  ['the field has lost its colour', 'approve', '.field-below { background: #555 !important }'],
  ['the yellow key is grey', 'paid', '.key-yellow { background: #ccc !important }'],
  ['the slip is not torn', 'declined', '.slip-lift { margin-top: 0 }'],
  ['the code is smaller', 'waiting-qr', '.qr { width: 300px; height: 300px }'],
  ['the amount is another size', 'paid', '.paid-amount { font-size: 100px !important }'],
  ['a seal is missing', 'declined', '.state-seal { visibility: hidden }'],
  ['the log is not printed', 'approve', '.log { visibility: hidden }'],
])('%s: a change', async (_words, state, css) => {
  expect(await change(state, css)).toBeGreaterThan(WRONG_MAX);
});

it('a difference is reported with the name of the picture and the command that renews it', async () => {
  await change('paid', '.key-yellow { background: #ccc !important }');
  expect(await keepPicture(cashier.page, 'cashier', 'paid-light-en')).toEqual([
    expect.stringMatching(/^cashier-paid-light-en looks otherwise in .* npm run screens/),
  ]);
});

it('the kept pictures are those of the list, and small enough for every checkout', () => {
  const names = readdirSync(KEPT).sort();
  expect(names).toEqual(
    keptPictures()
      .map((name) => `${name}.png`)
      .sort(),
  );
  const bytes = names.reduce((sum, name) => sum + statSync(join(KEPT, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(KEPT_BYTES_MAX);
  for (const { gallery } of Object.values(APPS)) expect(existsSync(gallery)).toBe(true);
});
