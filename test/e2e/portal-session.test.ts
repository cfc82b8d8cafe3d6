import type { BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { MINUTE, SECOND } from '../../shared/time/clock.ts';
import { axeViolations } from '../support/axe.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { type Screens, serveScreen } from '../support/screens.ts';
import { startTestService, type TestService } from '../support/service.ts';

/* The end of a portal session, in a browser. The clocks of the service and of the page move only here. */

const { portalSessionIdle: idle, portalSessionLife: life } = LIMITS;
let screens: Screens;
let service: TestService;
let context: BrowserContext;
let page: Page;
const errors: string[] = [];
/** Paths of the page's requests, with `*` where the answer has a new token. */
const calls: string[] = [];
/** Reads of the headers of responses, which end before the page does. */
const reads: Promise<void>[] = [];

beforeAll(async () => {
  screens = await serveScreen('portal');
  service = await startTestService({ portalPages: screens.dir });
});
afterAll(async () => {
  await closePages();
  await service.stop();
  await screens.stop();
});
async function noteCall(response: Response): Promise<void> {
  const path = new URL(response.url()).pathname.replace('/portal/v1', '');
  const renews = (await response.allHeaders())['set-cookie'] !== undefined;
  calls.push(`${path}${renews ? ' *' : ''}`);
}
beforeEach(async () => {
  calls.length = 0;
  const browser = await openBrowser();
  context = await browser.newContext({ locale: 'en-GB' });
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('response', (response) => {
    if (response.url().includes('/portal/v1/')) reads.push(noteCall(response));
  });
  await page.clock.install();
  await page.goto(`${new URL(service.ready.base_url).origin}/m/`);
  await page.getByRole('button', { name: 'Open demo shop' }).click();
  await page.getByRole('link', { name: 'Users' }).click();
  await answered('/users');
  await page.getByRole('button', { name: 'New user' }).click();
});
afterEach(async () => {
  expect(errors.splice(0)).toEqual([]);
  // The headers of a response can only be read while its page is open.
  page.removeAllListeners('response');
  await Promise.all(reads.splice(0));
  await context.close();
});

/**
 * Waits for the answers of the requests of a press. One that reached the service after the test had moved its
 * clock would extend the session.
 */
const answered = (...paths: readonly string[]) =>
  expect
    .poll(() => calls.map((call) => call.replace(' *', '')))
    .toEqual(expect.arrayContaining([...paths]));
const pass = async (time: number) => {
  await service.service.simulator.advance(time / SECOND);
  await page.clock.fastForward(time);
};
const warning = () => page.getByRole('alertdialog', { name: 'You will be signed out soon' });
const field = () => page.getByRole('textbox', { name: 'User ID' });
/** Forgets the calls so far, of which the headers may still be read. */
const forget = async () => {
  await Promise.all(reads);
  calls.length = 0;
};
const tokens = () => calls.filter((call) => call.endsWith('*'));

describe('the end of a portal session', () => {
  it('is preceded by a warning; a press extends the session and keeps the typed text', async () => {
    await field().fill('kasse-9');
    await pass(idle - 3 * MINUTE);
    await field().waitFor();
    expect(await warning().count()).toBe(0);
    await forget();
    await pass(90 * SECOND);
    await warning().waitFor();
    await warning().getByText('1:30').waitFor();
    const stay = warning().getByRole('button', { name: 'Stay signed in' });
    expect(await stay.evaluate((key) => key === document.activeElement)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    expect(tokens()).toEqual([]);
    await page.keyboard.press('Enter');
    await warning().waitFor({ state: 'detached' });
    // The page can read an answer before this process has its headers.
    await expect.poll(tokens).toEqual(['/session/use *']);
    expect(await field().evaluate((input) => input === document.activeElement)).toBe(true);
    await pass(idle - 3 * MINUTE);
    expect(await field().inputValue()).toBe('kasse-9');
    await page.getByRole('button', { name: 'Create user' }).click();
    expect(await page.locator('.secret').textContent()).toHaveLength(43);
  });

  it('comes without a press, although the page reads the state of the session repeatedly', async () => {
    await forget();
    await page.getByRole('link', { name: 'Payments' }).click();
    await page
      .getByRole('link', { name: 'Payments' })
      .and(page.locator('[aria-current]'))
      .waitFor();
    await answered('/payments', '/payments-day');
    await pass(idle - 90 * SECOND);
    await warning().waitFor();
    await forget();
    for (let left = 90; left > 10; left -= 20) {
      const before = calls.length;
      await pass(20 * SECOND);
      await expect.poll(() => calls.slice(before)).toContain('/session');
    }
    expect(tokens()).toEqual([]);
    await pass(10 * SECOND);
    await page.getByText('You have been signed out. Sign in again.').waitFor();
    expect(await page.getByRole('heading', { name: 'Sign in to your shop' }).count()).toBe(1);
    expect(await warning().count()).toBe(0);
  });

  it('is postponed by the use of another tab, and the warning closes', async () => {
    await pass(idle - 90 * SECOND);
    await warning().waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'New user' }).waitFor();
    await page.clock.fastForward(10 * SECOND);
    await warning().waitFor({ state: 'detached' });
  });

  it('at the maximum duration has a warning that does not offer an extension', async () => {
    await field().fill('kasse-10');
    const headers = { 'content-type': 'application/json', 'x-tillkit-portal': '1' };
    const use = `${new URL(page.url()).origin}/portal/v1/session/use`;
    for (let passed = 0; passed < life - idle; passed += idle / 2) {
      await service.service.simulator.advance(idle / 2 / SECOND);
      expect((await context.request.post(use, { headers, data: {} })).status()).toBe(204);
    }
    await service.service.simulator.advance((idle - MINUTE) / SECOND);
    await page.clock.fastForward(life - MINUTE);
    await warning().getByText('Save what you have typed now.').waitFor();
    await warning().getByRole('button', { name: 'Stay signed in' }).waitFor({ state: 'detached' });
    await warning().getByRole('button', { name: 'Continue' }).click();
    await warning().waitFor({ state: 'detached' });
    expect(await field().inputValue()).toBe('kasse-10');
  });
});
