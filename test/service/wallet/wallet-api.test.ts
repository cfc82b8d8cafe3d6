import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { receiptDocument } from '../../../shared/protocol/receipt.ts';
import {
  walletAttachments,
  walletRequest,
  walletTickets,
} from '../../../shared/wallet/contract.ts';
import { CUSTOMER, MERCHANT, OTHER_CUSTOMER } from '../../support/payments.ts';
import { startWallet } from './start-wallet.ts';

type Pages = Awaited<ReturnType<typeof startWallet>>;
let pages: Pages;
beforeEach(async () => {
  pages = await startWallet();
});
afterEach(() => pages.stopPortal());

test('a request has the shop’s links for its state, and only those with web addresses', async () => {
  const phone = pages.wallet();
  await phone.post('/demo-session', { msisdn: CUSTOMER.msisdn });
  const { tid } = await pages.ask({
    links: [
      { uri: 'https://shop.example/terms', caption: 'Terms', show_on: ['pending'] },
      { uri: 'https://shop.example/again', caption: null, show_on: ['fail'] },
      { uri: 'shop-app://open/7', caption: 'Our app', show_on: ['pending', 'ok', 'fail'] },
      { uri: '/relative', caption: 'Here', show_on: ['pending', 'ok', 'fail'] },
    ],
  });
  const read = async () => walletRequest.parse((await phone.get(`/requests/${tid}`)).body).links;
  expect(await read()).toEqual([{ uri: 'https://shop.example/terms', caption: 'Terms' }]);
  await phone.post(`/requests/${tid}/claim`);
  await phone.post(`/requests/${tid}/reject`);
  expect(await read()).toEqual([{ uri: 'https://shop.example/again', caption: null }]);
  const plain = await pages.ask();
  const { body } = await phone.get(`/requests/${plain.tid}`);
  expect(walletRequest.parse(body).links).toBeUndefined();
});

test('tickets are among the payment’s attachments, with their expiry as a timestamp', async () => {
  const phone = pages.wallet();
  await phone.post('/demo-session', { msisdn: CUSTOMER.msisdn });
  const { tid } = await pages.ask();
  await phone.post(`/requests/${tid}/claim`);
  await pages.store.tickets.put(MERCHANT.id, tid, {
    at: 7,
    tickets: [
      {
        caption: 'Row 7',
        date_expires: '2026-11-20 08:00:00',
        kind: 'valuecode',
        code: { type: 'string', data: 'K-7' },
      },
    ],
  });
  const { body } = await phone.get(`/requests/${tid}/attachments`);
  const [found] = walletAttachments.parse(body).items;
  expect(found).toMatchObject({ kind: 'tickets', created: 7 });
  expect(walletTickets.parse(found?.content).tickets).toEqual([
    { caption: 'Row 7', expires: Date.UTC(2026, 10, 20, 8), code: 'K-7' },
  ]);
});

const DOCUMENT = receiptDocument.parse(exampleOf('receiptPut').body);

/** Keeps a receipt as a till hands it over. */
async function handOver(merchantId: string, tid: string, number: number): Promise<string> {
  const code = `kasse-1-R${number}.Zm9yIHRoZSBleGFtcGxlIQ`;
  await pages.store.receipts.put({
    ...{ merchantId, code, posId: 'kasse-1', tid, received: pages.clock.now() },
    ...{ number: null, at: pages.clock.now() },
    hash: createHash('sha256').update(code).digest('hex'),
    document: JSON.stringify({ ...DOCUMENT, number: `kasse-1-R${number}` }),
  });
  return code;
}

test('the customer of a payment has the page of its receipt, and nobody else has', async () => {
  const phone = pages.wallet();
  await phone.post('/demo-session', { msisdn: CUSTOMER.msisdn });
  const first = await pages.ask();
  const second = await pages.ask();
  await phone.post(`/requests/${first.tid}/claim`);
  await phone.post(`/requests/${second.tid}/claim`);
  const code = await handOver(MERCHANT.id, first.tid, 12);
  await handOver(MERCHANT.id, second.tid, 13);
  // A till of another shop names this payment.
  await handOver('another', first.tid, 14);
  const { body } = await phone.get(`/requests/${first.tid}/attachments`);
  const address = `${pages.origin}/re/${code}`;
  expect(walletAttachments.parse(body).items).toMatchObject([
    { kind: 'receipt_page', content: { kind: 'sale', number: 'kasse-1-R12', address } },
  ]);
  const page = await fetch(address);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('kasse-1-R12');
  const other = pages.wallet();
  await other.post('/demo-session', { msisdn: OTHER_CUSTOMER.msisdn });
  // Everybody can read a request that nobody has claimed, and still not what belongs to its customer.
  const unclaimed = await pages.ask();
  await handOver(MERCHANT.id, unclaimed.tid, 15);
  for (const { tid } of [first, unclaimed]) {
    expect((await other.get(`/requests/${tid}/attachments`)).status).toBe(404);
  }
});
