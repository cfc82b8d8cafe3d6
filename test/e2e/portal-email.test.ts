import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAdmin } from '../service/admin/run-admin.ts';
import { axeViolations } from '../support/axe.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { startReceiver, type TestReceiver } from '../support/callback-receiver.ts';
import { wrongCodes } from '../support/portal-people.ts';
import { type Screens, serveScreen } from '../support/screens.ts';
import { startTestService, type TestService } from '../support/service.ts';

/* A self-service user signs in by e-mail at a real service, with only a keyboard. */

const EMAIL = 'kari@kaffebar.no';
const admin = openAdmin();
let screens: Screens;
let browser: Browser;
let gateway: TestReceiver;
let service: TestService;
let page: Page;

beforeAll(async () => {
  [screens, browser, gateway] = await Promise.all([
    serveScreen('portal'),
    openBrowser(),
    startReceiver(),
  ]);
  service = await startTestService({
    data: { kind: 'directory', path: admin.data },
    portalPages: screens.dir,
    emailCodesTo: gateway.url,
  });
  const context = await browser.newContext({ locale: 'en-GB', acceptDownloads: true });
  page = await context.newPage();
});
afterAll(async () => {
  await closePages();
  await service.stop();
  await gateway.stop();
  await screens.stop();
  admin.stop();
});

async function type(label: string, text: string): Promise<void> {
  await page.getByLabel(label).fill(text);
  await page.keyboard.press('Enter');
}

/** The first factor: the e-mail address, and the code from the gateway. */
async function confirmAddress(): Promise<void> {
  const before = gateway.heard.length;
  await type('E-mail address', EMAIL);
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  await expect.poll(() => gateway.heard.length).toBe(before + 1);
  await type('Code from the e-mail', JSON.parse(String(gateway.heard.at(-1)?.body)).code);
}

const refused = () => page.getByRole('alert').filter({ hasText: 'This code is not right' });

it('a user enrols an app, sees the pages of the role, and loses access when removed', async () => {
  const shop = service.ready.merchant.id;
  const made = await admin.done('create-self-service-user', shop, EMAIL, '--role', 'manager');
  const id = /self-service user (\w+) /.exec(made)?.[1] ?? '';
  await page.goto(`${new URL(service.ready.base_url).origin}/m/`);
  await confirmAddress();

  await page.getByRole('heading', { name: 'Set up your authenticator app' }).waitFor();
  await page.getByRole('img', { name: 'The code for the app' }).waitFor();
  const letters = (await page.locator('.secret').textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(letters.replaceAll(' ', '')) });
  const time = () => service.service.simulator.now();
  const now = () => app.generate({ timestamp: time() });
  const [wrong = ''] = wrongCodes(app, time(), 1);
  await type('Code from the app', wrong);
  await refused().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const first = now();
  await type('Code from the app', first);

  await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
  expect(await page.locator('.recovery-codes li').count()).toBe(10);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByRole('button', { name: 'I have kept them' }).click();

  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.waitFor();
  const pages = await menu.getByRole('link').allTextContents();
  const visible = [
    'Payments',
    'Settlements',
    'Closed days',
    'Tills',
    'Codes',
    'Callbacks',
    'Items',
  ];
  expect(pages).toEqual(visible);
  const status = await page.evaluate(async () => (await fetch('/portal/v1/users')).status);
  expect(status).toBe(409);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await confirmAddress();
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await type('Code from the app', first);
  await refused().waitFor();
  await service.service.simulator.advance(30);
  await type('Code from the app', now());
  await menu.waitFor();

  const gone = await service.secret(service.users.pos, `/merchant_ssp_user/${id}/`, {
    method: 'DELETE',
  });
  expect(gone.status).toBe(204);
  // The page may have read something since, and then it has no menu any more.
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('.portal-menu-link[href$="/settlements/"]')?.click(),
  );
  await page.getByLabel('E-mail address').waitFor();
});
