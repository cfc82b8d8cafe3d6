import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { cameraSwitches, writeCameraPicture } from '../support/camera.ts';
import {
  approve,
  deckOf,
  openPhone,
  openTillScreen,
  picture,
  readCode,
  signIn,
  state,
  typeOnKeypad,
} from './people.ts';
import { type House, startHouse } from './start-house.ts';

/* The wallet with a real till: it shows requests without a scan and without a reload. */
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
  phone = await openPhone(browser);
  await phone.goto(`${house.ready.wallet_url}/w/`);
  await signIn(phone, '+47 98765432');
  await phone.getByText('No requests.').waitFor();
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Prepares the next test: the till is ready, the wallet shows its list, and the camera sees nothing. */
afterEach(async () => {
  await till.getByRole('button', { name: /^New sale/ }).click();
  await deckOf(till);
  writeCameraPicture(film, null);
  await phone.goto(`${house.ready.wallet_url}/w/`);
  await phone.getByText('No requests.').waitFor();
});

/** Starts a sale for the phone number of the customer who is signed in. */
async function sellByNumber(amount: string): Promise<void> {
  await typeOnKeypad(till, amount);
  await till.getByRole('button', { name: /^Phone number/ }).click();
  await typeOnKeypad(till, '98765432');
  await till.getByRole('button', { name: /^Send request/ }).click();
}

test('the open wallet shows a request for its phone number, and then the receipt', async () => {
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

test('the wallet removes a request from its list when the shop cancels it', async () => {
  await sellByNumber('4200');
  await phone.getByRole('button', { name: /Kaffebaren Løkka.*42\.00/ }).waitFor();
  await till.getByRole('button', { name: 'Cancel sale' }).click();
  await state(till, 'Cancelled');
  await phone.getByText('No requests.').waitFor();
  await phone.getByRole('button', { name: /Kaffebaren Løkka.*Cancelled.*42\.00/ }).waitFor();
});

test('the customer may type the text of the till’s code instead of scanning it', async () => {
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

test('the wallet reads the code on the till’s screen with the camera', async () => {
  await typeOnKeypad(till, '3100');
  await till.getByRole('button', { name: /^Show QR code/ }).click();
  writeCameraPicture(film, await readCode(till));
  await phone.getByRole('button', { name: 'Scan a code' }).click();
  await state(till, 'Waiting for approval');
  await approve(phone);
  await state(till, 'Paid');
  await phone.getByRole('heading', { name: 'Paid' }).waitFor();
});
