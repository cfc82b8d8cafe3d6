import { describe, expect, it } from 'vitest';
import { createPayment, type NamedCustomer } from '../../../shared/payment/create.ts';
import { decide } from '../../../shared/payment/decide.ts';
import { dueAt } from '../../../shared/payment/moves.ts';
import { MINUTE } from '../../../shared/time/clock.ts';
import { draft, TERMS } from '../../support/drafts.ts';

const NOW = Date.UTC(2026, 0, 5, 8, 0, 0);

function made(
  change: Parameters<typeof draft>[0] = {},
  customer: NamedCustomer = { kind: 'open' },
  rid?: string,
) {
  const request = draft({ expires_in: 600, ...change });
  const more = rid === undefined ? {} : { rid };
  return createPayment({ tid: 'p1', merchantId: 'm1', request, customer, now: NOW, ...more });
}

describe('a new payment', () => {
  it('has no captures, refunds or fees, and expires at the requested time', () => {
    const payment = made();
    expect(payment).toMatchObject({
      code: 1003,
      closedBy: null,
      credit: false,
      transactionFee: 0,
      interchangeFee: 0,
      captures: [],
      refunds: [],
      created: NOW,
      modified: NOW,
      opened: false,
      seqno: 0,
      displaySeqno: 0,
      version: 1,
    });
    expect([payment.requestExpires, payment.expires]).toEqual([
      NOW + 10 * MINUTE,
      NOW + 10 * MINUTE,
    ]);
  });

  it('has the addresses of the request; an empty or missing one is null', () => {
    const told = made({
      callback_uri: 'https://shop.example/hook',
      display_message_uri: 'https://shop.example/display',
    });
    expect(told.callbackUri).toBe('https://shop.example/hook');
    expect(told.displayMessageUri).toBe('https://shop.example/display');
    const untold = made({ callback_uri: '', display_message_uri: '' });
    expect([untold.callbackUri, untold.displayMessageUri]).toEqual([null, null]);
    expect([made().callbackUri, made().displayMessageUri]).toEqual([null, null]);
  });

  it.each<[NamedCustomer, object]>([
    [{ kind: 'open' }, { code: 1003, customerId: null, shortlinkId: null }],
    [
      { kind: 'known', customerId: 'c1' },
      { code: 1003, customerId: 'c1', shortlinkId: null },
    ],
    [
      { kind: 'listening', shortlinkId: 's1' },
      { code: 1003, customerId: null, shortlinkId: 's1' },
    ],
    [{ kind: 'unknown' }, { code: 4004, customerId: null, shortlinkId: null }],
  ])('for the customer %o has the members %o', (customer, wanted) => {
    expect(made({}, customer)).toMatchObject(wanted);
  });

  it('has a permission only if the request has a scope and an id for it', () => {
    const asking = { rid: 'r1', grant: null, transactionFee: 0, currency: null };
    expect(made({ required_scope: 'openid' }, undefined, 'r1').permission).toEqual(asking);
    expect(made({ required_scope: '' }, undefined, 'r1').permission).toBeNull();
    expect(made({ required_scope: 'openid' }).permission).toBeNull();
    expect(made({}, undefined, 'r1').permission).toBeNull();
  });

  it('is due at its expiry while it is pending or authorised, and never after it has ended', () => {
    const asked = made();
    expect(dueAt(asked)).toBe(NOW + 10 * MINUTE);
    const held = decide(
      asked,
      { kind: 'confirm', additionalAmount: null, credit: false },
      NOW,
      TERMS,
    );
    expect(held.ok && dueAt(held.value.next)).toBe(NOW + TERMS.authorisationLife);
    const rejected = decide(asked, { kind: 'reject' }, NOW, TERMS);
    expect(rejected.ok && dueAt(rejected.value.next)).toBeNull();
    expect(dueAt(made({}, { kind: 'unknown' }))).toBeNull();
  });
});
