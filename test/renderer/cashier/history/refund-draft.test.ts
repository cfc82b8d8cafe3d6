import { describe, expect, it } from 'vitest';
import {
  chooseAll,
  isRefundable,
  limitOf,
  linesOfDraft,
  newRefund,
  pressAmount,
  stepLine,
  toggleLine,
  vatOfDraft,
  withSold,
} from '../../../../renderer/cashier/history/refund-draft.ts';
import { money } from '../../../../shared/money/money.ts';
import type { Refundable } from '../../../../shared/terminal/refunds/refundable.ts';

const item = (product_id: string, quantity: string, total: number, vat_rate: string) => ({
  ...{ product_id, description: product_id, metadata: null, tags: null, quantity, vat_rate },
  ...{ vat: null, item_cost: money(total), total: money(total) },
});

/** Three cups for 100, a bun, and a tip of 10. */
const SOLD: Refundable = {
  currency: 'NOK',
  left: { amount: money(150), additional: money(10) },
  items: [item('cup', '3', 100, '0.25'), item('bun', '1', 50, '0.15')],
  refunded: [],
  rates: [],
};
const opened = () => withSold(newRefund('sale-1', money(160)), SOLD);

describe('a refund that is being prepared', () => {
  it('returns every line and the tip at first', () => {
    const draft = opened();
    expect([draft.amount, linesOfDraft(draft)]).toEqual([
      160,
      [
        { index: 0, quantity: '3', total: 100 },
        { index: 1, quantity: '1', total: 50 },
      ],
    ]);
    expect(vatOfDraft(draft)).toEqual([
      { rate: 2_500, vat: 20 },
      { rate: 1_500, vat: 7 },
    ]);
  });

  it('returns the chosen lines and quantities', () => {
    const one = stepLine(toggleLine(opened(), 0), 0, -1);
    expect([one.amount, linesOfDraft(one)]).toEqual([67, [{ index: 0, quantity: '2', total: 67 }]]);
    expect(toggleLine(one, 1).amount).toBe(117);
    const none = stepLine(stepLine(one, 0, -1), 0, -1);
    expect([none.amount, none.chosen, isRefundable(none)]).toEqual([0, [], false]);
    expect(chooseAll(none)).toEqual(opened());
  });

  it('is a refund of an amount after an amount was typed, or without an answer of the service', () => {
    const typed = pressAmount(toggleLine(opened(), 0), { kind: 'digit', digit: 5 });
    expect([typed.amount, linesOfDraft(typed)]).toEqual([5, undefined]);
    expect(linesOfDraft(newRefund('sale-1', money(160)))).toBeUndefined();
  });

  it('is a refund of an amount if a part of the money was refunded without its lines', () => {
    const part = { ...SOLD, left: { amount: money(120), additional: money(0) } };
    const draft = withSold(newRefund('sale-1', money(160)), part);
    expect([draft.amount, linesOfDraft(draft)]).toEqual([120, undefined]);
    const both = toggleLine(toggleLine(draft, 0), 1);
    expect([both.amount, isRefundable(both)]).toEqual([150, false]);
  });

  it('pays lines from what is left of the amount, and never from what is left of the tip', () => {
    const part = { ...SOLD, left: { amount: money(95), additional: money(10) } };
    const draft = toggleLine(withSold(newRefund('sale-1', money(105)), part), 0);
    expect([draft.amount, limitOf(draft), isRefundable(draft)]).toEqual([100, 95, false]);
    const all = chooseAll(draft);
    expect([all.amount, limitOf(all), isRefundable(all)]).toEqual([105, 105, true]);
  });

  it('loses what another till has refunded meanwhile, and keeps the message', () => {
    const chosen = { ...toggleLine(toggleLine(opened(), 0), 1), problem: 'Choose again.' };
    const refunded = [{ index: 0, quantity: '1', total: money(33) }];
    const left = { amount: money(117), additional: money(10) };
    const again = withSold(chosen, { ...SOLD, left, refunded });
    expect([again.amount, again.chosen, again.problem]).toEqual([
      50,
      [{ index: 1, quantity: '1' }],
      'Choose again.',
    ]);
  });
});
