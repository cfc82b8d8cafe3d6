import { readFile } from 'node:fs/promises';
import jsqr from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closePages, openBrowser } from '../support/browser.ts';
import { readPng } from '../support/png.ts';
import { type Screens, serveScreen } from '../support/screens.ts';
import { startTestService, type TestService } from '../support/service.ts';

/* The pages of the portal at a real service. */
let screens: Screens;
let browser: Browser;
let service: TestService;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  [screens, browser] = await Promise.all([serveScreen('portal'), openBrowser()]);
  service = await startTestService({ merchantAssets: screens.dir });
  const context = await browser.newContext({ locale: 'en-GB', acceptDownloads: true });
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
  });
  await page.goto(`${new URL(service.ready.base_url).origin}/m/`);
  await page.getByRole('button', { name: 'Open demo shop' }).click();
});
afterAll(async () => {
  await closePages();
  await service.stop();
  await screens.stop();
});

async function paid(text: string, amount: number): Promise<string> {
  const tid = await service.payment({ text, amount });
  const [customer] = service.ready.customers;
  const { msisdn } = customer ?? { msisdn: '' };
  const base = `/payment_request/${tid}`;
  await service.simulator(`${base}/claim/`, { method: 'POST', body: { customer: msisdn } });
  await service.simulator(`${base}/confirm/`, { method: 'POST', body: {} });
  const body = { action: 'capture' };
  const taken = await service.key(service.users.admin, `${base}/`, { method: 'PUT', body });
  expect(taken.status).toBe(204);
  return tid;
}

async function findPayment(): Promise<void> {
  await paid('Kanelbolle', 4_500);
  const tid = await paid('Brunost', 8_700);
  await page.reload();
  await page.getByText('2 payments, kr 132.00 paid').waitFor();
  await page.getByRole('searchbox').fill('87');
  await page.getByRole('link', { name: 'Kanelbolle' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Brunost' }).click();
  const slip = page.getByRole('article', { name: 'Payment details' });
  const steps = slip.getByRole('list', { name: 'History' }).getByRole('listitem');
  await steps.first().waitFor();
  const texts = await steps.locator('> span').allTextContents();
  expect(texts).toEqual([
    'Request sent',
    'Opened on the phone',
    'Approved on the phone',
    'Taken, kr\u00a087.00',
  ]);
  await slip.getByText(tid).waitFor();
}

async function refundPart(): Promise<void> {
  const slip = page.getByRole('article', { name: 'Payment details' });
  await page.getByRole('button', { name: 'Refund payment' }).click();
  await page.getByLabel('Amount, NOK').fill('7');
  await page.getByLabel('Reason').fill('Out of brown cheese');
  await page.getByRole('button', { name: 'Refund kr 7.00' }).click();
  await page.getByRole('status').getByText('kr 7.00 refunded to the customer.').waitFor();
  await slip.getByText('Refunded, kr 7.00').waitFor();
  const tid = new URL(page.url()).pathname.split('/').at(-1);
  const reply = await service.secret(service.users.pos, `/payment_request/${tid}/outcome/`);
  expect(Object(reply.json).refunds).toEqual([
    {
      ...{ id: 'portal-1', amount: 700, additional_amount: 0 },
      chat_message_data_text: 'Out of brown cheese',
    },
  ]);
  await page.getByRole('button', { name: 'Refund payment' }).click();
  await page.getByRole('button', { name: 'Refund kr 80.00' }).waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();
}

async function exportResults(): Promise<void> {
  const found = (await saved('Download CSV', 'link')).toString();
  const rows = found.trim().split('\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatch(/,Brunost,ok,2000,NOK,87\.00,87\.00,7\.00$/);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('link', { name: 'Kanelbolle' }).waitFor();
  expect((await saved('Download CSV', 'link')).toString().trim().split('\n')).toHaveLength(3);
}

async function readSettlement(): Promise<void> {
  await service.simulator('/settlement/', { method: 'POST', body: {} });
  await page.getByRole('link', { name: 'Settlements' }).click();
  await page.getByRole('heading', { name: /^kr\s125\.00 in 7 days$/ }).waitFor();
  await page.locator('.row-link').first().click();
  await page.getByText('To your account').waitFor();
  const log = (await saved('Transactions, CSV', 'link')).toString();
  expect(log.trim().split('\n').length).toBeGreaterThan(2);
}

describe('the portal on a real service', () => {
  beforeEach(async () => {
    await page.getByRole('link', { name: 'Payments' }).click();
  });
  afterEach(() => expect(errors).toEqual([]));

  it('finds a payment, refunds a part of it, exports it and shows its settlement', async () => {
    await findPayment();
    await refundPart();
    await exportResults();
    await readSettlement();
  });

  it('creates an API user whose secret works', async () => {
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByRole('textbox', { name: 'User ID' }).fill('kasse-2');
    await page.getByRole('button', { name: 'Create user' }).click();
    const secret = (await page.locator('.secret').textContent()) ?? '';
    expect(secret).toHaveLength(43);
    const { merchant } = service.users.admin;
    const user = { merchant, id: 'kasse-2', secret, privateKey: null };
    expect((await service.secret(user, '/payment_request/')).status).toBe(200);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('link', { name: 'kasse-2' }).waitFor();
  });

  it('creates a code whose posters, PNG and PDF, can be scanned', async () => {
    await page.getByRole('link', { name: 'Codes' }).click();
    await page.getByRole('button', { name: 'New code' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Bord 4');
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByRole('img', { name: 'The code to scan' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const picture = readPng(await saved('Poster, PNG'));
    const read = jsqr.default(picture.data, picture.width, picture.height);
    expect(read?.data).toBe(`${service.ready.shortlink_url}/s/${id}/`);
    const file = (await saved('Poster, PDF')).toString('latin1');
    expect(file.slice(0, 8)).toBe('%PDF-1.4');
    expect(file).toContain(Buffer.from('Bord 4').toString('hex'));
  });
});

/** Presses a button or link that saves a file, and reads the file. */
async function saved(name: string, role: 'button' | 'link' = 'button'): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole(role, { name }).click(),
  ]);
  return readFile(await download.path());
}
