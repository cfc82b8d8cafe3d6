import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from '../../support/axe.ts';
import { overflow, smallTargets } from '../../support/layout.ts';
import { screenOf } from '../../support/screen-of.ts';
import { keepPicture } from '../keep-picture.ts';
import { type Office, openPortal, type PortalPageOptions } from './page.ts';

/** The last one is the size in which the pictures are made. */
const SIZES = [
  [1024, 768],
  [390, 844],
  [1440, 900],
] as const;
const SMALLEST = [320, 640] as const;
const served = screenOf('portal');

/** Every page with something on its slip, by the name of its picture. */
const PLACES: Readonly<Record<string, string>> = {
  payments: '/m/payments/p2ybyw4tq73n',
  reserved: '/m/payments/p0',
  settlements: '/m/settlements/6',
  days: '/m/days/kasse-1~12',
  tills: '/m/tills/pair1',
  'till-status': '/m/tills/till:bar',
  users: '/m/users/admin',
  application: '/m/users/app-club1',
  codes: '/m/codes/aB3x_',
  callbacks: '/m/callbacks/m2',
  acts: '/m/acts/a2',
  catalogue: '/m/catalogue/items~bun',
  'catalogue-group': '/m/catalogue/groups~milk',
  'catalogue-category': '/m/catalogue/categories~hot',
};

const ABOVE: Readonly<Record<string, readonly string[]>> = {
  payments: ['.chip-count'],
  reserved: ['.chip-count'],
  settlements: ['.chart li'],
};

type Look = (name: string, page: Page) => Promise<void>;

async function everyPicture(options: PortalPageOptions, look: Look): Promise<void> {
  const { page, office, errors } = await openPortal(
    served.browser(),
    served.origin(),
    '/m/',
    options,
  );
  const show = async (name: string, path: string, ...ready: readonly string[]) => {
    await page.goto(served.origin() + path);
    for (const selector of ready) await page.locator(selector).first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => true));
    await look(name, page);
  };
  for (const [name, path] of Object.entries(PLACES)) {
    // The list, its slip and what stands above it are loaded one by one.
    await show(name, path, '.slip', '.rows', ...(ABOVE[name] ?? []));
  }
  await show('list', '/m/', '.rows');
  office.answers.set('DELETE /session', [503, {}]);
  await page.locator('.portal-head > .link').last().click();
  await page.locator('.portal-problem').waitFor();
  await look('still-signed-in', page);
  office.answers.clear();
  office.bare = true;
  await show('empty', '/m/', '.ledger-empty');
  office.bare = false;
  await show('code-off', '/m/codes/cD5y-', '.code-off');
  await show('refund', '/m/payments/p2ybyw4tq73n', '.portal-acts .ghost', '.rows', '.chip-count');
  await page.locator('.portal-acts .ghost').click();
  await page.locator('.dialog').waitFor();
  // The page has scrolled to its key.
  await page.evaluate(() => window.scrollTo(0, 0));
  await look('refund-question', page);
  await page.locator('[name="refund-amount"]').fill('25');
  await page.locator('.refund .key').click();
  await page.locator('.portal-done').waitFor();
  await page.locator('.timeline .tone-refunded').waitFor();
  await look('refund-done', page);
  office.given = 0;
  await page.goto(`${served.origin()}/m/users/`);
  await page.locator('.ledger-tools .ghost').first().click();
  await look('new-user', page);
  await page.locator('.portal-submit .key').click();
  await page.locator('.secret').waitFor();
  await look('secret', page);
  await page.goto(`${served.origin()}/m/users/`);
  await page.locator('.ledger-tools .ghost').nth(1).click();
  await page.locator('textarea').waitFor();
  await look('new-application', page);
  await page.goto(`${served.origin()}/m/codes/`);
  await page.locator('.ledger-tools .ghost').click();
  await page.locator('input[name=serial]').waitFor();
  await look('new-code', page);
  await page.goto(`${served.origin()}/m/tills/`);
  await page.locator('.ledger-tools .ghost').nth(1).click();
  await page.locator('input[name=minutes]').waitFor();
  await look('till-alerts', page);
  await page.locator('.ledger-tools .ghost').nth(2).click();
  await page.locator('.portal-facts').waitFor();
  await look('till-room', page);
  await page.locator('.ledger-tools .ghost').first().click();
  await page.locator('input[name=name]').fill('Kasse 3');
  await look('pair', page);
  await page.locator('.portal-submit .key').click();
  await page.locator('.pairing-code').waitFor();
  await look('pair-code', page);
  await cataloguePictures(page, show, look);
  office.me = { user: null, demo: true, email: false };
  await show('sign-in', '/m/', '.sign-in');
  // Another path loads the page anew; a change of what follows # does not.
  await show('first-user', `/m/users/#first-user=shop.${'x'.repeat(43)}`, '[name="user"]');
  await page.locator('.portal-submit .key').click();
  await page.locator('.secret').waitFor();
  await look('first-user-made', page);
  await page.locator('.portal-tick input').check();
  await page.locator('.sign-in-slip .stacked .ghost').nth(1).click();
  await page.locator('.sign-in-slip .key-yellow').click();
  await page.locator('.portal-menu').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await emailPictures(page, office, look);
  expect(errors).toEqual([]);
  await page.context().close();
}

