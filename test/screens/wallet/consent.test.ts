import { afterEach, describe, expect, it } from 'vitest';
import { leavePages } from '../../support/reused-page.ts';
import { screenOf } from '../../support/screen-of.ts';
import { type Desk, openWallet } from './page.ts';
import { permission, RECEIPT, request, scan } from './requests.ts';

const served = screenOf('wallet');

afterEach(() => leavePages(served.browser()));

const open = (path: string, desk: Partial<Desk>) =>
  openWallet(served.browser(), served.origin(), path, { locale: 'en-GB', desk });

describe('a permission request', () => {
  it('shares the parts that the customer left on', async () => {
    const { page, desk, errors } = await open('/w/', { permissions: [permission()] });
    await page.getByRole('button', { name: /Kaffebaren/ }).click();
    await page.getByRole('heading', { name: 'Share this with Kaffebaren Løkka?' }).waitFor();
    await page.getByRole('switch', { name: /Email/ }).click();
    await page.getByRole('switch', { name: /Phone number/ }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Share name and delivery address' }).click();
    await page.getByRole('heading', { name: 'Shared', exact: true }).waitFor();
    expect(desk.writes).toEqual([
      'POST /permissions/r7/accept {"scope":"openid profile shipping_address"}',
    ]);
    expect(errors).toEqual([]);
  });

  it('is declined with one press', async () => {
    const { page, desk } = await open('/w/?permission=r7', { permissions: [permission()] });
    await page.getByRole('button', { name: 'Do not share' }).click();
    await page.getByRole('heading', { name: 'Not shared' }).waitFor();
    expect(desk.writes).toEqual(['POST /permissions/r7/decline {}']);
  });

  it('of a payment request is listed above the slide that approves the payment', async () => {
    const asked = request({ scope: ['openid', 'profile'], scope_text: 'Loyalty card' });
    const { page } = await open('/p/p2ybyw4tq73n/', { requests: [asked] });
    await page.getByText('Also shares your name with Kaffebaren Løkka.').waitFor();
    await page.getByText('Loyalty card').waitFor();
  });
});

describe('a scanned code', () => {
  it('is reported to the shop once; its answer and then the payment are shown', async () => {
    const { page, desk } = await open('/s/aB3x_/4/', { scan: scan() });
    await page.locator('.scan-answer').waitFor();
    await page.waitForURL('**/w/?scan=m4');
    await page.reload();
    await page.locator('.scan-answer').waitFor();
    expect(desk.writes).toEqual(['POST /scans {"shortlink":"aB3x_","argstring":"4"}']);
    desk.requests = [request()];
    desk.scan = scan({ tid: 'p2ybyw4tq73n' });
    await page.reload();
    await page.getByRole('button', { name: /^Pay kr/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/p/p2ybyw4tq73n/');
  });

  it('that is not active shows a message', async () => {
    const { page } = await open('/s/aB3x_/', {});
    await page.getByRole('heading', { name: 'No payment has this code' }).waitFor();
  });
});

describe('a paid payment', () => {
  it('shows the shop’s attached receipt unchanged', async () => {
    const paid = request({ status: 'ok', status_code: 2000, captured: 12_500 });
    const { page } = await open('/p/p2ybyw4tq73n/', { requests: [paid], attachments: [RECEIPT] });
    const attached = page.getByRole('region', { name: 'From the shop' });
    await attached.getByText('Thorvald Meyers gate 40 0555').waitFor();
    await attached.getByRole('row', { name: /Flat white 52,00/ }).waitFor();
    expect(await attached.textContent()).toContain('52,00 NOK');
  });
});
