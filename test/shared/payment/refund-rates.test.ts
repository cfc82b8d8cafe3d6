import { expect, it } from 'vitest';
import { type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import { returnableLines } from '../../../shared/payment/check-refund-lines.ts';
import { createPayment } from '../../../shared/payment/create.ts';
import { decide } from '../../../shared/payment/decide.ts';
import { outcomeOf } from '../../../shared/payment/outcome.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import { commandOf } from '../../../shared/payment/update.ts';
import { outcome } from '../../../shared/protocol/outcome.ts';
import { paymentUpdateInput } from '../../../shared/protocol/payment-request.ts';
import { draft, TERMS } from '../../support/drafts.ts';

/* A payment of a share of a bill: a refund names what it gives back of each tax rate (D-572). */

const NOW = Date.UTC(2026, 0, 5, 12, 0, 0);

const part = (vat_rate: string, total: MoneyInteger) => ({
  ...{ product_id: 'open-price', description: 'Part of table 9', metadata: null, tags: null },
  ...{ vat_rate, quantity: '1', vat: null, item_cost: total, total },
});

/** 50.00 at 25 % and 50.00 at 15 %, of which `captured` was taken. */
function paid(captured = 10_000): Payment {
  const lines = [part('0.25', money(5_000)), part('0.15', money(5_000))];
  const request = draft({ amount: 10_000, line_items: lines });
  const customer = { kind: 'known', customerId: 'c1' } as const;
  const made = createPayment({ tid: 'p1', merchantId: 'm1', request, customer, now: NOW });
  const approved = did(made, { kind: 'confirm', additionalAmount: null, credit: false });
  const capture = { id: 'c', amount: money(captured), additionalAmount: ZERO, currency: 'NOK' };
  return did(approved, { kind: 'capture', part: capture });
}

function did(payment: Payment, command: Parameters<typeof decide>[1]): Payment {
  const decided = decide(payment, command, NOW, TERMS);
  if (!decided.ok) throw new Error(JSON.stringify(decided.refusal));
  return decided.value.next;
}

/** A refund as a till sends it. */
function refund(payment: Payment, id: string, amount: number, more: object) {
  const sent = { action: 'refund', refund_id: id, amount, additional_amount: 0, currency: 'NOK' };
  const command = commandOf(paymentUpdateInput.parse({ ...sent, ...more }));
  if (!command.ok || command.value === null) throw new Error('no command');
  return decide(payment, command.value, NOW, TERMS);
}
const rates = (...all: readonly [string, number][]) => ({
  rates: all.map(([vat_rate, total]) => ({ vat_rate, total })),
});
const faults = (answered: ReturnType<typeof refund>) =>
  answered.ok ? 'ok' : (answered.refusal.details ?? answered.refusal.type);

it('a refund gives back the rates that it names, and the outcome says so', () => {
  const decided = refund(paid(), 'r1', 3_000, rates(['0.250', 3_000]));
  if (!decided.ok) throw new Error('refused');
  const { next } = decided.value;
  const [made] = outcome.parse(outcomeOf(next)).refunds;
  expect(made?.rates).toEqual([{ vat_rate: '0.250', total: 3_000 }]);
  expect(refund(next, 'r1', 3_000, rates(['0.25', 3_000]))).toMatchObject({
    value: { changed: false },
  });
  expect(faults(refund(next, 'r1', 3_000, rates(['0.15', 3_000])))).toBe('Conflict');
  expect(faults(refund(next, 'r1', 3_000, {}))).toBe('Conflict');
});

it('refuses more of a rate than is left of it, another sum, and a rate twice', () => {
  const decided = refund(paid(), 'r1', 3_000, rates(['0.25', 3_000]));
  if (!decided.ok) throw new Error('refused');
  const { next } = decided.value;
  const said = (amount: number, more: object) => faults(refund(next, 'r2', amount, more));
  expect(said(2_001, rates(['0.25', 2_001]))).toEqual({
    'rates.0.total': ['must be at most 2000, which is left of it'],
  });
  expect(said(100, rates(['0', 100]))).toHaveProperty(['rates.0.total']);
  expect(said(100, rates(['0.25', 99]))).toHaveProperty(['rates']);
  expect(said(200, rates(['0.25', 100], ['0.250', 100]))).toHaveProperty(['rates.1.vat_rate']);
  expect(said(7_000, rates(['0.25', 2_000], ['0.15', 5_000]))).toBe('ok');
});

it('takes no lines after it, and no rates of a payment that was captured in part', () => {
  const decided = refund(paid(), 'r1', 3_000, rates(['0.25', 3_000]));
  if (!decided.ok) throw new Error('refused');
  const { next } = decided.value;
  const lines = { line_items: [{ ...part('0.15', money(5_000)), index: 1 }] };
  expect(faults(refund(next, 'r2', 5_000, lines))).toBe('Conflict');
  expect(returnableLines(next)).toEqual([]);
  const both = { ...lines, ...rates(['0.15', 5_000]) };
  expect(faults(refund(paid(), 'r2', 5_000, both))).toHaveProperty(['rates']);
  expect(faults(refund(paid(9_000), 'r2', 1_000, rates(['0.25', 1_000])))).toBe('Conflict');
});
