import { describe, expect, it } from 'vitest';
import { commandOf } from '../../../shared/payment/update.ts';
import {
  type PaymentUpdateDraft,
  paymentUpdateInput,
} from '../../../shared/protocol/payment-request.ts';

const asked = (update: PaymentUpdateDraft) => {
  const command = commandOf(paymentUpdateInput.parse(update));
  return command.ok ? command.value : command.refusal;
};

const numbers = { amount: 500, additional_amount: 20, currency: 'NOK' };
const part = { amount: 500, additionalAmount: 20, currency: 'NOK' };

describe('the command of an update', () => {
  it.each<[string, PaymentUpdateDraft, unknown]>([
    ['no action', {}, null],
    ['callback address only', { callback_uri: '' }, null],
    ['an abort', { action: 'abort' }, { kind: 'abort' }],
    ['a release', { action: 'RELEASE' }, { kind: 'release' }],
    ['a reauthorisation', { action: 'reauth' }, { kind: 'reauth' }],
    ['a full capture', { action: 'capture' }, { kind: 'capture', part: null }],
    [
      'a partial capture',
      { action: 'capture', ...numbers, capture_id: 'a' },
      { kind: 'capture', part: { id: 'a', ...part } },
    ],
    ['a full refund', { action: 'refund' }, { kind: 'refund', part: null, text: null }],
    [
      'a partial refund with a reason',
      { action: 'refund', ...numbers, refund_id: 'r', text: 'wrong size' },
      { kind: 'refund', part: { id: 'r', ...part }, text: 'wrong size' },
    ],
    ['an abort with an ignored amount', { action: 'abort', amount: 5 }, { kind: 'abort' }],
    [
      'a full capture with an ignored refund id',
      { action: 'capture', refund_id: 'r' },
      { kind: 'capture', part: null },
    ],
    [
      'a full capture with an ignored currency',
      { action: 'capture', currency: 'NOK' },
      { kind: 'capture', part: null },
    ],
    [
      'a full refund with an ignored currency',
      { action: 'refund', currency: 'NOK' },
      { kind: 'refund', part: null, text: null },
    ],
    [
      'a partial capture of zero',
      { action: 'capture', amount: 0, additional_amount: 0, currency: 'NOK', capture_id: 'z' },
      { kind: 'capture', part: { id: 'z', amount: 0, additionalAmount: 0, currency: 'NOK' } },
    ],
  ])('%s', (_, update, wanted) => {
    expect(asked(update)).toEqual(wanted);
  });
});

describe('incomplete members of a partial update', () => {
  const FIELDS = ['amount', 'additional_amount', 'currency'] as const;
  it.each([
    ['capture', 'capture_id'],
    ['refund', 'refund_id'],
  ] as const)('of a %s are refused with the name of each missing member', (action, id) => {
    const whole = { ...numbers, [id]: 'a' };
    for (const missing of [...FIELDS, id]) {
      const refusal = asked({ action, ...whole, [missing]: null });
      const rest = [...FIELDS, id].filter((field) => field !== missing).join(', ');
      expect(refusal).toMatchObject({
        type: 'validation_error',
        details: { [missing]: [`is required together with ${rest}`] },
      });
    }
    expect(asked({ action, [id]: 'a' })).toMatchObject({
      details: {
        amount: [`is required together with ${id}`],
        additional_amount: [`is required together with ${id}`],
        currency: [`is required together with ${id}`],
      },
    });
  });
});
