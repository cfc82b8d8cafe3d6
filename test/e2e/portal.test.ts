import { readFile } from 'node:fs/promises';
import jsqr from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAdmin } from '../service/admin/run-admin.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { readPng } from '../support/png.ts';
import { type Screens, serveScreen } from '../support/screens.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { startTestService, type TestService } from '../support/service.ts';

/* The pages of the portal at a real service. */
let screens: Screens;
let browser: Browser;
let service: TestService;
let page: Page;
const errors: string[] = [];
let admin: ReturnType<typeof openAdmin>;

beforeAll(async () => {
  [screens, browser] = await Promise.all([serveScreen('portal'), openBrowser()]);
  admin = openAdmin();
  await giveKeys(admin.data);
  const data = { kind: 'directory', path: admin.data } as const;
  service = await startTestService({ portalPages: screens.dir, data });
  const context = await browser.newContext({ locale: 'en-GB', acceptDownloads: true });
  page = await context.newPage();
  // The page lists one day, and the service's clock stands still.
  await page.clock.setFixedTime(service.service.simulator.now());
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
  admin.stop();
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
  expect(rows[1]).toMatch(/,Brunost,ok,2000,NOK,87\.00,87\.00,7\.00,,,0\.87,0\.00$/);
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
    await page.getByLabel('I have written it down').check();
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

  it('attaches a printed code whose serial number is typed', async () => {
    await admin.done('issue-serials', '7000000000012', '7000000000014');
    await page.getByRole('link', { name: 'Codes' }).click();
    await page.getByRole('button', { name: 'New code' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Sticker at the door');
    await page.getByRole('textbox', { name: 'Serial number' }).fill('7000 0000 00013');
    await page.getByRole('button', { name: 'Create code' }).click();
    const slip = page.getByRole('article', { name: 'Sticker at the door' });
    await slip.getByText('7000000000013').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const stored = await service.secret(service.users.pos, `/shortlink/${id}/`);
    expect(stored.json).toMatchObject({ id, serial_number: '7000000000013' });
    const scanned = await fetch(`${service.ready.shortlink_url}/s/7000000000013/`);
    expect(scanned.status).toBe(200);
    // Beside a slip the list has no room for the column of serial numbers.
    await page.getByRole('link', { name: 'Codes' }).click();
    await page.getByRole('cell', { name: '7000000000013' }).waitFor();
  });

  it('registers an OAuth application, and changes its name and return addresses', async () => {
    const first = 'https://club.example/back';
    const second = 'https://club.example/other';
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'New application' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Coffee club');
    await page.getByRole('textbox', { name: 'Return addresses' }).fill(first);
    await page.getByRole('button', { name: 'Register it' }).click();
    expect(await page.locator('.secret').textContent()).toMatch(/^[\w-]{43}$/);
    await page.getByLabel('I have written it down').check();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('link', { name: 'Coffee club' }).click();
    await page.getByRole('article', { name: 'Coffee club' }).getByText(first).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { origin } = new URL(service.ready.base_url);
    /** Where the service sends the customer of a request; a return address that it refuses ends there. */
    const sentTo = async (redirect_uri: string) => {
      const query = { response_type: 'code', client_id: id, state: 's1', redirect_uri };
      const address = `${origin}/oauth2/auth?${new URLSearchParams({ ...query, scope: 'openid' })}`;
      const reply = await fetch(address, { redirect: 'manual' });
      return reply.headers.get('location') ?? 'the page of the service';
    };
    const refused = expect.stringContaining('/oauth2/error?error=invalid_request');
    expect([await sentTo(first), await sentTo(second)]).toEqual([
      expect.not.stringContaining('error='),
      refused,
    ]);

    await page.getByRole('button', { name: 'Change the application' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Tea club');
    await page.getByRole('textbox', { name: 'Return addresses' }).fill(`${second}\n${first}`);
    const [change] = await Promise.all([
      page.waitForResponse((reply) => reply.request().method() === 'POST'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect([new URL(change.url()).pathname, change.status()]).toEqual([
      `/portal/v1/apps/${id}`,
      200,
    ]);
    await page.reload();
    const slip = page.getByRole('article', { name: 'Tea club' });
    const addresses = slip.getByRole('listitem');
    await addresses.first().waitFor();
    expect(await addresses.allTextContents()).toEqual([second, first]);
    for (const uri of [first, second]) expect(await sentTo(uri)).not.toContain('error=');
    expect(await sentTo('https://elsewhere.example/')).toEqual(refused);
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
