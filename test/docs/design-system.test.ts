import { readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CashierPage, openCashier } from '../screens/cashier/page.ts';
import { STATES as SALES, view } from '../screens/cashier/sales.ts';
import { FAR, openDisplay, viewOf } from '../screens/customer-display/page.ts';
import { openPortal } from '../screens/portal/page.ts';
import { openWallet } from '../screens/wallet/page.ts';
import { request } from '../screens/wallet/requests.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { type Screens, serveScreen } from '../support/screens.ts';
import { settled } from '../support/settled.ts';
import { contrasts, PAIRS, type Pair, STATE_PAIRS, STATES } from './design-system/contrast.ts';
import {
  type Box,
  boxes,
  CASHIER,
  DISPLAY,
  type Measured,
  PORTAL,
  typeSizes,
  WALLET,
} from './design-system/sizes.ts';

/*
 * The figures in docs/design-system.md are measured on the screens, and held to their limits here.
 * `npm run screens` writes them anew.
 */

const DOC = new URL('../../docs/design-system.md', import.meta.url);
const NAMES = ['cashier', 'customer-display', 'wallet', 'portal'] as const;
let browser: Browser;
let screens: Readonly<Record<(typeof NAMES)[number], Screens>>;
beforeAll(async () => {
  browser = await openBrowser();
  const [cashier, display, wallet, portal] = await Promise.all(
    NAMES.map((name) => serveScreen(name)),
  );
  if (!cashier || !display || !wallet || !portal) throw new Error('a screen is missing');
  screens = { cashier, 'customer-display': display, wallet, portal };
});
afterAll(async () => {
  await closePages();
  for (const one of Object.values(screens ?? {})) await one.stop();
});

/** The table between two marks of the page must be this one. */
function expectTable(mark: string, table: string): void {
  const text = readFileSync(DOC, 'utf8');
  const place = new RegExp(`(<!-- measured: ${mark} -->\n)[\\s\\S]*?(?=\n<!-- end -->)`);
  if (process.env.PICTURES === 'renew') {
    writeFileSync(
      DOC,
      text.replace(place, (_all, begin: string) => begin + table),
    );
    return;
  }
  expect(place.exec(text)?.[0].replace(/^.*\n/, ''), 'npm run screens').toBe(table);
}

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const head = (...cells: readonly string[]) => `${row(...cells)}\n|${'---|'.repeat(cells.length)}`;

async function themes(): Promise<readonly CashierPage[]> {
  return Promise.all(
    (['light', 'dark'] as const).map((theme) =>
      openCashier(browser, screens.cashier.origin, { theme }),
    ),
  );
}

/** `light / dark` of each pair, after holding both to their limit. */
async function measured(
  pages: readonly CashierPage[],
  pairs: readonly Pair[],
): Promise<readonly string[]> {
  const [light = [], dark = []] = await Promise.all(
    pages.map(({ page }) => contrasts(page, pairs)),
  );
  const weak = pairs.filter(({ least }, at) => Math.min(light[at] ?? 0, dark[at] ?? 0) < least);
  expect(weak).toEqual([]);
  return pairs.map((_pair, at) => `${light[at]?.toFixed(1)} / ${dark[at]?.toFixed(1)}`);
}

it('the screens have the contrasts of the page, and each is at least its minimum', async () => {
  const pages = await themes();
  const rows = await Promise.all(
    STATES.map(async (state) => row(state, ...(await measured(pages, STATE_PAIRS(state))))),
  );
  const columns = [
    'word on slip',
    'word on counter',
    'glyph on mark',
    'text on field',
    'second text on field',
  ];
  expectTable('states', [head('state', ...columns), ...rows].join('\n'));
  const values = await measured(pages, PAIRS);
  const pairs = PAIRS.map(({ text, ground, least }, at) =>
    row(`${text} on ${ground}`, values[at] ?? '', `${least}`),
  );
  expectTable('pairs', [head('pair', 'light / dark', 'at least'), ...pairs].join('\n'));
  for (const { page } of pages) await page.context().close();
});

it('the screens have the sizes of the page, and each control has at least its minimum size', async () => {
  const type: string[] = [];
  const controls: string[] = [];
  const small: Box[] = [];
  await everyScreen(async (page, one) => {
    type.push(row(one.screen, (await typeSizes(page, one)).join(', ')));
    for (const box of await boxes(page, one)) {
      if (tooSmall(box)) small.push(box);
      controls.push(row(one.screen, box.name, `${box.width} x ${box.height}`, `${box.least}`));
    }
  });
  expect(small).toEqual([]);
  expectTable('type', [head('screen', 'sizes in pixels'), ...type].join('\n'));
  expectTable(
    'controls',
    [head('screen', 'control', 'pixels', 'at least'), ...controls].join('\n'),
  );
});

function tooSmall({ width, height, least }: Box): boolean {
  return width < least || height < least;
}

async function everyScreen(measure: (page: Page, one: Measured) => Promise<void>): Promise<void> {
  /** Measures what is drawn, with its letters. */
  const look = async (page: Page, one: Measured) => {
    for (const { place } of [...one.type, ...one.controls]) {
      await page.locator(place).first().waitFor();
    }
    await settled(page);
    await measure(page, one);
  };
  const cashier = await openCashier(browser, screens.cashier.origin);
  await cashier.show(view([]));
  await cashier.page.keyboard.type('12500');
  // A scanner may be typing: keys count when none has followed for a moment.
  await cashier.page.locator('.deck-amount').filter({ hasText: '125' }).waitFor();
  await look(cashier.page, CASHIER.amount);
  await cashier.show(SALES['waiting-qr'] ?? view([]));
  await look(cashier.page, CASHIER.waiting);
  await cashier.show(SALES.paid ?? view([]));
  await look(cashier.page, CASHIER.paid);
  await cashier.page.context().close();

  const code = {
    kind: 'scan',
    uri: 'http://192.168.0.12:4600/p/p2ybyw4tq73n/',
    expires: FAR,
  } as const;
  const display = await openDisplay(browser, screens['customer-display'].origin, viewOf(code));
  await look(display.page, DISPLAY.scan);
  await display.tell(viewOf({ kind: 'paid' }));
  await look(display.page, DISPLAY.paid);
  await display.close();

  const desk = { requests: [request()] };
  const phone = await openWallet(browser, screens.wallet.origin, '/p/p2ybyw4tq73n/', { desk });
  await look(phone.page, WALLET);
  await phone.page.context().close();

  const office = await openPortal(browser, screens.portal.origin, '/m/payments/p2ybyw4tq73n');
  await look(office.page, PORTAL);
  await office.page.context().close();
}
