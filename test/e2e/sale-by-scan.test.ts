import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scan } from '../screens/cashier/scan.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { openTillScreen, picture, readyToPay, state, typeOnKeypad } from './people.ts';
import { type House, startHouse } from './start-house.ts';

/* A sale by the customer's code, through scanner, screen, bridge, engine and service. */

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

const customer = () => house.ready.customers[0]?.msisdn ?? '';

async function tokenOfCustomer(): Promise<string> {
  const shortlink = house.ready.shortlinks[0]?.id ?? '';
  const scanned = await house.simulator().scan(customer(), { shortlink });
  if (!scanned.ok) throw new Error(scanned.refusal.description);
  return scanned.value;
}

test('a sale is paid after the cashier scans the customer’s code and the customer approves', async () => {
  const token = await tokenOfCustomer();
  await typeOnKeypad(till, '12500');
  await till.getByRole('button', { name: 'Customer’s code' }).click();
  await state(till, 'The customer’s code');
  await picture(till, '20-till-scan');
  await scan(till, token);
  await state(till, 'Waiting for approval');
  const [sale] = house.terminal.view().sales;
  expect(sale).toMatchObject({ method: { kind: 'scan_token', token }, amount: 12_500 });
  await house.simulator().confirm(sale?.tid ?? '');
  await state(till, 'Paid');
  await till.getByRole('button', { name: /^New sale/ }).click();
});

test('the till sends no request for an expired code, and shows what to do', async () => {
  await typeOnKeypad(till, '4200');
  await readyToPay(till);
  await scan(till, 'token:000000000000000000');
  await state(till, 'The customer’s code has expired');
  await picture(till, '21-till-token-gone');
  await till.getByRole('button', { name: /^New sale/ }).click();
});
