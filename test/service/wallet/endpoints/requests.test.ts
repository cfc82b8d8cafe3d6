import { afterEach, beforeEach, expect, test } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { paymentUpdateInput } from '../../../../shared/protocol/payment-request.ts';
import { walletRequest, walletRequests } from '../../../../shared/wallet/contract.ts';
import { CUSTOMER, MERCHANT, OTHER_CUSTOMER } from '../../../support/payments.ts';
import { startWallet } from '../start-wallet.ts';

type Pages = Awaited<ReturnType<typeof startWallet>>;
let pages: Pages;
beforeEach(async () => {
  pages = await startWallet();
});
afterEach(() => pages.stopPortal());

async function signedIn(msisdn: string) {
  const phone = pages.wallet();
  await phone.post('/demo-session', { msisdn });
  return phone;
}

test('an open request is read, claimed and approved', async () => {
  const phone = await signedIn(CUSTOMER.msisdn);
  const { tid } = await pages.ask({ text: 'Two coffees' });
  const seen = walletRequest.parse((await phone.get(`/requests/${tid}`)).body);
  expect(seen).toMatchObject({ merchant: MERCHANT.name, amount: 12_500, text: 'Two coffees' });
  expect(seen).toMatchObject({ mine: false, status: 'pending', pos: 'till1', bill: { lines: [] } });
  const claimed = walletRequest.parse((await phone.post(`/requests/${tid}/claim`)).body);
  expect(claimed.mine).toBe(true);
  const approved = walletRequest.parse((await phone.post(`/requests/${tid}/approve`)).body);
  expect(approved).toMatchObject({ mine: true, status: 'auth', status_code: 3008 });
});

test('a request that one customer has claimed is closed to all others', async () => {
  const first = await signedIn(CUSTOMER.msisdn);
  const second = await signedIn(OTHER_CUSTOMER.msisdn);
  const { tid } = await pages.ask();
  await first.post(`/requests/${tid}/claim`);
  expect((await second.get(`/requests/${tid}`)).status).toBe(404);
  for (const act of ['claim', 'approve', 'reject']) {
    const reply = await second.post(`/requests/${tid}/${act}`);
    expect(reply.status).toBe(409);
    expect(JSON.stringify(reply.body)).not.toMatch(/12500|Ingrid|4798765432|Kaffebaren/);
  }
  expect(walletRequests.parse((await second.get('/requests')).body).items).toEqual([]);
});

test('a request for a phone number is in that wallet only', async () => {
  const phone = await signedIn(CUSTOMER.msisdn);
  const other = await signedIn(OTHER_CUSTOMER.msisdn);
  const { tid } = await pages.ask({ customer: `msisdn:${CUSTOMER.msisdn}` });
  const list = walletRequests.parse((await phone.get('/requests')).body).items;
  expect(list.map((item) => [item.tid, item.mine])).toEqual([[tid, true]]);
  expect((await other.get(`/requests/${tid}`)).status).toBe(404);
});

test('a refund is shown with the shop’s text', async () => {
  const phone = await signedIn(CUSTOMER.msisdn);
  const { tid } = await pages.ask();
  await phone.post(`/requests/${tid}/approve`);
  const read = async () => walletRequest.parse((await phone.get(`/requests/${tid}`)).body);
  const put = (change: Readonly<Record<string, unknown>>) =>
    pages.payments.update(MERCHANT.id, tid, paymentUpdateInput.parse(change));
  await put({ action: 'capture' });
  const { paid, refunds } = await read();
  expect([paid, refunds]).toEqual([pages.clock.now(), []]);
  pages.clock.advance(60_000);
  const numbers = { amount: 100, additional_amount: 0, currency: 'NOK' };
  for (const [refund_id, text] of [
    ['r1', 'Cold coffee'],
    ['r2', null],
    ['r3', 'And a broken cup'],
  ]) {
    expect(await put({ action: 'refund', refund_id, text, ...numbers })).toMatchObject({
      ok: true,
    });
  }
  const at = pages.clock.now();
  expect(await read()).toMatchObject({
    paid,
    money: { captured: 12_500, refunded: 300, net: 12_200 },
    refunds: [
      { amount: 100, at, text: 'Cold coffee' },
      { amount: 100, at, text: null },
      { amount: 100, at, text: 'And a broken cup' },
    ],
  });
});

