import { describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import type { Command } from '../../shared/payment/commands.ts';
import { createPayment } from '../../shared/payment/create.ts';
import { decide } from '../../shared/payment/decide.ts';
import { outcomeOf } from '../../shared/payment/outcome.ts';
import type { Payment, PaymentTerms } from '../../shared/payment/payment.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { draft, TERMS } from '../support/drafts.ts';

/* A till shows these sentences to the cashier: each names the reason for this payment. */

const NOW = Date.UTC(2026, 0, 5, 8, 0, 0);
const part = (id: string, amount: number, additional = 0, currency = 'NOK') => ({
  id,
  amount: money(amount),
  additionalAmount: money(additional),
  currency,
});
const confirm: Command = { kind: 'confirm', additionalAmount: null, credit: false };
const captureAll: Command = { kind: 'capture', part: null };
const refundAll: Command = { kind: 'refund', part: null, text: null };
const capture = (...given: Parameters<typeof part>): Command => ({
  kind: 'capture',
  part: part(...given),
});
const refund = (...given: Parameters<typeof part>): Command => ({
  kind: 'refund',
  part: part(...given),
  text: null,
});
const plain = (kind: 'abort' | 'release' | 'reauth' | 'reject' | 'expire'): Command => ({ kind });

function pending(change: Parameters<typeof draft>[0] = {}): Payment {
  const request = draft({ amount: 1_000, additional_amount: 100, ...change });
  const customer = { kind: 'open' } as const;
  return createPayment({ tid: 'p1', merchantId: 'm1', request, customer, now: NOW });
}

function play(payment: Payment, commands: readonly Command[], terms: PaymentTerms = TERMS) {
  let current = payment;
  for (const command of commands) {
    const decision = decide(current, command, NOW, terms);
    if (!decision.ok) return { payment: current, said: decision.refusal };
    current = decision.value.next;
  }
  return { payment: current, said: null };
}

const NOT_WAITING = 'This request is no longer waiting for the customer.';
const HOLDS_NOTHING = 'Only an authorised payment holds money that can be released or renewed.';
const NOTHING_TO_REFUND = 'Nothing of this payment is captured and not yet refunded.';
const CLOSED_CAPTURE = 'This payment is closed; nothing more can be captured.';
const CLOSED_ABORT = 'This payment is closed and can no longer be aborted.';
const TOO_MUCH = 'The amounts are larger than what is left of the authorisation.';
const TOO_MUCH_BACK = 'The refund is larger than what was captured and not yet refunded.';

describe('the sentence of a refusal', () => {
  it.each<[readonly Command[], string]>([
    [[captureAll], 'This payment cannot be captured before the customer has authorised it.'],
    [[plain('reject'), captureAll], CLOSED_CAPTURE],
    [[confirm, captureAll, capture('b', 1)], CLOSED_CAPTURE],
    [
      [confirm, capture('a', 1), plain('abort')],
      'Part of this payment is captured; release the rest instead of aborting.',
    ],
    [[confirm, captureAll, plain('abort')], CLOSED_ABORT],
    [[plain('expire'), plain('abort')], CLOSED_ABORT],
    [[plain('release')], HOLDS_NOTHING],
    [[confirm, captureAll, plain('reauth')], HOLDS_NOTHING],
    [[confirm, refundAll], NOTHING_TO_REFUND],
    [[plain('reject'), refundAll], NOTHING_TO_REFUND],
    [[confirm, captureAll, refund('r', 1_000, 100), refundAll], NOTHING_TO_REFUND],
    [[confirm, confirm], NOT_WAITING],
    [[plain('abort'), plain('reject')], NOT_WAITING],
    [[confirm, captureAll, plain('expire')], 'This payment does not expire in its present state.'],
    [[confirm, capture('a', 1_001)], TOO_MUCH],
    [[confirm, capture('a', 1, 101)], TOO_MUCH],
    [[confirm, captureAll, refund('r', 1_001)], TOO_MUCH_BACK],
    [[confirm, captureAll, refund('r', 1_000), refund('s', 0, 101)], TOO_MUCH_BACK],
    [[confirm, capture('a', 0)], 'A capture of nothing moves no money.'],
    [[confirm, captureAll, refund('r', 0)], 'A refund of nothing moves no money.'],
    [[confirm, capture('a', 1, 0, 'EUR')], 'The payment is in NOK, not EUR.'],
    [[confirm, captureAll, refund('r', 1, 0, 'EUR')], 'The payment is in NOK, not EUR.'],
    [
      [confirm, capture('a', 1), capture('a', 2)],
      'This capture_id was used before with other numbers; choose a new one.',
    ],
    [
      [confirm, capture('a', 1), capture('a', 1, 1)],
      'This capture_id was used before with other numbers; choose a new one.',
    ],
    [
      [confirm, capture('a', 1), capture('a', 1, 0, 'EUR')],
      'This capture_id was used before with other numbers; choose a new one.',
    ],
    [
      [confirm, captureAll, refund('r', 1), refund('r', 2)],
      'This refund_id was used before with other numbers; choose a new one.',
    ],
    [
      [{ kind: 'confirm', additionalAmount: money(7), credit: false }],
      'The additional amount of this request cannot be changed.',
    ],
  ])('%j: %s', (commands, sentence) => {
    expect(play(pending(), commands).said?.description).toBe(sentence);
  });

  it('names the limit when a payment has the maximum of captures or refunds', () => {
    const payment = pending({ amount: 10_000 });
    const captures = Array.from({ length: LIMITS.partsMax }, (_, n) => capture(`c${n}`, 1));
    const full = play(payment, [confirm, ...captures]);
    expect(full.said).toBeNull();
    expect(play(full.payment, [capture('more', 1)]).said).toMatchObject({
      type: 'Conflict',
      description: `A payment has at most ${LIMITS.partsMax} captures.`,
    });
    const refunds = Array.from({ length: LIMITS.partsMax }, (_, n) => refund(`r${n}`, 1));
    const back = play(play(payment, [confirm, captureAll]).payment, refunds);
    expect(back.said).toBeNull();
    expect(play(back.payment, [refund('more', 1)]).said).toMatchObject({
      type: 'Conflict',
      description: `A payment has at most ${LIMITS.partsMax} refunds.`,
    });
  });
});

describe('the state after a command', () => {
  it('has a version one higher, and a sequence number one higher if there is an event', () => {
    const counts = (...commands: readonly Command[]) => {
      const { version, seqno } = play(pending(), commands).payment;
      return [version, seqno];
    };
    expect(counts()).toEqual([1, 0]);
    expect(counts(confirm)).toEqual([2, 1]);
    expect(counts(confirm, captureAll)).toEqual([3, 2]);
    // A refund sends no event.
    expect(counts(confirm, captureAll, refundAll)).toEqual([4, 2]);
  });

  it('names an abort or a release in closedBy, but not a release of the rest', () => {
    const closedBy = (...commands: readonly Command[]) =>
      play(pending(), commands).payment.closedBy;
    expect(closedBy(plain('abort'))).toBe('abort');
    expect(closedBy(confirm, plain('release'))).toBe('release');
    expect(closedBy(confirm, capture('a', 1), plain('release'))).toBeNull();
    expect(closedBy(plain('reject'))).toBeNull();
  });

  it('has a transaction fee of the share of both amounts plus the fixed fee', () => {
    const terms = { ...TERMS, transactionFeeFixed: 25 };
    const { payment } = play(pending(), [confirm], terms);
    expect(payment.transactionFee).toBe(11 + 25);
    expect(play(pending(), [confirm]).payment.transactionFee).toBe(11);
  });

  it('includes a capture and a refund of an additional amount alone', () => {
    const held = play(pending(), [confirm]).payment;
    const tip = play(held, [capture('tip', 0, 100), refund('back', 0, 40)]);
    expect(tip.said).toBeNull();
    expect(outcomeOf(tip.payment)).toMatchObject({
      auth_amount: 1_000,
      auth_additional_amount: 0,
      captures: [{ id: 'tip', amount: 0, additional_amount: 100 }],
      refunds: [{ id: 'back', amount: 0, additional_amount: 40, chat_message_data_text: null }],
      status: 'auth',
    });
  });

  it('is paid only when both the amount and the additional amount are captured', () => {
    const almost = play(pending(), [confirm, capture('a', 1_000)]).payment;
    expect(almost.code).toBe(3008);
    expect(play(almost, [capture('b', 0, 100)]).payment.code).toBe(2000);
  });

  it('accepts an unchanged additional amount where it cannot be edited', () => {
    const same: Command = { kind: 'confirm', additionalAmount: money(100), credit: false };
    expect(play(pending(), [same]).said).toBeNull();
  });
});
