import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walletPermission, walletScan } from '../../../../shared/wallet/contract.ts';
import { type Phone, signedInPhone } from '../../../support/phone.ts';
import {
  member,
  onOwnService,
  startTestService,
  type TestService,
} from '../../../support/service.ts';

/* What the phone of a signed-in customer does with scans, permission requests and attachments. */

const INGRID = '4798765432';
const JONAS = '4791234567';

let test: TestService;
let ingrid: Phone;
let jonas: Phone;
let shortlink: string;
beforeAll(async () => {
  test = await startTestService();
  ingrid = await signedInPhone(test.ready.wallet_url, INGRID);
  jonas = await signedInPhone(test.ready.wallet_url, JONAS);
  shortlink = test.ready.shortlinks[0]?.id ?? '';
});
afterAll(() => test.stop());

async function newPermission(pos_tid: string): Promise<string> {
  const body = { customer: INGRID, pos_id: 'kasse-1', pos_tid, scope: 'openid phone' };
  const sent = { method: 'POST', body };
  return member((await test.secret(test.users.pos, '/permission_request/', sent)).json, 'id');
}

describe('a scan in the wallet', () => {
  it('names the payment request that waits for it, and is visible to its customer only', async () => {
    await onOwnService(async (own) => {
      const first = await signedInPhone(own.ready.wallet_url, INGRID);
      const second = await signedInPhone(own.ready.wallet_url, JONAS);
      const tid = await own.payment({ customer: `shortlink_id:${shortlink}` });
      expect((await first.get(`/requests/${tid}`)).status).toBe(404);
      const made = await first.post('/scans', { shortlink, argstring: 'door' });
      const scan = walletScan.parse(await made.json());
      expect(scan).toMatchObject({ tid, merchant: 'Kaffebaren Løkka', label: 'demo', text: null });
      expect((await first.post(`/requests/${tid}/approve`)).status).toBe(200);
      expect((await second.get(`/scans/${scan.id}`)).status).toBe(404);
      expect(await (await first.get(`/scans/${scan.id}`)).json()).toEqual(scan);
    });
  });

  it('accepts the serial number too, and refuses unknown codes and invalid input', async () => {
    const { serial_number } = test.ready.shortlinks[0] ?? { serial_number: '' };
    expect((await ingrid.post('/scans', { shortlink: serial_number })).status).toBe(200);
    expect((await ingrid.post('/scans', { shortlink: 'none1' })).status).toBe(404);
    expect((await ingrid.post('/scans', { shortlink: '' })).status).toBe(400);
    expect((await ingrid.post('/scans', { shortlink, argstring: '\ud800' })).status).toBe(400);
  });

  it('is rate limited per customer', async () => {
    const amina = await signedInPhone(test.ready.wallet_url, '4740567890');
    const statuses: number[] = [];
    for (let n = 0; n < 121; n += 1) {
      statuses.push((await amina.post('/scans', { shortlink })).status);
    }
    expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true);
    expect(statuses[120]).toBe(429);
  });
});

describe('a permission request in the wallet', () => {
  it('is listed, read and granted by its own customer only', async () => {
    const rid = await newPermission('phone-1');
    const { items } = await (await ingrid.get('/permissions')).json();
    expect(items[0]).toMatchObject({ rid, status: 'pending', scope: ['openid', 'phone'] });
    for (const path of [`/permissions/${rid}`, '/permissions/none']) {
      expect((await jonas.get(path)).status).toBe(404);
    }
    expect((await jonas.post(`/permissions/${rid}/accept`)).status).toBe(404);
    expect((await jonas.post(`/permissions/${rid}/decline`)).status).toBe(404);
    const granted = await ingrid.post(`/permissions/${rid}/accept`, { scope: 'openid' });
    expect(walletPermission.parse(await granted.json())).toMatchObject({
      status: 'ok',
      granted: ['openid'],
    });
    expect((await ingrid.post(`/permissions/${rid}/decline`)).status).toBe(409);
    expect((await (await jonas.get('/permissions')).json()).items).toEqual([]);
  });

  it('can be declined', async () => {
    const rid = await newPermission('phone-2');
    const declined = await ingrid.post(`/permissions/${rid}/decline`);
    expect(await declined.json()).toMatchObject({ status: 'fail', granted: null });
  });
});

describe('attachments in the wallet', () => {
  it('are shown only to the customer of the payment', async () => {
    const tid = await test.payment({ customer: INGRID });
    await test.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST' });
    const outcome = await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`);
    const receipt = { items: [{ item_name: 'Kaffe' }], gross: '45.00' };
    const form = new FormData();
    const type = 'application/vnd.svc.receipt.v1+json';
    form.set('file', new Blob([JSON.stringify(receipt)], { type }), 'filename');
    const png = new Uint8Array(60);
    png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
    form.set('image', new Blob([png], { type: 'image/png' }), 'receipt.png');
    const to = member(outcome.json, 'attachment_uri');
    expect((await fetch(to, { method: 'POST', body: form })).status).toBe(201);
    const { items } = await (await ingrid.get(`/requests/${tid}/attachments`)).json();
    expect(items).toMatchObject([
      { kind: 'receipt', content: receipt },
      { kind: 'image', content: null, size: 60 },
    ]);
    const picture = `/requests/${tid}/attachments/${items[1].id}`;
    const bytes = await ingrid.get(picture);
    expect(bytes.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(png);
    expect((await jonas.get(picture)).status).toBe(404);
    expect((await jonas.get(`/requests/${tid}/attachments`)).status).toBe(404);
    expect((await ingrid.get(`/requests/${tid}/attachments/${items[0].id}`)).status).toBe(404);
  });
});
