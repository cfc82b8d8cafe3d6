import { describe, expect, it } from 'vitest';
import { MONEY_MAX } from '../../../shared/money/money.ts';
import {
  paymentRequestInput,
  paymentUpdateInput,
} from '../../../shared/protocol/payment-request.ts';
import { validate } from '../../../shared/protocol/validation.ts';

const VALID = {
  action: 'sale',
  currency: 'NOK',
  amount: 12_500,
  allow_credit: false,
  pos_id: 'till1',
  pos_tid: 'sale-1',
  customer: '4798765432',
};

/** The fields that a change of the valid request makes wrong. */
function wrong(change: object): string[] {
  const checked = validate(paymentRequestInput, { ...VALID, ...change });
  return checked.ok ? [] : Object.keys(checked.refusal.details ?? {}).sort();
}

const text = (length: number) => 'a'.repeat(length);

describe('a payment request', () => {
  it('is filled with the specification’s defaults', () => {
    expect(paymentRequestInput.parse(VALID)).toMatchObject({
      additional_amount: 0,
      additional_edit: false,
      max_scan_age: 60,
      expires_in: 21_600,
      text: null,
      line_items: null,
    });
  });

  it('treats null as not given, ignores unknown members and lowercases the action', () => {
    const parsed = paymentRequestInput.parse({
      ...VALID,
      action: 'AUTH',
      text: null,
      ledger: null,
    });
    expect(parsed.action).toBe('auth');
    expect(parsed).not.toHaveProperty('ledger');
  });

  it('names every wrong field at once', () => {
    const checked = validate(paymentRequestInput, { amount: -1, currency: 'KR' });
    if (checked.ok) throw new Error('accepted');
    expect(Object.keys(checked.refusal.details ?? {}).sort()).toEqual([
      'action',
      'allow_credit',
      'amount',
      'currency',
      'failure_return_uri',
      'pos_id',
      'pos_tid',
      'success_return_uri',
    ]);
  });

  const limits: [string, object, string[]][] = [
    ['amount of zero', { amount: 0 }, ['amount']],
    ['amount as text', { amount: '100' }, ['amount']],
    ['amount with a fraction', { amount: 10.5 }, ['amount']],
    ['integral float', { amount: 100.0 }, []],
    ['largest amount', { amount: MONEY_MAX }, []],
    ['an amount too large', { amount: MONEY_MAX + 1 }, ['amount']],
    ['negative additional amount', { additional_amount: -1 }, ['additional_amount']],
    ['currency in small letters', { currency: 'nok' }, ['currency']],
    ['unknown currency', { currency: 'ABC' }, ['currency']],
    ['action Sale', { action: 'Sale' }, ['action']],
    ['longest references', { pos_id: text(64), pos_tid: text(64) }, []],
    ['references too long', { pos_id: text(65), pos_tid: text(65) }, ['pos_id', 'pos_tid']],
    ['references with invalid characters', { pos_id: 'æ', pos_tid: 'a b' }, ['pos_id', 'pos_tid']],
    ['empty references', { pos_id: '', pos_tid: '' }, ['pos_id', 'pos_tid']],
    ['expiry and scan age at their limits', { expires_in: 2_592_000, max_scan_age: 0 }, []],
    [
      'expiry and scan age beyond their limits',
      { expires_in: 2_592_001, max_scan_age: -1 },
      ['expires_in', 'max_scan_age'],
    ],
    ['scope text at its limit', { required_scope_text: text(150) }, []],
    ['scope text too long', { required_scope_text: text(151) }, ['required_scope_text']],
    ['a known scope', { required_scope: 'openid email' }, []],
    ['an unknown scope', { required_scope: 'openid shoes' }, ['required_scope']],
    ['text with line breaks', { text: 'one\ntwo' }, []],
    ['text with control characters', { text: 'one\u0000' }, ['text']],
    ['number with a plus', { customer: '+4798765432' }, ['customer']],
    ['number with 00', { customer: '004798765432' }, ['customer']],
    ['number too short', { customer: 'msisdn:1234567' }, ['customer']],
    ['scan token', { customer: 'token:5632006343884800' }, []],
    ['customer with a prefix only', { customer: 'shortlink_id:' }, ['customer']],
    ['customer too long', { customer: text(101) }, ['customer']],
    [
      'no customer and no return address',
      { customer: null },
      ['failure_return_uri', 'success_return_uri'],
    ],
    [
      'no customer, staying in the app',
      { customer: null, success_return_uri: '', failure_return_uri: '' },
      [],
    ],
    ['return to a path', { success_return_uri: '/done?x=1' }, []],
    ['return to an app', { success_return_uri: 'shop://done/now' }, []],
    ['return to a plain text', { success_return_uri: 'thank you' }, ['success_return_uri']],
    ['callback by https', { callback_uri: 'https://shop.test/hook?a=b' }, []],
    ['callback by channel', { callback_uri: 'ws:till.1' }, []],
    ['callback by another scheme', { callback_uri: 'pusher:m-1' }, ['callback_uri']],
    ['callback with a password', { callback_uri: 'https://a:b@shop.test/' }, ['callback_uri']],
    ['callback channel too long', { callback_uri: `ws:${text(65)}` }, ['callback_uri']],
    ['prototype keys', JSON.parse('{"__proto__": {"amount": 1}, "constructor": 1}'), []],
  ];
  it.each(limits)('%s', (_name, change, fields) => {
    expect(wrong(change)).toEqual(fields);
  });

  it('needs line items that add up to the amount, and names a wrong item by its index', () => {
    const line = { product_id: 'a', quantity: '1', item_cost: 12_500, total: 12_500 };
    expect(wrong({ line_items: [line] })).toEqual([]);
    expect(wrong({ line_items: [{ ...line, total: 12_499 }] })).toEqual(['line_items']);
    expect(wrong({ line_items: [{ ...line, quantity: 'two' }] })).toEqual([
      'line_items.0.quantity',
    ]);
    expect(wrong({ line_items: Array.from({ length: 201 }, () => line) })).toContain('line_items');
  });

  it('accepts one value or a list as show_on of a link', () => {
    const links = [
      { uri: 'https://shop.test/', show_on: 'OK' },
      { uri: '/terms', show_on: ['pending', 'Fail'] },
      { uri: '/always' },
    ];
    const parsed = paymentRequestInput.parse({ ...VALID, links });
    expect(parsed.links?.map((link) => link.show_on)).toEqual([
      ['ok'],
      ['pending', 'fail'],
      ['pending', 'ok', 'fail'],
    ]);
  });
});

