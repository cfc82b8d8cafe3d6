import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../renderer/i18n/language.ts';
import type { CustomerPhase } from '../../shared/device/bridge/customer-view.ts';
import { misfits } from '../support/layout.ts';
import { leavePicture } from '../support/leave-picture.ts';
import { unreadable } from '../support/readable.ts';
import { screenOf } from '../support/screen-of.ts';
import { drawnIn } from '../support/settled.ts';
import { openCashier } from './cashier/page.ts';
import { STATES } from './cashier/sales.ts';
import { FAR, openDisplay, viewOf } from './customer-display/page.ts';
import { openKiosk } from './kiosk/page.ts';
import { VIEWS } from './kiosk/views.ts';
import { openPortal } from './portal/page.ts';
import { openWallet } from './wallet/page.ts';
import { STAGES } from './wallet/requests.ts';

/*
 * Every screen in the languages that the galleries do not draw. `PICTURES=all` leaves a picture of
 * each in test-artifacts/languages.
 */

const ADDED: readonly Language[] = LANGUAGES.filter((one) => one !== 'en' && one !== 'nb');

async function lookAt(page: Page, name: string, language: Language): Promise<string[]> {
  await drawnIn(page, language);
  await leavePicture(page, `test-artifacts/languages/${name}-${language}.png`);
  const direction = await page.evaluate(() => document.documentElement.dir);
  const wanted = language === 'ar' ? 'rtl' : 'ltr';
  const found = await misfits(page, name);
  found.push(...(await unreadable(page)).map((one) => `${name}: ${one}`));
  return direction === wanted ? found : [...found, `${name} runs ${direction}`];
}

describe('the till', () => {
  const { browser, origin } = screenOf('cashier');
  it.each(ADDED)('shows every state, %s', async (language) => {
    const { page, show, errors } = await openCashier(browser(), origin(), { language });
    const found: string[] = [];
    for (const [name, drawn] of Object.entries(STATES)) {
      await show(drawn);
      found.push(...(await lookAt(page, `till-${name}`, language)));
    }
    await page.locator('.strip-key').last().click();
    await leavePicture(page, `test-artifacts/languages/till-options-${language}.png`);
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
  });
});

describe('the kiosk', () => {
  const { browser, origin } = screenOf('kiosk');
  it.each(ADDED)('shows every state, %s', async (language) => {
    const views = VIEWS.map(([name, view]) => {
      return [name, { ...view, aids: { ...view.aids, language } }] as const;
    });
    const first = views[0];
    if (first === undefined) throw new Error('the kiosk has no state');
    const { page, show, errors } = await openKiosk(browser(), origin(), first[1]);
    const found: string[] = [];
    for (const [name, view] of views) {
      await show(view);
      found.push(...(await lookAt(page, `kiosk-${name}`, language)));
      if (name !== 'pin') continue;
      const [one, three] = await Promise.all(
        ['1', '3'].map((key) => page.getByRole('button', { name: key, exact: true }).boundingBox()),
      );
      expect(one?.x ?? 0).toBeLessThan(three?.x ?? 0);
    }
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
  });
});

describe('the customer’s display', () => {
  const { browser, origin } = screenOf('customer-display');
  it.each(ADDED)('shows every state, %s', async (language) => {
    const uri = 'http://192.168.0.12:4600/p/p2ybyw4tq73n/';
    const phases: readonly CustomerPhase[] = [
      { kind: 'scan', uri, expires: FAR },
      { kind: 'sticker', expires: FAR },
      { kind: 'approve' },
      { kind: 'reserved' },
      { kind: 'paid' },
      { kind: 'ask_cashier' },
    ];
    const first = viewOf(phases[0] ?? null, { language });
    const { page, tell, close } = await openDisplay(browser(), origin(), first);
    const found: string[] = [];
    for (const phase of phases) {
      await tell(viewOf(phase, { language }));
      found.push(...(await lookAt(page, `display-${phase.kind}`, language)));
    }
    expect(found).toEqual([]);
    await close();
  });
});

describe('the wallet', () => {
  const { browser, origin } = screenOf('wallet');
  it.each(ADDED)('shows every state, %s', async (locale) => {
    const { page, desk, errors } = await openWallet(browser(), origin(), '/w/', { locale });
    const found = await lookAt(page, 'wallet-list', locale);
    for (const [name, one] of Object.entries(STAGES)) {
      desk.requests = [one];
      await page.goto(`${origin()}/p/${one.tid}/`);
      await page.locator('main h1').first().waitFor();
      found.push(...(await lookAt(page, `wallet-${name}`, locale)));
    }
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe('the portal', () => {
  const { browser, origin } = screenOf('portal');
  it.each(ADDED)('shows every page, %s', async (locale) => {
    const { page, errors } = await openPortal(browser(), origin(), '/m/', { locale });
    const found: string[] = [];
    const places = ['payments/p2ybyw4tq73n', 'settlements/6', 'tills/pair1', 'users/admin'];
    for (const place of [...places, 'codes/aB3x_', 'callbacks/m2']) {
      await page.goto(`${origin()}/m/${place}`);
      await page.locator('.slip').first().waitFor();
      found.push(...(await lookAt(page, `portal-${place.split('/')[0]}`, locale)));
    }
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
