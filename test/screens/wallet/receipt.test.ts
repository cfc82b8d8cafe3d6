import jsqr from 'jsqr';
import { afterEach, expect, it } from 'vitest';
import { readPng } from '../../support/png.ts';
import { leavePages } from '../../support/reused-page.ts';
import { screenOf } from '../../support/screen-of.ts';
import { type Desk, openWallet } from './page.ts';
import {
  LINKS,
  NOW,
  RECEIPT,
  RECEIPT_ADDRESS,
  RECEIPT_PAGES,
  request,
  TICKETS,
} from './requests.ts';

const PAID = request({ status: 'ok', status_code: 2000, captured: 12_500 });
const served = screenOf('wallet');

afterEach(() => leavePages(served.browser()));

const open = (desk: Partial<Desk>, theme: 'light' | 'dark' = 'light', path = '/p/p2ybyw4tq73n/') =>
  openWallet(served.browser(), served.origin(), path, { locale: 'en-GB', theme, desk });

it('a receipt is shared as plain text if the phone supports it', async () => {
  const tipped = request({
    ...{ status: 'ok', status_code: 2000, captured: 13_500, additional_amount: 1_000 },
  });
  const wallet = await open({ requests: [tipped] }, 'light', '/w/');
  await wallet.page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (given: ShareData) => Reflect.set(window, 'shared', given),
    });
  });
  await wallet.page.getByRole('button', { name: /Kaffebaren/ }).click();
  await wallet.page.getByRole('button', { name: 'Share' }).click();
  const shared = await wallet.page.evaluate(() => JSON.stringify(Reflect.get(window, 'shared')));
  const { title, text } = JSON.parse(shared);
  expect(title).toBe('Receipt from Kaffebaren Løkka');
  expect(String(text).replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'Kaffebaren Løkka',
    'Kasse 1',
    '',
    'Paid: kr 135.00',
    '1 Flat white kr 52.00',
    '1 Kanelbolle kr 45.00',
    '1 Eplejuice kr 28.00',
    'Extra amount: kr 10.00',
    '',
    'Time: 20 Nov 2026, 08:42',
    'Reference: p2ybyw4tq73n',
  ]);
});

it('a receipt is printed dark on white with its state, in the dark theme too', async () => {
  const { page, errors } = await open({ requests: [PAID] }, 'dark');
  await page.evaluate(() => Reflect.set(window, 'print', () => Reflect.set(window, 'out', true)));
  await page.getByRole('button', { name: 'Print or save' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'out'))).toBe(true);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const looks = await page.evaluate(() => {
    const of = (selector: string) => {
      const element = document.querySelector(selector);
      return element === null ? null : getComputedStyle(element);
    };
    return {
      page: of('body')?.backgroundColor,
      paper: of('.slip')?.backgroundColor,
      ink: of('.slip')?.color,
      word: of('.wallet-word')?.color,
      keys: of('.wallet-foot')?.display,
      curtain: of('.field-below')?.display,
    };
  });
  expect(looks).toEqual({
    page: 'rgb(255, 255, 255)',
    ...{ paper: 'rgb(255, 255, 255)', ink: 'rgb(0, 0, 0)', word: 'rgb(0, 0, 0)' },
    ...{ keys: 'none', curtain: 'none' },
  });
  expect(await page.getByRole('heading', { name: 'Paid' }).isVisible()).toBe(true);
  expect(await page.getByText('p2ybyw4tq73n').isVisible()).toBe(true);
  expect(errors).toEqual([]);
});

it('a receipt shows valid tickets as scannable codes and no expired ones', async () => {
  const { page } = await open({ requests: [PAID], attachments: [TICKETS] }, 'dark');
  const tile = page.getByRole('img', { name: 'Ticket code: KINO-7-12-4F9A' });
  await tile.scrollIntoViewIfNeeded();
  const { data, width, height } = readPng(await tile.screenshot());
  expect(jsqr.default(data, width, height)?.data).toBe('KINO-7-12-4F9A');
  await page.getByText(/^Expired /).waitFor();
  expect(await page.getByText('POP-1').count()).toBe(0);
  expect(await page.locator('.ticket .qr').count()).toBe(1);
});

it('a receipt shows attachments that arrive after the payment', async () => {
  const { page, desk } = await open({ requests: [PAID] });
  await page.getByRole('button', { name: 'Print or save' }).waitFor();
  desk.attachments = [RECEIPT];
  await page.getByRole('row', { name: /Flat white 52,00/ }).waitFor();
});

it('a payment links to the pages of its receipts', async () => {
  const { page } = await open({ requests: [PAID], attachments: RECEIPT_PAGES });
  const sale = page.getByRole('link', { name: 'Receipt kasse-1-R187' });
  expect(await sale.getAttribute('href')).toBe(`${RECEIPT_ADDRESS}R187.q7n2xvB4m0aJ1kLr8sTzWu`);
  expect(await sale.getAttribute('rel')).toBe('noopener noreferrer');
  const refund = page.getByRole('link', { name: 'Receipt of the refund kasse-1-R188' });
  expect(await refund.getAttribute('href')).toBe(`${RECEIPT_ADDRESS}R188.w0n2xvB4m0aJ1kLr8sTzQq`);
});

it('a receipt links to the shop’s pages and shows their hosts', async () => {
  const { page } = await open({ requests: [{ ...PAID, links: [...LINKS] }] });
  const link = page.getByRole('link', { name: 'Bongen din Opens kaffebaren.example' });
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(await link.getAttribute('target')).toBe('_blank');
  await page.getByRole('link', { name: 'kaffebaren.example Opens kaffebaren.example' }).waitFor();
});

it('a receipt of another day has its date in the list', async () => {
  const week = 7 * 24 * 3_600_000;
  const { page } = await open(
    { requests: [PAID, { ...PAID, tid: 'p00000000002', paid: NOW - week }] },
    'light',
    '/w/',
  );
  const rows = page.locator('.wallet-row-words > span');
  await expect.poll(() => rows.allTextContents()).toEqual(['08:42 · Paid', '13 Nov, 08:42 · Paid']);
});
