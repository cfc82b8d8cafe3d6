import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, openBrowser } from '../support/browser.ts';
import {
  approve,
  deckOf,
  openPhone,
  openTillScreen,
  picture,
  readCode,
  readyToPay,
  reject,
  state,
  typeOnKeypad,
} from './people.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
let browser: Browser;
let till: Page;
beforeAll(async () => {
  [house, browser] = await Promise.all([startHouse(), openBrowser()]);
  till = await openTillScreen(browser, house.screen());
});
afterAll(async () => {
  await closePages();
  await house?.stop();
});

async function newSale(): Promise<void> {
  await till.getByRole('button', { name: /^New sale/ }).click();
  await deckOf(till);
}

test('the cashier types an amount, the customer scans and approves, and both get a receipt', async () => {
  await typeOnKeypad(till, '12500');
  await picture(till, '01-till-amount');
  await till.getByRole('button', { name: /^Show QR code/ }).click();
  await state(till, 'Waiting for scan');
  await picture(till, '02-till-code');

  const phone = await openPhone(browser, true);
  const code = await readCode(till);
  expect(code.startsWith(`${house.ready.wallet_url}/p/`)).toBe(true);
  await phone.goto(code);
  await phone.getByText('Kaffebaren Løkka').first().waitFor();
  await state(till, 'Waiting for approval');
  await picture(phone, '03-phone-request');
  await picture(till, '04-till-approve');

  await approve(phone);
  await state(till, 'Paid');
  await picture(till, '05-till-paid');
  const receipt = till.getByLabel('Sale details');
  await expect.poll(() => receipt.textContent()).toMatch(/Kaffebaren Løkka[\s\S]*125\.00/);
  await phone.getByRole('heading', { name: 'Paid' }).waitFor();
  await picture(phone, '06-phone-receipt');
  await newSale();
  await phone.context().close();
});

test('the till shows that the customer declined', async () => {
  await typeOnKeypad(till, '4200');
  await till.getByRole('button', { name: /^Show QR code/ }).click();
  const phone = await openPhone(browser, true);
  await phone.goto(await readCode(till));
  await reject(phone);
  await state(till, 'Declined on the phone');
  await picture(till, '07-till-declined');
  await picture(phone, '08-phone-rejected');
  await newSale();
  await phone.context().close();
});

test('the phone shows that the cashier cancelled the sale', async () => {
  await typeOnKeypad(till, '9900');
  await till.getByRole('button', { name: /^Show QR code/ }).click();
  const phone = await openPhone(browser, true);
  await phone.goto(await readCode(till));
  await phone.getByText('Kaffebaren Løkka').first().waitFor();
  await till.getByRole('button', { name: 'Cancel sale' }).click();
  await state(till, 'Cancelled');
  await picture(till, '09-till-cancelled');
  await expect.poll(() => phone.getByText(/cancel/i).count()).toBeGreaterThan(0);
  await picture(phone, '10-phone-cancelled');
  expect(await till.getByRole('img', { name: /QR code/ }).count()).toBe(0);
  await newSale();
  await phone.context().close();
});

test('the cashier makes a sale with the keyboard: digits, Enter, and Enter for the next sale', async () => {
  await till.keyboard.type('7550');
  await till.keyboard.press('Backspace');
  await till.keyboard.type('0');
  await readyToPay(till);
  await till.keyboard.press('Enter');
  await state(till, 'Waiting for scan');
  const phone = await openPhone(browser, true);
  await phone.goto(await readCode(till));
  await approve(phone);
  await state(till, 'Paid');
  expect(await till.locator('.paid-amount').textContent()).toMatch(/75\.50/);
  await till.keyboard.press('Enter');
  await deckOf(till);
  await phone.context().close();
});
