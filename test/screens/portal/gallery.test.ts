import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from '../../support/axe.ts';
import { overflow, smallTargets } from '../../support/layout.ts';
import { screenOf } from '../../support/screen-of.ts';
import { keepPicture } from '../keep-picture.ts';
import { openPortal, type PortalPageOptions } from './page.ts';

/** The last one is the size in which the pictures are made. */
const SIZES = [
  [1024, 768],
  [390, 844],
  [1440, 900],
] as const;
const served = screenOf('portal');

/** Every page with something on its slip, by the name of its picture. */
const PLACES: Readonly<Record<string, string>> = {
  payments: '/m/payments/p2ybyw4tq73n',
  reserved: '/m/payments/p0',
  settlements: '/m/settlements/6',
  tills: '/m/tills/pair1',
  users: '/m/users/admin',
  application: '/m/users/app-club1',
  codes: '/m/codes/aB3x_',
  callbacks: '/m/callbacks/m2',
};

type Look = (name: string, page: Page) => Promise<void>;

async function everyPicture(options: PortalPageOptions, look: Look): Promise<void> {
  const { page, office, errors } = await openPortal(
    served.browser(),
    served.origin(),
    '/m/',
    options,
  );
  const show = async (name: string, path: string, ready: string) => {
    await page.goto(served.origin() + path);
    await page.locator(ready).first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => true));
    await look(name, page);
  };
  for (const [name, path] of Object.entries(PLACES)) {
    await show(name, path, '.slip');
  }
  await show('list', '/m/', '.rows');
  office.bare = true;
  await show('empty', '/m/', '.ledger-empty');
  office.bare = false;
  await show('code-off', '/m/codes/cD5y-', '.code-off');
  await show('refund', '/m/payments/p2ybyw4tq73n', '.portal-acts .ghost');
  await page.locator('.portal-acts .ghost').click();
  await page.locator('.dialog').waitFor();
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
  await page.locator('.ledger-tools .ghost').click();
  await page.locator('input[name=name]').fill('Kasse 3');
  await look('pair', page);
  await page.locator('.portal-submit .key').click();
  await page.locator('.pairing-code').waitFor();
  await look('pair-code', page);
  office.me = { user: null, demo: true };
  await show('sign-in', '/m/', '.sign-in');
  // Another path loads the page anew; a change of what follows # does not.
  await show('first-user', `/m/users/#first-user=shop.${'x'.repeat(43)}`, '[name="user"]');
  await page.locator('.portal-submit .key').click();
  await page.locator('.secret').waitFor();
  await look('first-user-made', page);
  await page.locator('.sign-in-slip .key-yellow').click();
  await page.locator('.portal-menu').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(errors).toEqual([]);
  await page.context().close();
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
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    if (width < 400) await keepPicture(page, 'portal', `${name}-phone`);
    const over = await overflow(page);
    if (over > 0) wrong.push(`${name} is ${over} too wide at ${width}`);
    for (const small of await smallTargets(page, 48)) wrong.push(`${name} at ${width}: ${small}`);
  }
  return wrong;
}
