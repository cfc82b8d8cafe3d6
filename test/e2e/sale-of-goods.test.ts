import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lineItems } from '../../shared/protocol/line-items.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { approve, openPhone, openTillScreen, picture, readCode, state } from './people.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
let browser: Browser;
let till: Page;
// Each test has a separate service and till, so that a test does not see the sales of another test.
beforeEach(async () => {
  [house, browser] = await Promise.all([startHouse('system', { goods: true }), openBrowser()]);
  till = await openTillScreen(browser, house.screen());
});
afterEach(async () => {
  await closePages();
  await house?.stop();
});

const slip = () => till.getByLabel('Sale details');
const product = (name: string) => till.locator('.product', { hasText: name });

/** The service's record of the till's newest sale. */
async function kept() {
  const [sale] = house.terminal.view().sales;
  const pos = house.ready.users.find(({ id }) => id === 'pos');
  const reply = await fetch(`${house.ready.base_url}/payment_request/${sale?.tid}/`, {
    headers: {
      authorization: `SECRET ${pos?.secret}`,
      'x-svc-merchant': house.ready.merchant.id,
      'x-svc-user': 'pos',
    },
  });
  const body: unknown = await reply.json();
  if (typeof body !== 'object' || body === null || !('line_items' in body)) {
    throw new Error(JSON.stringify(body));
  }
  return lineItems.parse(body.line_items);
}

test('the till, the phone and the service show the bill of a sale of goods', async () => {
  await till.getByRole('button', { name: 'Items', exact: true }).click();
  await product('Flat white').click();
  await product('Flat white').click();
  await product('Cinnamon bun').click();
  // The host serves pictures from the till's folder.
  const drawn = product('Flat white').locator('img');
  await expect
    .poll(() => drawn.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth))
    .toBeGreaterThan(0);
  await expect.poll(() => slip().innerText()).toMatch(/2[\s\S]*104\.00[\s\S]*149\.00/);
  await picture(till, '20-till-goods');
  await till.getByRole('button', { name: /^Show QR code/ }).click();
  await state(till, 'Waiting for scan');
  expect(await kept()).toMatchObject([
    { product_id: 'flat-white', quantity: '2', vat_rate: '0.25', vat: 2_080, total: 10_400 },
    { product_id: 'cinnamon-bun', quantity: '1', vat_rate: '0.15', vat: 587, total: 4_500 },
  ]);

  const phone = await openPhone(browser);
  await phone.goto(await readCode(till));
  await phone.getByText('Flat white').first().waitFor();
  await picture(phone, '21-phone-goods');
  await approve(phone);
  await state(till, 'Paid');
  await expect
    .poll(() => slip().innerText())
    .toMatch(/Flat white[\s\S]*104\.00[\s\S]*incl. VAT 25[\s\S]*20\.80[\s\S]*incl. VAT 15/);
  await picture(till, '22-till-goods-paid');
  await till.getByRole('button', { name: /^New sale/ }).click();
});

test('the till keeps the bill when the screen is loaded again', async () => {
  await till.getByRole('button', { name: 'Items', exact: true }).click();
  await product('Croissant').click();
  await expect.poll(() => slip().innerText()).toContain('42.00');
  await expect.poll(() => house.bills().shown?.lines.length).toBe(1);
  await till.reload();
  await expect.poll(() => slip().innerText()).toContain('Croissant');
});
