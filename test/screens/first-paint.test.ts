import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildScreens } from '../../main/build/screens.ts';
import { packageRoot, systemClock, systemIds } from '../../main/host/adapters/machine.ts';
import { type BridgeServer, startBridgeServer } from '../../main/host/bridge/server.ts';
import { catalogueOf } from '../../shared/catalogue/schema.ts';
import type { Snapshot } from '../../shared/device/bridge/contract.ts';
import { readAssets } from '../../shared/node/http/static-assets.ts';
import { catalogueDocument } from '../../shared/protocol/catalogue-document.ts';
import { launchBrowser } from '../support/browser.ts';
import { CASHIER_WORDS } from '../support/cashier-words.ts';
import { freshScreens } from '../support/open-screen.ts';
import { PLAIN_HOST } from '../support/page-host.ts';
import { SETTINGS, view } from './cashier/sales.ts';

/*
 * Conditions for a short time until a screen can be used. `node test/bench/screens.ts` measures this time
 * on an idle machine.
 */
/** A shop whose name would end the block that the page brings its first picture in. */
const NAME = 'Bar </script><script>document.title = "stranger"</script>';
const shown: Snapshot = {
  settings: { ...SETTINGS, language: 'en', shop: { ...SETTINGS.shop, name: NAME } },
  view: view([]),
};

/** The same shop with many items. */
const ITEMS = catalogueOf(
  catalogueDocument.parse({
    categories: [],
    products: Array.from({ length: 500 }, (_, place) => ({
      ...{ id: `item-${place}`, name: `Item ${place}`, price: 1_000, vat_rate: '0.25' },
    })),
  }),
);
const sold: Snapshot = {
  ...shown,
  goods: { catalogue: 'items', problem: null, changes: 'possible', portal: null },
};

const hostOf = (snapshot: Snapshot) =>
  startBridgeServer({
    ...PLAIN_HOST,
    display: null,
    kind: 'cashier',
    screens: freshScreens(systemClock),
    screen: () => ({
      source: { snapshot: () => snapshot, subscribe: () => () => undefined },
      dispatch: async () => ({ ok: true, value: { catalogue: ITEMS } }),
    }),
    assets: readAssets(`${packageRoot()}/dist/screens/cashier`),
    clock: systemClock,
    ids: systemIds,
    port: 0,
  });

let browser: Browser;
let host: BridgeServer;
let shop: BridgeServer;
beforeAll(async () => {
  await buildScreens();
  [browser, host, shop] = await Promise.all([launchBrowser(), hostOf(shown), hostOf(sold)]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([host?.stop(), shop?.stop()]);
});

/** A till's page, with what it did until its scripts had run. */
async function openTill(): Promise<{ page: Page; errors: readonly string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.addInitScript(() => {
    const made: string[] = [];
    for (const name of ['NumberFormat', 'DateTimeFormat'] as const) {
      const watched = new Proxy(Intl[name], {
        construct(real, values) {
          made.push(name);
          return Reflect.construct(real, values);
        },
      });
      Reflect.set(Intl, name, watched);
    }
    document.addEventListener('DOMContentLoaded', () => {
      const keypad = document.querySelectorAll('.keypad').length;
      Reflect.set(window, 'first', { keypad, made: [...made] });
    });
  });
  await page.goto(host.launchAddress());
  return { page, errors };
}

it('the till’s screen creates one formatter before its first paint, that of the clock', async () => {
  const { page, errors } = await openTill();
  // The page's scripts have run, and the socket has sent no message yet. The clock is in the zone that the till states.
  const first = { keypad: 1, made: ['DateTimeFormat'] };
  expect(await page.evaluate(() => Reflect.get(window, 'first'))).toEqual(first);
  await page.getByText(NAME).waitFor();
  expect(await page.title()).not.toBe('stranger');
  expect(await page.locator('#tillkit-first').count()).toBe(0);
  expect(errors).toEqual([]);
  await page.close();
});

it('the text font is requested early and once', async () => {
  const { page } = await openTill();
  await page.evaluate(() => document.fonts.ready.then(() => true));
  const asked = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /next-latin-wght-normal/.test(name))
      .map((entry) => Reflect.get(entry, 'initiatorType')),
  );
  expect(asked).toEqual(['link']);
  await page.close();
});

it('keys count while the parts of the screen that load later are on their way', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/lazy-bundle-*', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(host.launchAddress());
  await page.getByText(NAME).waitFor();
  const key = (name: string) => page.getByRole('button', { name, exact: true }).click();
  for (const digit of '125') await key(digit);
  await key('Phone number');
  for (const digit of '98') await key(digit);
  await key('Settings');
  expect(await page.locator('.deck-phone, #options').count()).toBe(0);
  arrive();
  await page.locator('#options').waitFor();
  await page.locator('.phone-number', { hasText: '98' }).waitFor();
  await page.locator('.entry-keys-phone', { hasText: '1.25' }).waitFor();
  await page.close();
});

it('the items are shown before the parts of the screen that load later have arrived', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.route('**/lazy-bundle-*', (route) => route.abort());
  await page.goto(shop.launchAddress());
  await page.getByRole('button', { name: 'Items', exact: true }).click();
  await page.locator('.product', { hasText: 'Item 0' }).waitFor();
  await page.close();
});

it('a screen whose later parts cannot load says so, leads back to the sale, and has them when they can', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.route('**/lazy-bundle-*', (route) => route.abort());
  await page.goto(host.launchAddress());
  const said = page.getByRole('alert').filter({ hasText: CASHIER_WORDS.en.screensMissing });
  await said.waitFor();
  const key = (name: string) => page.getByRole('button', { name, exact: true });
  for (const digit of '125') await key(digit).click();
  // Each of them opens what is not there.
  for (const opens of ['Phone number', 'Clear sale', 'Sales']) {
    await key(opens).click();
    await key('Back to sale').click();
    await key('Back to sale').waitFor({ state: 'detached' });
  }
  await key('0').click();
  await page.locator('.deck-amount', { hasText: '12.50' }).waitFor();
  await page.unroute('**/lazy-bundle-*');
  await key('Load the screen anew').click();
  await said.waitFor({ state: 'detached' });
  await key('Settings').click();
  await page.locator('#options').waitFor();
  await page.close();
});

it('a page is drawn even if its host has not answered', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    const silent = () => () => undefined;
    const call = () => new Promise(() => undefined);
    Reflect.set(window, 'tillkit', { subscribe: silent, onLink: silent, call });
  });
  await page.goto(host.launchAddress());
  await page.getByText('Connecting to the till.').waitFor();
  await page.close();
});
