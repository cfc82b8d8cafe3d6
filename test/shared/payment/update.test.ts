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

describe('what an update asks for', () => {
  it.each<[string, PaymentUpdateDraft, unknown]>([
    ['nothing', {}, null],
    ['addresses alone', { callback_uri: '' }, null],
    ['an abort', { action: 'abort' }, { kind: 'abort' }],
    ['a release', { action: 'RELEASE' }, { kind: 'release' }],
    ['a renewal', { action: 'reauth' }, { kind: 'reauth' }],
    ['all of it', { action: 'capture' }, { kind: 'capture', part: null }],
    [
      'a part of it',
      { action: 'capture', ...numbers, capture_id: 'a' },
      { kind: 'capture', part: { id: 'a', ...part } },
    ],
    ['all of it back', { action: 'refund' }, { kind: 'refund', part: null, text: null }],
    [
      'a part of it back, with a reason',
      { action: 'refund', ...numbers, refund_id: 'r', text: 'wrong size' },
      { kind: 'refund', part: { id: 'r', ...part }, text: 'wrong size' },
    ],
    ['an abort, whatever numbers', { action: 'abort', amount: 5 }, { kind: 'abort' }],
    [
      'a capture, whatever id the other kind has',
      { action: 'capture', refund_id: 'r' },
      { kind: 'capture', part: null },
    ],
    [
      'a capture of everything, although a currency is given',
      { action: 'capture', currency: 'NOK' },
      { kind: 'capture', part: null },
    ],
    [
      'a refund of everything, although a currency is given',
      { action: 'refund', currency: 'NOK' },
      { kind: 'refund', part: null, text: null },
    ],
    [
      'a part of nothing',
      { action: 'capture', amount: 0, additional_amount: 0, currency: 'NOK', capture_id: 'z' },
      { kind: 'capture', part: { id: 'z', amount: 0, additionalAmount: 0, currency: 'NOK' } },
    ],
  ])('%s', (_, update, wanted) => {
    expect(asked(update)).toEqual(wanted);
  });
});

describe('numbers that come without the others', () => {
  const FIELDS = ['amount', 'additional_amount', 'currency'] as const;
  it.each([
    ['capture', 'capture_id'],
    ['refund', 'refund_id'],
  ] as const)('of a %s are refused, and each that is missing is named', (action, id) => {
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