describe('an update', () => {
  const WRONG = {
    amount: -1,
    additional_amount: 'two',
    currency: 'kroner',
    capture_id: 'a b',
    refund_id: '',
    text: 7,
  };

  it.each([undefined, null, 'abort', 'RELEASE', 'reauth'])(
    'with the action %s ignores the numbers, ids and text of a capture or refund, also wrong ones',
    (action) => {
      const checked = validate(paymentUpdateInput, { action, ...WRONG });
      expect(checked).toMatchObject({ ok: true, value: { amount: null, capture_id: null } });
    },
  );

  it('ignores the id of the other action and the text of a capture', () => {
    const { text, refund_id, capture_id } = WRONG;
    const capture = validate(paymentUpdateInput, { action: 'capture', refund_id, text });
    expect(capture).toMatchObject({ ok: true, value: { refund_id: null, text: null } });
    const refund = validate(paymentUpdateInput, { action: 'refund', capture_id, text: 'late' });
    expect(refund).toMatchObject({ ok: true, value: { capture_id: null, text: 'late' } });
  });

  it.each(['capture', 'refund'])('ignores a currency without amounts or an id: %s', (action) => {
    for (const currency of ['NOK', 'kroner']) {
      const checked = validate(paymentUpdateInput, { action, currency });
      expect(checked).toMatchObject({ ok: true, value: { currency: null } });
    }
  });

  it('refuses wrong members that the action uses', () => {
    const capture = validate(paymentUpdateInput, { action: 'Capture', ...WRONG });
    expect(!capture.ok && Object.keys(capture.refusal.details ?? {})).toEqual([
      'amount',
      'additional_amount',
      'capture_id',
      'currency',
    ]);
  });

  it('accepts the action in any case and refuses an unknown action', () => {
    expect(paymentUpdateInput.parse({ action: 'CaPtUrE' }).action).toBe('capture');
    const checked = validate(paymentUpdateInput, {
      action: 'steal',
      capture_id: 'a b',
      amount: -1,
    });
    expect(!checked.ok && Object.keys(checked.refusal.details ?? {})).toEqual([
      'action',
      'amount',
      'capture_id',
    ]);
  });
});
