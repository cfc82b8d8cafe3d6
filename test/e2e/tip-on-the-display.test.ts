import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { SECOND } from '../../shared/time/clock.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import {
  approve,
  openPhone,
  openTillScreen,
  picture,
  readCode,
  state,
  typeOnKeypad,
} from './people.ts';
import { type House, startHouse } from './start-house.ts';

/* A tip on the customer's display: the cashier's page and the display's page of one real till. */

const tips = { ask: 'display', percents: [1_000], amounts: [money(2_000)] } as const;
let house: House;
let cashier: Page;
let display: Page;

async function open(patience: number): Promise<void> {
  house = await startHouse('system', { tips: { ...tips, patience } });
  cashier = await openTillScreen(await openBrowser(), house.screen());
  display = await cashier.context().newPage();
  await display.goto(new URL('/display/', cashier.url()).href);
  await display.getByText('Kaffebaren Løkka').first().waitFor();
  // A till whose display is not connected yet asks nobody.
  await expect.poll(() => house.canAsk()).toBe(true);
}

afterEach(async () => {
  await closePages();
  await house.stop();
});

const startSale = async () => {
  await typeOnKeypad(cashier, '12500');
  await cashier.getByRole('button', { name: /^Show QR code/ }).click();
};
const sales = () => house.terminal.view().sales;

test('the customer chooses a tip once, and it is paid, on the receipt and in the day', async () => {
  await open(300 * SECOND);
  await startSale();
  await cashier.getByText('The customer chooses a tip').waitFor();
  // Nothing is requested before the customer has chosen.
  expect(sales()).toEqual([]);
  // No key of the cashier decides for the customer by habit.
  for (const key of ['Enter', 'Escape', ' ', 'Escape']) await cashier.keyboard.press(key);
  await picture(cashier, 'tip-cashier');
  await picture(display, 'tip-display');
  await display.getByRole('button', { name: /10%/ }).click();
  await state(cashier, 'Waiting for scan');
  expect(sales()).toMatchObject([{ amount: 12_500, additionalAmount: 1_250 }]);
  expect(await display.getByRole('button').count()).toBe(0);
  await display.getByText('137.50').first().waitFor();
  const phone = await openPhone(await openBrowser());
  await phone.goto(await readCode(display));
  await approve(phone);
  await state(cashier, 'Paid');
  await expect(cashier.getByText('Tip').first().innerText()).resolves.toBe('Tip');
  await display.getByText('Tip').first().waitFor();
  await picture(cashier, 'tip-paid-cashier');
  await picture(display, 'tip-paid-display');
  expect(sales()[0]?.money).toMatchObject({ captured: 13_750, additional: { captured: 1_250 } });
});

test('a customer who does not answer costs the cashier the deadline, and no more', async () => {
  await open(5 * SECOND);
  await startSale();
  await display.getByRole('heading', { name: 'Add a tip?' }).waitFor();
  await state(cashier, 'Waiting for scan');
  expect(sales()).toMatchObject([{ amount: 12_500, additionalAmount: 0 }]);
  expect(await display.getByRole('button').count()).toBe(0);
});

test('the cashier goes on without a tip by one key', async () => {
  await open(300 * SECOND);
  await startSale();
  await cashier.getByRole('button', { name: 'Continue without a tip' }).click();
  await state(cashier, 'Waiting for scan');
  expect(sales()).toMatchObject([{ amount: 12_500, additionalAmount: 0 }]);
});

test('without a display nobody is asked and nobody waits', async () => {
  await open(300 * SECOND);
  await display.close();
  // The till has seen that the display is gone.
  await expect.poll(() => house.canAsk()).toBe(false);
  await startSale();
  await state(cashier, 'Waiting for scan');
  expect(sales()).toMatchObject([{ additionalAmount: 0 }]);
});