test('a refund by line is shown with its lines', async () => {
  const phone = await signedIn(CUSTOMER.msisdn);
  const bun = { product_id: 'bun', description: 'Bun', metadata: null, tags: null, quantity: '2' };
  const price = { vat_rate: null, vat: null, item_cost: money(6_250), total: money(12_500) };
  const line_items = [{ ...bun, ...price }];
  const { tid } = await pages.ask({ line_items });
  await phone.post(`/requests/${tid}/approve`);
  const lines = [{ product_id: 'bun', quantity: '1', total: 6_250 }];
  const numbers = { amount: 6_250, additional_amount: 0, currency: 'NOK', refund_id: 'r1' };
  for (const body of [{ action: 'capture' }, { action: 'refund', ...numbers, line_items: lines }]) {
    const input = paymentUpdateInput.parse(body);
    expect(await pages.payments.update(MERCHANT.id, tid, input)).toMatchObject({ ok: true });
  }
  const { refunds } = walletRequest.parse((await phone.get(`/requests/${tid}`)).body);
  expect(refunds).toMatchObject([
    { amount: 6_250, lines: [{ description: 'Bun', quantity: '1', total: 6_250 }] },
  ]);
});

test('rejecting ends a request', async () => {
  const phone = await signedIn(CUSTOMER.msisdn);
  const { tid } = await pages.ask();
  const reply = await phone.post(`/requests/${tid}/reject`);
  expect(walletRequest.parse(reply.body)).toMatchObject({ status: 'fail', status_code: 5006 });
  expect((await phone.post(`/requests/${tid}/approve`)).status).toBe(409);
});

test('the customer can change the additional amount only if the request allows it', async () => {
  const phone = await signedIn(CUSTOMER.msisdn);
  const fixed = await pages.ask();
  const refused = await phone.post(`/requests/${fixed.tid}/approve`, { additional_amount: 500 });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.status).toBeLessThan(500);
  const open = await pages.ask({ additional_edit: true });
  const approved = await phone.post(`/requests/${open.tid}/approve`, { additional_amount: 500 });
  expect(walletRequest.parse(approved.body).additional_amount).toBe(500);
});

test('line items are shown, the merchant’s own references are not', async () => {
  const phone = await signedIn(CUSTOMER.msisdn);
  const line = { product_id: 'sku-77', quantity: '2', item_cost: 7_000, total: 12_500 };
  const { tid, request } = await pages.ask({ line_items: [{ ...line, description: 'Coffee' }] });
  const reply = await phone.get(`/requests/${tid}`);
  const lines = [
    { description: 'Coffee', quantity: '2', price: 7_000, gross: 14_000, discount: 0 },
  ];
  expect(walletRequest.parse(reply.body).bill).toEqual({ lines, discount: 1_500 });
  expect(JSON.stringify(reply.body)).not.toContain(request.pos_tid);
});

test.each([
  ['an unknown tid', 'pzzzzzzzzzzz'],
  ['an invalid tid', 'a%20b'],
  ['a path upwards', '..%2f..%2fme'],
])('%s is not found', async (_name, tid) => {
  const phone = await signedIn(CUSTOMER.msisdn);
  expect((await phone.get(`/requests/${tid}`)).status).toBe(404);
  expect((await phone.post(`/requests/${tid}/approve`)).status).toBe(404);
});

test.each([['/requests'], ['/requests/pzzzzzzzzzzz'], ['/events']])(
  '%s needs a session',
  async (path) => {
    const reply = await pages.wallet().get(path);
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ error_type: 'Unauthorized', error_details: null });
  },
);
