import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scan as scanAt } from '../screens/cashier/scan.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { startPrinter, type TestPrinter } from '../support/printer.ts';
import { openTillScreen, picture, state } from './people.ts';
import { type House, startHouse } from './start-house.ts';

/*
 * A day of a shop with goods, staff, a printer and a scanner at one till.
 */
let printer: TestPrinter;
let house: House;
let browser: Browser;
let till: Page;
beforeAll(async () => {
  [printer, browser] = await Promise.all([startPrinter(), openBrowser()]);
  const connection = { kind: 'network', host: '127.0.0.1', port: printer.port } as const;
  const form = { columns: 48, codePage: 'pc858', cut: 'partial', drawer: 'opened' } as const;
  house = await startHouse('system', {
    goods: true,
    printer: { receipts: 'on_request', connection: { ...connection, form } },
  });
  till = await openTillScreen(browser, house.screen());
});
afterAll(async () => {
  await closePages();
  await house?.stop();
  await printer?.stop();
});

const key = (name: string | RegExp) => till.getByRole('button', { name }).first();
const product = (name: string) => till.locator('.product', { hasText: name });
const shown = () => house.bills().shown?.lines.map(({ name }) => name) ?? [];

async function paper(count: number): Promise<readonly string[]> {
  await expect.poll(() => printer.papers().length).toBe(count);
  return printer.papers()[count - 1]?.lines.map(({ text }) => text.replaceAll(/\s/g, ' ')) ?? [];
}

async function hire(name: string, role: string, pin: string): Promise<void> {
  await till.getByLabel('Name').fill(name);
  await till.getByRole('radio', { name: role }).check();
  await key('Choose PIN').click();
  await till.keyboard.type(pin);
  await till.keyboard.press('Enter');
  await till.getByText('Enter the new PIN once more').waitFor();
  await till.keyboard.type(pin);
  await till.keyboard.press('Enter');
  await till
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .waitFor();
}

const scan = (code: string) => scanAt(till, code);

/** The barcode of the demo's apple juice. */
const JUICE = '7000000000017';

/** Checks that a locked till ignores the scanner and keeps its sale. */
async function hireAndLock(): Promise<void> {
  await key('Settings').click();
  await key('Staff').click();
  await key('Add first supervisor').click();
  await hire('Marte', 'Supervisor', '471147');
  await key('Add person').click();
  await hire('Ingrid', 'Cashier', '2580');
  await key('Close').click();

  await scan(JUICE);
  await expect.poll(shown).toEqual(['Apple juice']);
  await key(/^Lock the till/).click();
  await state(till, 'Locked');
  const before = house.customerSees();
  expect(before.bill?.slip.lines.map(({ name }) => name)).toEqual(['Apple juice']);
  await scan(JUICE);
  await scan(JUICE);
  await key(/^Ingrid/).click();
  await till.keyboard.type('2580');
  await till.keyboard.press('Enter');
  await till.locator('.till-entry:not(.till-locked)').waitFor();
  expect(shown()).toEqual(['Apple juice']);
  expect(house.bills().shown?.lines[0]?.quantity).toBe(1_000);
  expect(house.customerSees()).toEqual(before);
}

async function sellAndPrint(): Promise<void> {
  await till.getByRole('button', { name: 'Items', exact: true }).click();
  await product('Flat white').click();
  await product('Flat white').click();
  await expect.poll(shown).toEqual(['Apple juice', 'Flat white']);
  await key(/^Show QR code/).click();
  await state(till, 'Waiting for scan');
  const sale = house.terminal.view().sales.find(({ aside }) => !aside);
  const [customer] = house.ready.customers;
  await house.simulator().claim(sale?.tid ?? '', customer?.msisdn ?? '');
  await house.simulator().confirm(sale?.tid ?? '');
  await state(till, 'Paid');
  expect(house.customerSees().sale).toMatchObject({ amount: 14_800, phase: { kind: 'paid' } });

  await key('Print receipt').click();
  const receipt = await paper(1);
  expect(receipt).toContainEqual(expect.stringMatching(/^2 x Flat white +.*104\.00/));
  expect(receipt).toContainEqual(expect.stringMatching(/^Apple juice +.*44\.00/));
  expect(receipt).toContainEqual(expect.stringMatching(/^incl\. VAT 25 ?% +.*20\.80/));
  await key(/^New sale/).click();
}

async function refundWithPin(): Promise<void> {
  await key('Receipts').click();
  await till.locator('.list-row').first().click();
  await till.getByRole('button', { name: 'Refund', exact: true }).click();
  await key('Change amount or reason').click();
  await till.keyboard.type('4400');
  await till.keyboard.press('Enter');
  await till.keyboard.type('471147');
  await till.keyboard.press('Enter');
  await till.locator('.refund-line[data-standing="done"]').waitFor();
  expect(house.terminal.view().refunds).toMatchObject([{ amount: 4_400, approver: 'Marte' }]);
}

async function closeTheDay(): Promise<void> {
  await key('Reports').click();
  await key(/^Today/).click();
  await till.locator('.document-total').waitFor();
  await key('Print report').click();
  const day = await paper(2);
  expect(day[0]).toBe('End of day');
  expect(day).toContainEqual(expect.stringMatching(/^Paid x 1 +.*148\.00/));
  expect(day).toContainEqual(expect.stringMatching(/^Refunded x 1 +.*44\.00/));
  expect(day).toContainEqual(expect.stringMatching(/^Net paid +.*104\.00/));
  await picture(till, 'whole-day');
}

test('a cashier locks the till with goods, sells them, refunds a part and closes the day', async () => {
  await hireAndLock();
  await sellAndPrint();
  await refundWithPin();
  await closeTheDay();
});
