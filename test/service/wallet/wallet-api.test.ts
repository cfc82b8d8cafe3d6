import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  walletAttachments,
  walletRequest,
  walletTickets,
} from '../../../shared/wallet/contract.ts';
import { CUSTOMER, MERCHANT } from '../../support/payments.ts';
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
