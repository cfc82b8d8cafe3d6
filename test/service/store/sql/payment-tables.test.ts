import { describe, expect, it } from 'vitest';
import { paymentOf, requestOf, stateOf } from '../../../../service/store/sql/payment-tables.ts';
import { money } from '../../../../shared/money/money.ts';
import { createPayment } from '../../../../shared/payment/create.ts';
import type { Payment } from '../../../../shared/payment/payment.ts';
import { paymentRequestInput } from '../../../../shared/protocol/payment-request.ts';
import { draft, MERCHANT } from '../../../support/payments.ts';

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

/** A payment with every member, and a different value for each number. */
const everything: Required<Payment> = {
  ...{ ...full, shortlinkId: 's1', scanToken: 'token', opened: true, credit: true },
  request: draft({
    customer: 'msisdn:4798765432',
    ...{ action: 'auth', amount: 101, additional_amount: 102, additional_edit: true },
    ...{ allow_credit: true, max_scan_age: 103, expires_in: 104, cid: 'cid', text: 'text' },
    line_items: [{ product_id: 'bun', quantity: '1', item_cost: 101, total: 101 }],
    links: [{ uri: 'https://till.example/link', caption: 'link' }],
    display_message_uri: 'https://till.example/shown',
    callback_uri: 'https://till.example/told',
    success_return_uri: 'https://till.example/yes',
    failure_return_uri: 'https://till.example/no',
    ...{ required_scope: 'openid', required_scope_text: 'Why' },
  }),
  displayMessageUri: 'https://till.example/shown',
  code: 3008,
  additionalAmount: money(1),
  transactionFee: money(2),
  interchangeFee: money(3),
  captures: [{ id: 'c', amount: money(4), additionalAmount: money(5), at: 21 }],
  refunds: [{ id: 'r', amount: money(6), additionalAmount: money(7), text: 'why', at: 22 }],
  ...{ created: 8, modified: 9, requestExpires: 10, expires: 11 },
  held: { amount: money(13), additionalAmount: money(14) },
  permission: { rid: 'rid', grant: null, transactionFee: money(12), currency: 'NOK' },
  ...{ seqno: 13, displaySeqno: 14, version: 15 },
};

describe('the row of a payment', () => {
  it.each([
    ['with only the required members', bare],
    ['with some optional members', full],
    ['with all members', everything],
  ])('is read as it was written, %s', (_, payment) => {
    const row = { request: requestOf(payment), state: stateOf(payment) };
    expect(paymentOf(row)).toStrictEqual(payment);
  });

  it('is tested with an example in which every member has a value', () => {
    const silent = [null, undefined, false, 0];
    for (const part of [everything, everything.request]) {
      for (const [name, value] of Object.entries(part)) expect(silent, name).not.toContain(value);
    }
    expect(Object.keys(everything.request)).toStrictEqual(Object.keys(paymentRequestInput.shape));
  });

  it('stores no absent members', () => {
    expect(requestOf(bare) + stateOf(bare)).not.toContain('null');
  });

  it('keeps the order of the request’s fields, by which a repeat is recognised', () => {
    const row = { request: requestOf(full), state: stateOf(full) };
    expect(JSON.stringify(paymentOf(row).request)).toBe(JSON.stringify(full.request));
  });

  it('is read from an older row, which stores null for absent members', () => {
    const { request, ...state } = full;
    const row = { request: JSON.stringify(request), state: JSON.stringify(state) };
    expect(paymentOf(row)).toStrictEqual(full);
  });
});
