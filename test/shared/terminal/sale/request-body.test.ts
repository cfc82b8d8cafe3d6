import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { bodyOf, type RequestCustomer } from '../../../../shared/terminal/sale/request-body.ts';
import { settingsOf, type TerminalSetup } from '../../../../shared/terminal/sale/settings.ts';
import type { SaleRequest } from '../../../../shared/terminal/sale/state.ts';
import { QR_SALE, SETUP } from '../../../support/till.ts';

/* The request of a sale, as it is sent every time. */

const NOBODY: RequestCustomer = { customer: null, maxScanAge: null };

function body(
  request: Partial<SaleRequest> = {},
  named: Partial<RequestCustomer> = {},
  setup: Partial<TerminalSetup> = {},
) {
  const settings = settingsOf({ ...SETUP, ...setup });
  return bodyOf({ ...QR_SALE, ...request }, '1-a', settings, { ...NOBODY, ...named });
}
const made = (...args: Parameters<typeof body>) => {
  const answer = body(...args);
  return answer.ok ? answer.value : answer.refusal;
};
const line = (total: number) => ({
  product_id: 'p',
  vat: money(0),
  vat_rate: '0',
  metadata: null,
  tags: null,
  description: null,
  item_cost: money(total),
  quantity: '1',
  total: money(total),
});

describe('the request of a sale', () => {
  it('has the fields of the sale and of the till’s settings, and no others', () => {
    expect(made()).toEqual({
      action: 'sale',
      currency: 'NOK',
      amount: 12_500,
      allow_credit: false,
      pos_id: 'till1',
      pos_tid: '1-a',
      customer: null,
      text: 'Kaffe',
      display_message_uri: 'ws:till.till1',
      callback_uri: 'ws:till.till1',
      success_return_uri: '',
      failure_return_uri: '',
      expires_in: 300,
    });
  });

  it('has no return address for a named customer', () => {
    expect(made({}, { customer: 'msisdn:4712345678', maxScanAge: 7 })).toMatchObject({
      customer: 'msisdn:4712345678',
      max_scan_age: 7,
      success_return_uri: null,
      failure_return_uri: null,
    });
  });

  it('only authorises a sale that is captured later, or a vending deposit', () => {
    const vend = (order: 'deposit' | 'pay_first') => ({ kind: 'vend', item: 'B4', order }) as const;
    expect(made({ mode: { kind: 'authorise' } })).toMatchObject({ action: 'auth' });
    expect(made({ mode: vend('deposit') })).toMatchObject({ action: 'auth' });
    expect(made({ mode: vend('pay_first') })).toMatchObject({ action: 'sale' });
    expect(made({ mode: { kind: 'sale' } })).toMatchObject({ action: 'sale' });
  });

  it('has an additional amount, and marks whether the customer may change it', () => {
    const additional = { amount: money(50), edit: 'by_customer' } as const;
    expect(made({ additional })).toMatchObject({ additional_amount: 50, additional_edit: true });
    expect(made({ additional: { ...additional, edit: 'fixed' } })).toMatchObject({
      additional_edit: false,
    });
  });

  it('uses the till’s settings for currency, credit, expiry and channel', () => {
    const setup = { currency: 'EUR', allowCredit: true, expiresInSeconds: 60, channel: 'c' };
    expect(made({}, {}, setup)).toMatchObject({
      currency: 'EUR',
      allow_credit: true,
      expires_in: 60,
      callback_uri: 'ws:c',
    });
  });

  it('is refused if its amount is zero or its text is too long', () => {
    expect(body({ amount: money(0) })).toMatchObject({ refusal: { type: 'validation_error' } });
    expect(body({ text: 'x'.repeat(5_000) })).toMatchObject({ ok: false });
  });
});

describe('the bill of a sale', () => {
  it('is sent as line items if it adds up to the amount', () => {
    const lines = [line(12_000), line(500)];
    expect(made({ lines })).toMatchObject({ line_items: lines });
  });

  it('is refused with both sums if it does not add up to the amount', () => {
    expect(body({ lines: [line(12_499)] })).toMatchObject({
      refusal: {
        type: 'Bad Request',
        description: 'The lines of this sale do not add up to its amount; nothing was asked for.',
        details: { amount: 12_500, total: 12_499 },
      },
    });
  });

  it('is refused without lines or with too many lines', () => {
    const most = Array.from({ length: 1_000 }, () => line(0));
    const sentence = /^A bill has 1 to \d+ lines\.$/;
    const refused = {
      refusal: { type: 'Bad Request', description: expect.stringMatching(sentence) },
    };
    expect(body({ lines: [] })).toMatchObject(refused);
    expect(body({ lines: [...most, ...most] })).toMatchObject(refused);
  });
});