type Show = (name: string, path: string, ...ready: readonly string[]) => Promise<void>;

/** The forms of the catalogue, a file before it is imported, and the history. */
async function cataloguePictures(page: Page, show: Show, look: Look): Promise<void> {
  await show('catalogue-new', '/m/catalogue/items~', '[name="name"]', '.rows');
  await page.locator('.catalogue-more summary').click();
  await look('catalogue-new-more', page);
  await show('catalogue-new-group', '/m/catalogue/groups~', '[name="option-2"]', '.rows');
  await show('catalogue-settings', '/m/catalogue/settings', '[name="patterns"]');
  await show('catalogue-history', '/m/catalogue/history', '.catalogue-versions li');
  await show('catalogue-files', '/m/catalogue/files', '[name="import"]');
  const csv = 'id,name_en,price\nbun,Cinnamon bun,47\ntea,Tea,34\n';
  const notes = {
    example: { row: 2, cell: '47', major: 4_700, minor: 47 },
    not_taken: { columns: ['Vendor'], rows: [4] },
  };
  const found = [
    { kind: 'changed', part: 'product', field: 'price', before: '4500', after: '4700' },
    { kind: 'added', part: 'product', field: 'price', before: null, after: '3400' },
  ].map((one) => ({ ...one, id: 'bun', name: 'Cinnamon bun', sentence: '' }));
  await page.route('**/portal/v1/catalogue/import', (route) =>
    route.fulfill({ json: { version: 7, differences: found, ...notes } }),
  );
  await page
    .locator('input[name="import"]')
    .setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.locator('.catalogue-trial').waitFor();
  await look('catalogue-import', page);
}

/** Every step of a sign-in by e-mail, and a page of a person with two shops. */
async function emailPictures(page: Page, office: Office, look: Look): Promise<void> {
  const typed = async (name: string, text: string) => {
    await page.locator(`input[name=${name}]`).fill(text);
    await page.locator('.portal-submit .key').click();
  };
  office.me = { user: null, demo: false, email: false };
  await page.goto(`${served.origin()}/m/`);
  await page.locator('.sign-in-demo').first().click();
  await page.locator('.sign-in-slip p').waitFor();
  await look('email-not-set', page);
  office.me = { user: null, demo: false, email: true };
  await page.reload();
  await page.locator('input[name=email]').waitFor();
  await look('email', page);
  await typed('email', 'kari.nordmann@kaffebaren.example');
  await page.locator('input[name=code]').waitFor();
  await look('email-code', page);
  await typed('code', '123456');
  await page.locator('.app-key').waitFor();
  await look('email-enrol', page);
  await typed('factor', '123456');
  await page.locator('.recovery-codes').waitFor();
  await look('email-recovery', page);
  await page.locator('.portal-tick input').check();
  await page.locator('.stacked .key-yellow').click();
  await page.locator('.sign-in-slip .ghost').first().waitFor();
  await look('email-shop', page);
  await page.locator('.sign-in-slip .ghost').first().click();
  await page.locator('.portal-menu').waitFor();
  await page.locator('.rows').first().waitFor();
  await look('two-shops', page);
  office.me = { user: null, demo: false, email: true };
  office.ticket = { ...office.ticket, enrol: null };
  await page.reload();
  await typed('email', 'kari.nordmann@kaffebaren.example');
  await typed('code', '123456');
  await page.locator('input[name=factor]').waitFor();
  const error = { error_description: 'This code is not right, or was used.' };
  office.answers.set('/second-factor', [401, error]);
  await typed('factor', '123456');
  await page.locator('.portal-problem').waitFor();
  await look('email-factor', page);
}

describe('every page of the portal', () => {
  for (const [theme, locale] of [
    ['light', 'en-GB'],
    ['dark', 'nb-NO'],
  ] as const) {
    it(`is drawn without a fault and fits, ${theme}, ${locale}`, async () => {
      const found: string[] = [];
      await everyPicture({ theme, locale }, async (name, page) => {
        const look = `${name}-${theme}-${locale.slice(0, 2)}`;
        found.push(...(await keepPicture(page, 'portal', look)));
        if (locale === 'nb-NO') found.push(...(await misfits(page, name)));
        // All rules once; in the dark only the colours are different.
        const rules = theme === 'light' ? null : ['color-contrast'];
        for (const one of await axeViolations(page, rules)) found.push(`${name}: ${one}`);
      });
      expect(found).toEqual([]);
    });
  }
});

/** A page that is loaded is made smaller and larger again: it is not loaded for every size. */
async function misfits(page: Page, name: string): Promise<string[]> {
  const wrong: string[] = [];
  // The steps of a sign-in also fit the smallest phone.
  const sizes = name.startsWith('email') ? [SMALLEST, ...SIZES] : SIZES;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    if (width === 390) await keepPicture(page, 'portal', `${name}-phone`);
    const over = await overflow(page);
    if (over > 0) wrong.push(`${name} is ${over} too wide at ${width}`);
    for (const small of await smallTargets(page, 48)) wrong.push(`${name} at ${width}: ${small}`);
  }
  return wrong;
}
