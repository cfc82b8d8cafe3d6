import { describe, expect, it } from 'vitest';
import { paymentOf, requestOf, stateOf } from '../../../service/store/sql/payment-rows.ts';
import { createPayment } from '../../../shared/payment/create.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import { draft, MERCHANT } from '../../support/payments.ts';

const bare = createPayment({
  tid: 'p00000000001',
  merchantId: MERCHANT.id,
  customer: { kind: 'open' },
  request: draft({}),
  now: 1_000_000,
});

const full: Payment = {
  ...bare,
  request: draft({ text: 'Two coffees', cid: null, callback_uri: 'https://till.example/told' }),
  callbackUri: 'https://till.example/told',
  closedBy: 'abort',
  customerId: 'k1',
  scanToken: 'token',
  lineItems: [],
};

describe('a payment in its row', () => {
  it.each([
    ['with nothing but what it must have', bare],
    ['with more', full],
  ])('is read back as it was, %s', (_, payment) => {
    const row = { request: requestOf(payment), state: stateOf(payment) };
    expect(paymentOf(row)).toStrictEqual(payment);
  });

  it('takes no room for what it does not say', () => {
    expect(requestOf(bare) + stateOf(bare)).not.toContain('null');
  });

  it('keeps the order of the fields of its request, by which a repeat is known', () => {
    const row = { request: requestOf(full), state: stateOf(full) };
    expect(JSON.stringify(paymentOf(row).request)).toBe(JSON.stringify(full.request));
  });

  it('is read as well from a row that says every null, as they were written before', () => {
    const { request, ...state } = full;
    const row = { request: JSON.stringify(request), state: JSON.stringify(state) };
    expect(paymentOf(row)).toStrictEqual(full);
  });
});
