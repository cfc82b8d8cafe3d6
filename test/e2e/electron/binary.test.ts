import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFakeElectron } from '../../electron-binary/fake/make.ts';
import { launchBrowser } from '../../support/browser.ts';
import { approve, openPhone, readCode, state, typeOnKeypad } from '../people.ts';
import { buildApp, COUNTER, type OpenApp, openOn, POLE } from './open-app.ts';

/*
 * The launcher that the other tests of this folder use if Electron is installed. Here it starts an
 * executable with the same command line and the same interfaces. This tests the launcher, not Electron.
 */
const place = mkdtempSync(join(tmpdir(), 'tillkit-fake-'));
let browser: Browser;
let app: OpenApp;
let till: Page;

beforeAll(async () => {
  const [launched] = await Promise.all([launchBrowser(), buildApp()]);
  browser = launched;
  app = await openOn(makeFakeElectron(place), { displays: [COUNTER, POLE] });
  till = await app.stage.page(app.window(0));
});
afterAll(async () => {
  await app?.close();
  await browser?.close();
  rmSync(place, { recursive: true, force: true });
});

test('a sale is paid in a separate process with a customer display', async () => {
  await expect.poll(() => app.window(1)?.loaded.length).toBe(1);
  const display = await app.stage.page(app.window(1));
  await display.getByText('Pay with your phone here.').waitFor();
  await typeOnKeypad(till, '12500');
  await till.getByRole('button', { name: /^Show QR code/ }).click();
  await display.getByRole('heading', { level: 1, name: 'Scan to pay' }).waitFor();
  const phone = await openPhone(browser);
  await phone.goto(await readCode(till));
  await approve(phone);
  await state(till, 'Paid');
  await phone.context().close();
  expect([app.displays(), app.services.length, app.stage.refused]).toEqual([2, 1, []]);
});

test('the test stage reports the keys and navigations that the main process refuses', async () => {
  const window = app.window(0);
  expect(await app.stage.press(window, 'F5')).toBe('kept');
  expect(await app.stage.press(window, 'Tab')).toBe('passed');
  await till.evaluate(() => {
    location.href = 'https://example.com/';
  });
  await expect.poll(() => app.stage.refused).toContain('navigation https://example.com/');
});

test('the test stage finds the new page of a screen that crashed', async () => {
  const before = app.window(0)?.loaded.length ?? 0;
  const crash = await till.context().newCDPSession(till);
  crash.send('Page.crash').catch(() => undefined);
  await expect.poll(() => app.window(0)?.loaded.length).toBe(before + 1);
  till = await app.stage.page(app.window(0));
  await state(till, 'Paid');
  expect(app.reports.join()).toContain('is loaded again');
});

test('the launcher reports the reason if a binary cannot be started', async () => {
  const missing = join(place, 'no-such-electron');
  await expect(openOn(missing)).rejects.toThrow(/ENOENT/);
});
