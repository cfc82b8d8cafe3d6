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
  ['an unchanged screen', 'paid', ''],
  [
    'the smoothing of the letters',
    'paid',
    '* { -webkit-font-smoothing: subpixel-antialiased; text-rendering: geometricPrecision }',
  ],
  [
    'the font of another machine',
    'declined',
    '.log, .state-text, .slip-head { font-family: sans-serif !important }',
  ],
  ['a shift of the screen by a pixel', 'approve', '.till { transform: translate(1px, 1px) }'],
  // The browser draws the edges of a code on whole pixels, so the code moves by whole pixels.
  ['a code half a pixel away', 'waiting-qr', '.till { transform: translate(0.5px, 0.5px) }'],
])('the comparison reports no change for %s', async (_words, state, css) => {
  expect(await change(state, css)).toBeLessThanOrEqual(WRONG_MAX);
});

it.each([
  ['a key at another place', 'waiting-qr', '.state-cancel { transform: translateX(-100px) }'],
  ['a missing key', 'paid', '.state-keys .ghost { visibility: hidden }'],
  ['a field in another colour', 'approve', '.field-below { background: #555 !important }'],
  ['a grey key instead of a yellow one', 'paid', '.key-yellow { background: #ccc !important }'],
  ['a slip without a torn edge', 'declined', '.slip-lift { margin-top: 0 }'],
  ['a smaller code', 'waiting-qr', '.qr { width: 300px; height: 300px }'],
  ['an amount in another size', 'paid', '.paid-amount { font-size: 100px !important }'],
  ['a missing seal', 'declined', '.state-seal { visibility: hidden }'],
  ['a missing log', 'approve', '.log { visibility: hidden }'],
])('the comparison reports a change for %s', async (_words, state, css) => {
  expect(await change(state, css)).toBeGreaterThan(WRONG_MAX);
});

it('a difference is reported with the name of the picture and the command that renews it', async () => {
  await change('paid', '.key-yellow { background: #ccc !important }');
  expect(await keepPicture(cashier.page, 'cashier', 'paid-light-en')).toEqual([
    expect.stringMatching(/^cashier-paid-light-en looks otherwise in .* npm run screens/),
  ]);
});

it('the kept pictures are those of the list, and stay below the size limit', () => {
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
