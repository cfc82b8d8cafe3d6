import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../service/store/sqlite/open.ts';
import { axeViolations } from '../support/axe.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { overflow, smallTargets } from '../support/layout.ts';
import { leavePicture } from '../support/leave-picture.ts';
import { languagesOf } from '../support/looks.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { picture } from './people.ts';
import { PICTURES } from './start-house.ts';

/*
 * The pages of the redirect flow in a real browser: in both languages and themes, by keyboard only, and
 * with the redirect back to the application.
 */

let browser: Browser;
let application: Server;
let back: string;
let test: TestService;
const directory = mkdtempSync(join(tmpdir(), 'tillkit-oauth-'));
const data = { kind: 'directory', path: directory } as const;

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  application = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>App</title><h1>Back again</h1>');
  }).listen(0, '127.0.0.1');
  await once(application, 'listening');
  const at = application.address();
  back = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/callback`;
  await giveKeys(directory);
  const first = await startTestService({ data });
  await first.stop();
  await moveApplication(first.ready.oauth_client.id, back);
  [test, browser] = await Promise.all([startTestService({ data, clock: 'system' }), openBrowser()]);
});
afterAll(async () => {
  await closePages();
  await test?.stop();
  application?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The demo's application, with a redirect address at which this test listens. */
async function moveApplication(id: string, to: string): Promise<void> {
  const store = openSqliteStore(join(directory, 'tillkit.db'));
  const client = await store.oauth.client(id);
  if (client === null) throw new Error('the demo has no application');
  await store.oauth.putClient({ ...client, redirectUris: [to] });
  await store.close();
}

const SCOPE = 'openid profile email phone shipping_address fodselsnummer';

async function openPage(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  return context.newPage();
}

const address = (change: Readonly<Record<string, string>> = {}) => {
  const query = {
    response_type: 'code',
    client_id: test.ready.oauth_client.id,
    redirect_uri: back,
    scope: SCOPE,
    state: 's-1',
    ...change,
  };
  return `${new URL(test.ready.base_url).origin}/oauth2/auth?${new URLSearchParams(query)}`;
};

const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    return one?.id || one?.textContent || '';
  });

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 10; press += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus never came to ${name}`);
}

/** Goes from the first page to the consent page without a mouse. */
async function signInByKeyboard(page: Page, msisdn: string): Promise<void> {
  await page.goto(address());
  // The browser focuses the first field one frame after the page has appeared.
  await expect.poll(() => focused(page)).toBe('msisdn');
  await page.keyboard.type(msisdn);
  await page.keyboard.press('Enter');
  const shown = await page.getByText(/demo.*\d{6}/i).textContent();
  await expect.poll(() => focused(page)).toBe('secret');
  await page.keyboard.type(/\d{6}/.exec(shown ?? '')?.[0] ?? '');
  await page.keyboard.press('Enter');
  await page.locator('.slip').waitFor();
}

const came = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return Object.fromEntries(searchParams);
};

describe('a customer with only a keyboard', () => {
  it('signs in, consents, and returns to the application with a code', async () => {
    const page = await openPage({ locale: 'en-GB' });
    await signInByKeyboard(page, '4798765432');
    await tabTo(page, 'Allow');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Back again' }).waitFor();
    expect(came(page)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 's-1',
      iss: new URL(test.ready.base_url).origin,
    });
    // A customer who is signed in gets the next consent page at once, and can decline.
    await page.goto(address({ scope: '' }));
    await page.getByText('Only to recognise you.').waitFor();
    await tabTo(page, 'Do not allow');
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: 'Back again' }).waitFor();
    expect(came(page)).toMatchObject({ error: 'access_denied', state: 's-1' });
    expect(came(page)).not.toHaveProperty('code');
    await page.context().close();
  });

  it('sees which button has the focus', async () => {
    const page = await openPage({ locale: 'en-GB' });
    await signInByKeyboard(page, '4791234567');
    for (const name of ['Allow', 'Do not allow']) {
      await tabTo(page, name);
      const width = await page.evaluate(() => {
        const one = document.activeElement;
        return one === null ? '' : getComputedStyle(one).outlineWidth;
      });
      expect([name, width]).toEqual([name, '3px']);
      await picture(page, `oauth-focus-${name.replaceAll(' ', '-').toLowerCase()}`);
    }
    await page.context().close();
  });
});

/** Returns the values in turn and starts again after the last one. */
function turns(all: readonly string[]) {
  let taken = 0;
  return { next: () => all[taken++ % all.length] ?? '' };
}

const DEVICES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const;
type Look = { readonly name: string; readonly page: Page };

/** Opens each page of the flow in order. */
async function everyPage(page: Page, msisdn: string, look: (at: Look) => Promise<void>) {
  const origin = new URL(test.ready.base_url).origin;
  await page.goto(address());
  await look({ name: 'number', page });
  await page.locator('#msisdn').fill('12345678');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await look({ name: 'wrong-number', page });
  await page.locator('#msisdn').fill(msisdn);
  await page.keyboard.press('Enter');
  await page.locator('#secret').waitFor();
  await look({ name: 'code', page });
  const code = /\d{6}/.exec((await page.locator('.said').textContent()) ?? '')?.[0] ?? '';
  await page.locator('#secret').fill(code);
  await page.keyboard.press('Enter');
  await page.locator('.slip').waitFor();
  await look({ name: 'consent', page });
  await page.goto(`${origin}/oauth2/error?error=invalid_request`);
  await look({ name: 'error', page });
  await page.goto(`${origin}/oauth2/auth?request=gone`);
  await look({ name: 'over', page });
}

describe('every page of the flow', () => {
  const looks = (['light', 'dark'] as const).flatMap((theme) =>
    languagesOf(theme, ['en-GB', 'nb-NO'] as const).flatMap((locale) =>
      (['phone', 'desk'] as const).map((device) => ({ theme, locale, device })),
    ),
  );
  // The service sends a number only a few codes in a quarter of an hour.
  const numbers = turns(['4798765432', '4791234567', '4740567890']);

  it.each(looks)('is drawn without errors: $theme, $locale, $device', async (how) => {
    const { theme, locale, device } = how;
    const viewport = DEVICES[device];
    const page = await openPage({ colorScheme: theme, locale, viewport });
    const wrong: string[] = [];
    await everyPage(page, numbers.next(), async ({ name }) => {
      const at = `${name}-${theme}-${locale.slice(0, 2)}-${device}`;
      await leavePicture(page, join(PICTURES, `oauth-${at}.png`), true);
      for (const one of await axeViolations(page)) wrong.push(`${name}: ${one}`);
      for (const one of await smallTargets(page, 48)) wrong.push(`${name}: ${one}`);
      if ((await overflow(page)) > 0) wrong.push(`${name} is too wide`);
      const language = await page.evaluate(() => document.documentElement.lang);
      if (!locale.startsWith(language)) wrong.push(`${name} is in ${language}`);
    });
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});
