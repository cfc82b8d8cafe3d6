import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, openBrowser } from '../support/browser.ts';
import { typeByHand } from '../support/type-by-hand.ts';
import {
  approve,
  deckOf,
  openPhone,
  openTillScreen,
  picture,
  readCode,
  signIn,
  slipLines,
  state,
  typeOnKeypad,
} from './people.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
let browser: Browser;
let till: Page;
beforeAll(async () => {
  [house, browser] = await Promise.all([startHouse('manual'), openBrowser()]);
  till = await openTillScreen(browser, house.screen());
});
afterAll(async () => {
  await closePages();
  await house?.stop();
});

async function showCode(amount: string): Promise<string> {
  await typeOnKeypad(till, amount);
  await till.getByRole('button', { name: /^Show QR code/ }).click();
  await state(till, 'Waiting for scan');
  return readCode(till);
}

async function newSale(): Promise<void> {
  await till.getByRole('button', { name: /^New sale/ }).click();
  await deckOf(till);
}

test('a sale by phone number reaches that customer’s wallet without a scan', async () => {
  const phone = await openPhone(browser);
  await phone.goto(`${house.ready.wallet_url}/w/`);
  await signIn(phone, '+47 987 65 432');
  await phone.getByText('Ingrid Solheim').first().waitFor();
  await typeOnKeypad(till, '15000');
  await till.getByRole('button', { name: 'Phone number' }).click();
  await typeByHand(till, '98765432');
  await picture(till, '11-till-number');
  await till.getByRole('button', { name: /^Send request/ }).click();
  // The list also has the payments of the other tests.
  const request = phone.getByRole('button', { name: /^Kaffebaren Løkka.*150[.,]00/ });
  await request.waitFor();
  await picture(phone, '12-phone-list');
  await request.click();
  await approve(phone);
  await state(till, 'Paid');
  await picture(till, '13-till-paid-by-number');
  await newSale();
  await phone.context().close();
});

test('the till removes the code when the sale expires', async () => {
  await showCode('3000');
  expect((await house.simulator().advance(3_600)).ok).toBe(true);
  await state(till, 'Time ran out');
  expect(await till.getByRole('img', { name: /QR code/ }).count()).toBe(0);
  await picture(till, '14-till-expired');
  await newSale();
});

test('the slip shows the service’s messages about the sale', async () => {
  const code = await showCode('2500');
  const before = await slipLines(till);
  const phone = await openPhone(browser);
  await phone.goto(code);
  await phone.getByText('Kaffebaren Løkka').first().waitFor();
  await expect.poll(() => slipLines(till)).toContainEqual(expect.stringContaining('Code scanned'));
  expect(before.join()).not.toContain('Code scanned');
  await approve(phone);
  await state(till, 'Paid');
  await newSale();
  await phone.context().close();
});

test('the screen shows the same sale after it is loaded again', async () => {
  const code = await showCode('6100');
  await till.reload();
  await state(till, 'Waiting for scan');
  expect(await readCode(till)).toBe(code);
  const phone = await openPhone(browser);
  await phone.goto(code);
  await approve(phone);
  await state(till, 'Paid');
  await newSale();
  await phone.context().close();
});

test('a sale is paid once if the service restarts during it', async () => {
  const code = await showCode('8800');
  const { back } = await house.lose();
  await till
    .getByText(/^Offline$|No connection since|Not confirmed yet/)
    .first()
    .waitFor();
  await picture(till, '15-till-offline');
  await back();
  await state(till, 'Waiting for scan');
  const phone = await openPhone(browser);
  await phone.goto(code);
  await approve(phone);
  await state(till, 'Paid');
  await picture(till, '16-till-paid-after-restart');
  await newSale();
  await phone.context().close();
});
