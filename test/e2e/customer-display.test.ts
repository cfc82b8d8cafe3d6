import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Command, runCommand } from '../main/start/run-till.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { openTillScreen, picture, readCode, state, typeOnKeypad } from './people.ts';

/* The customer display without Electron: a second window of the same browser. */

let folder: string;
let till: Command | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-display-'));
  await giveKeys(folder);
});
afterEach(async () => {
  await closePages();
  till?.signal('SIGKILL');
  await till?.ended;
  rmSync(folder, { recursive: true, force: true });
});

test('`npm start` serves the customer display at /display/ to the browser that opened the till', async () => {
  till = runCommand('main/start.ts', ['--port', '0', '--data', folder, '--no-open']);
  const [, address = ''] = await till.line(/(http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]{43})/);
  const browser = await openBrowser();
  const cashier = await openTillScreen(browser, address);
  const display = await cashier.context().newPage();
  const errors: string[] = [];
  display.on('pageerror', (error) => errors.push(String(error)));
  await display.goto(new URL('/display', cashier.url()).href);
  expect(new URL(display.url()).pathname).toBe('/display/');
  await display.getByText('Kaffebaren Løkka').first().waitFor();

  await typeOnKeypad(cashier, '12500');
  await cashier.getByRole('button', { name: /^Show QR code/ }).click();
  await state(cashier, 'Waiting for scan');
  await display.getByText('125.00').first().waitFor();
  // The display shows the till's code, also as text for a customer without a camera.
  expect(await readCode(display)).toBe(await readCode(cashier));
  const letters = (page: typeof display) => page.locator('.code-letters .mono').textContent();
  expect(await letters(display)).toBe(await letters(cashier));
  await picture(display, 'customer-display-in-a-browser');
  await cashier.getByRole('button', { name: 'Cancel sale' }).click();
  await display.getByRole('img', { name: /QR code/ }).waitFor({ state: 'hidden' });
  expect(errors).toEqual([]);

  const stranger = await (await browser.newContext()).newPage();
  const refused = await stranger.goto(new URL('/display/', cashier.url()).href);
  expect(refused?.status()).toBe(403);
});
