import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { cameraSwitches, writeCameraPicture } from '../support/camera.ts';
import {
  approve,
  openTillScreen,
  picture,
  readCode,
  signIn,
  state,
  takePhone,
  typeOnKeypad,
} from './people.ts';
import { type House, startHouse } from './start-house.ts';

/** The customer's wallet beside a real till: it shows requests without a scan and without a reload. */
let house: House;
let browser: Browser;
let till: Page;
let phone: Page;
let folder: string;
let film: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-film-'));
  film = join(folder, 'film.y4m');
  writeCameraPicture(film, null);
  [house, browser] = await Promise.all([startHouse(), launchBrowser(cameraSwitches(film))]);
  till = await openTillScreen(browser, house.screen());
  phone = await takePhone(browser);
  await phone.goto(`${house.ready.portal_url}/w/`);
  await signIn(phone, '+47 98765432');
  await phone.getByText('No requests.').waitFor();
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The next test finds the till ready for a sale, the wallet's list open and nothing before the camera. */
afterEach(async () => {
  await till.getByRole('button', { name: /^New sale/ }).click();
  await till.getByRole('group', { name: 'Keypad', exact: true }).waitFor();
  writeCameraPicture(film, null);
  await phone.goto(`${house.ready.portal_url}/w/`);
  await phone.getByText('No requests.').waitFor();
});

/** A sale for the phone number of the customer who is signed in. */
async function sellByNumber(amount: string): Promise<void> {
  await typeOnKeypad(till, amount);
  await till.getByRole('button', { name: /^Phone number/ }).click();
  await typeOnKeypad(till, '98765432');
  await till.getByRole('button', { name: /^Send request/ }).click();
}

test('a request for a phone number appears in the open wallet, and its receipt after it', async () => {
  await sellByNumber('12500');
  await phone.getByRole('button', { name: /Kaffebaren Løkka.*125\.00/ }).click();
  await approve(phone);
  await state(till, 'Paid');
  await phone.getByRole('heading', { name: 'Paid' }).waitFor();
  await phone.getByRole('button', { name: 'Print or save' }).waitFor();
  await phone.getByRole('button', { name: 'Go to my wallet' }).click();
  await phone.getByRole('button', { name: /Kaffebaren Løkka.*Paid.*125\.00/ }).waitFor();
  await picture(phone, '11-phone-list');
});

test('what the shop cancels leaves the list of what waits, by itself', async () => {
  await sellByNumber('4200');
  await phone.getByRole('button', { name: /Kaffebaren Løkka.*42\.00/ }).waitFor();
  await till.getByRole('button', { name: 'Cancel sale' }).click();
  await state(till, 'Cancelled');
  await phone.getByText('No requests.').waitFor();
  await phone.getByRole('button', { name: /Kaffebaren Løkka.*Cancelled.*42\.00/ }).waitFor();
});

test('what stands beside the till’s code may be typed instead of scanned', async () => {
  await typeOnKeypad(till, '7550');
  await till.getByRole('button', { name: /^Show QR code/ }).click();
  const address = await readCode(till);
  const code = (await till.locator('.code-letters .mono').textContent()) ?? '';
  expect(address).toContain(`/p/${code.replaceAll(' ', '')}/`);
  await phone.getByRole('button', { name: 'Scan a code' }).click();
  await phone.getByRole('textbox').fill(code);
  await phone.keyboard.press('Enter');
  await phone.getByRole('button', { name: /^Pay .*75\.50 to Kaffebaren/ }).press('Enter');
  await phone.keyboard.press('Tab');
  await phone.keyboard.press('Enter');
  await state(till, 'Paid');
  await phone.getByRole('heading', { name: 'Paid' }).waitFor();
});

test('the wallet’s own camera reads the code off the till’s screen', async () => {
  await typeOnKeypad(till, '3100');
  await till.getByRole('button', { name: /^Show QR code/ }).click();
  writeCameraPicture(film, await readCode(till));
  await phone.getByRole('button', { name: 'Scan a code' }).click();
  await state(till, 'Waiting for approval');
  await approve(phone);
  await state(till, 'Paid');
  await phone.getByRole('heading', { name: 'Paid' }).waitFor();
});
