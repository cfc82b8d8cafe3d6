import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, openBrowser } from '../support/browser.ts';
import { type Screens, serveScreen } from '../support/screens.ts';
import { member, startTestService, type TestService } from '../support/service.ts';

/* Scans, shared data and receipts in the wallet of a real service. */
let screens: Screens;
let browser: Browser;
let service: TestService;
let page: Page;

beforeAll(async () => {
  [screens, browser] = await Promise.all([serveScreen('wallet'), openBrowser()]);
  service = await startTestService({ walletPages: screens.dir });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
  });
  page = await context.newPage();
  // The demo signs in a customer who opens a code.
  await page.goto(`${service.ready.shortlink_url}/s/${service.ready.shortlinks[0]?.id}/4/`);
  await page.getByRole('heading', { name: 'Kaffebaren Løkka' }).waitFor();
});
afterAll(async () => {
  await closePages();
  await service.stop();
  await screens.stop();
});

const press = (name: RegExp | string) =>
  page.getByRole('button', { name }).evaluate((key) => key instanceof HTMLElement && key.click());

describe('the wallet on a real service', () => {
  it('scans a sticker, gets the waiting payment, and shows its receipt', async () => {
    const [link] = service.ready.shortlinks;
    await page.goto(`${service.ready.shortlink_url}/s/${link?.id}/4/`);
    await page.getByRole('heading', { name: 'Kaffebaren Løkka' }).waitFor();
    await page.getByText('Scanned. The shop has been notified').first().waitFor();
    const tid = await service.payment({ customer: `shortlink_id:${link?.id}`, max_scan_age: 60 });
    await press(/^Pay kr.* to /);
    await press(/^Pay kr[^a-z]*$/);
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    const path = `/payment_request/${tid}/`;
    const body = { action: 'capture' };
    await service.key(service.users.admin, path, { method: 'PUT', body });
    await attach(tid);
    await page.goto(`${service.ready.shortlink_url}/p/${tid}/`);
    await page.getByRole('row', { name: /Flat white 52,00/ }).waitFor();
    await page.getByText('Thorvald Meyers gate 40').waitFor();
  });

  it('shares only the parts that the customer left selected', async () => {
    const [customer] = service.ready.customers;
    // Another test changes the last name.
    const name = expect.stringMatching(/^Ingrid /);
    const asked = await service.secret(service.users.pos, '/permission_request/', {
      method: 'POST',
      body: {
        customer: `msisdn:${customer?.msisdn}`,
        pos_id: 'kasse-1',
        pos_tid: 'card-1',
        scope: 'openid profile phone',
        text: 'For the loyalty card',
      },
    });
    expect(asked.status, asked.text).toBe(201);
    await page.goto(`${service.ready.wallet_url}/w/`);
    await page.getByRole('button', { name: /For the loyalty card/ }).click();
    await page.getByRole('switch', { name: /Phone number/ }).click();
    await page.getByRole('button', { name: 'Share name', exact: true }).click();
    await page.getByText('Kaffebaren Løkka has received your name.').first().waitFor();
    const rid = member(asked.json, 'id');
    const path = `/permission_request/${rid}/outcome/`;
    const { json } = await service.secret(service.users.pos, path);
    expect(json).toMatchObject({ status: 'ok', user_info: { name } });
    expect(JSON.stringify(json)).not.toContain('phone_number');
  });
});

describe('the customer’s profile', () => {
  it('is edited, validated and saved', async () => {
    await page.goto(`${service.ready.wallet_url}/w/`);
    await press('My details');
    await page.getByRole('heading', { name: 'My details' }).waitFor();
    await page.getByText('Verified.', { exact: true }).waitFor();
    await page.getByLabel('Email').fill('not one');
    await page.getByLabel('Country code').fill('Norway');
    await page.keyboard.press('Enter');
    await page.getByText('This is not an email address.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    await page.getByLabel('Email').fill('ingrid@berg.example');
    await page.getByLabel('Country code').fill('se');
    await page.getByLabel('Name', { exact: true }).fill('Ingrid Berg');
    await press('Save');
    await page
      .getByText(/^Saved\. Shops receive this/)
      .first()
      .waitFor();
    await page.getByText('Not verified. Shops can see this.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'My details' }).waitFor();
    expect(await page.getByLabel('Country code').inputValue()).toBe('SE');
    await page.locator('.wallet-whose', { hasText: 'Ingrid Berg' }).waitFor();
  });
});

/** Uploads a receipt to the address that the outcome gives. */
async function attach(tid: string): Promise<void> {
  const { json } = await service.secret(service.users.pos, `/payment_request/${tid}/outcome/`);
  const paper = {
    store: { name: 'Kaffebaren Løkka', address: 'Thorvald Meyers gate 40' },
    items: [{ item_name: 'Flat white', quantity: '1', item_gross_total: '52,00' }],
    currency: 'NOK',
    gross: '52,00',
  };
  const form = new FormData();
  const type = 'application/vnd.svc.receipt.v1+json';
  form.append('file', new Blob([JSON.stringify(paper)], { type }), 'receipt');
  const sent = await fetch(member(json, 'attachment_uri'), { method: 'POST', body: form });
  expect(sent.status, await sent.text()).toBe(201);
}
