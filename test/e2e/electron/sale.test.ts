import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { closePages, openBrowser } from '../../support/browser.ts';
import { approve, deckOf, openPhone, picture, readCode, state, typeOnKeypad } from '../people.ts';
import { buildApp, COUNTER, type OpenApp, openApp, POLE } from './open-app.ts';

/** Why a test of the customer's display is left out. */
const ONE_DISPLAY = 'this machine has one display';

let browser: Browser;
let app: OpenApp;
let till: Page;
let phone: Page;

beforeAll(async () => {
  const [launched] = await Promise.all([openBrowser(), buildApp()]);
  browser = launched;
  app = await openApp(browser, { displays: [COUNTER, POLE] });
  till = await app.stage.page(app.window(0));
});
beforeEach(async () => {
  await deckOf(till);
  phone = await openPhone(browser);
});
afterEach(() => phone?.context().close());
afterAll(async () => {
  await app?.close();
  await closePages();
});

async function showCode(): Promise<void> {
  await typeOnKeypad(till, '12500');
  await till.getByRole('button', { name: /^Show QR code/ }).click();
  await state(till, 'Waiting for scan');
}

async function newSale(): Promise<void> {
  await till.getByRole('button', { name: /^New sale/ }).click();
  await deckOf(till);
}

/** The customer's display, once it is there. */
async function displayPage(): Promise<Page> {
  await expect.poll(() => app.window(1)).toBeDefined();
  return app.stage.page(app.window(1));
}

const head = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

test('the customer display shows each state of a sale until it is paid', async ({ skip }) => {
  skip(app.displays() < 2, ONE_DISPLAY);
  const display = await displayPage();
  await display.getByText('Pay with your phone here.').waitFor();
  await picture(display, 'display-idle');
  await showCode();
  await head(display, 'Scan to pay');
  await picture(display, 'display-scan');
  const code = await readCode(display);
  expect(await readCode(till)).toBe(code);
  await phone.goto(code);
  await head(display, 'Approve on your phone');
  await picture(display, 'display-approve');
  expect(await display.locator('.qr').count()).toBe(0);
  await approve(phone);
  await head(display, 'Paid');
  await picture(display, 'display-paid');
  await state(till, 'Paid');
  expect(await display.locator('.display-hero').innerText()).toMatch(/125[.,]00/);
  await newSale();
  await display.getByText('Pay with your phone here.').waitFor();
  expect(app.stage.refused).toEqual([]);
});

test('a display that is unplugged and plugged in again shows the same sale', async ({ skip }) => {
  const { plug } = app;
  if (plug === null) return skip('only a hand plugs the displays of a machine');
  await showCode();
  await head(await displayPage(), 'Scan to pay');
  plug(COUNTER);
  await expect.poll(() => app.window(1)).toBe(undefined);
  plug(COUNTER, POLE);
  const display = await displayPage();
  await head(display, 'Scan to pay');
  await till.getByRole('button', { name: /^Cancel/ }).click();
  await head(display, 'Cancelled');
  await state(till, 'Cancelled');
  await newSale();
});

test('a sale is paid if the service restarts during it', async ({ skip }) => {
  skip(app.displays() < 2, ONE_DISPLAY);
  const display = await displayPage();
  await showCode();
  const code = await readCode(display);
  app.services[0]?.kill('SIGKILL');
  await expect.poll(() => app.services.length).toBe(2);
  await expect.poll(() => app.reports.join()).toContain('runs again');
  await phone.goto(code);
  await approve(phone);
  await state(till, 'Paid');
  await head(display, 'Paid');
  await newSale();
});

test('a screen that crashes during a sale shows the same sale again', async () => {
  await showCode();
  const before = await readCode(till);
  const crash = await till.context().newCDPSession(till);
  crash.send('Page.crash').catch(() => undefined);
  await expect.poll(() => app.window(0)?.loaded.length).toBe(2);
  expect(app.reports.join()).toContain('is loaded again');
  await expect.poll(async () => (await app.stage.page(app.window(0))) === till).toBe(false);
  till = await app.stage.page(app.window(0));
  await state(till, 'Waiting for scan');
  expect(await readCode(till)).toBe(before);
  await phone.goto(before);
  await approve(phone);
  await state(till, 'Paid');
  await newSale();
});
