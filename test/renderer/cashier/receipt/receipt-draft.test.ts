import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChosenUnits, chooseUnit } from '../../../../renderer/cashier/history/chosen-units.ts';
import {
  bookedSum,
  faultOf,
  handedOver,
  orderOf,
  previewOf,
} from '../../../../renderer/cashier/receipt/receipt-draft.ts';
import { decideRefund, leftOf } from '../../../../shared/books/refunds.ts';
import { cashRounding } from '../../../../shared/cash/rounding.ts';
import type { ReceiptPage } from '../../../../shared/device/commands/book-answers.ts';
import { entryOfCommand } from '../../../../shared/ids/host-ids.ts';
import { money, ZERO } from '../../../../shared/money/money.ts';
import { RECEIPT } from '../../../screens/cashier/books-shop.ts';

const KRONER = cashRounding('NO', 'NOK');
const NONE: ChosenUnits = new Map();

/** The page after a refund, as the host answers it. */
function refunded(page: ReceiptPage, chosen: ChosenUnits): ReceiptPage {
  const who = { id: entryOfCommand('r'), at: 0, by: '', approvedBy: '', reason: null };
  const order = { ...who, ...orderOf(page, chosen) };
  const decided = decideRefund(page.receipt, page.refunds, order, KRONER);
  if (!decided.ok) throw new Error(decided.reason);
  const refunds = [...page.refunds, decided.fact];
  return { ...page, refunds, left: leftOf(page.receipt, refunds) };
}

describe('a refund of a receipt that was paid in cash', () => {
  it('refunds what the customer paid, with its rounding', () => {
    const fact = previewOf(RECEIPT, orderOf(RECEIPT, NONE), KRONER);
    expect(fact).toMatchObject({ total: 12_640, method: { rounding: -40 } });
    expect(fact === null ? 0 : handedOver(fact)).toBe(12_600);
  });

  it('is the sum that the host has booked, after a refund on another screen', () => {
    const chosen = chooseUnit(NONE, RECEIPT.left.lines, 2);
    const seen = previewOf(RECEIPT, orderOf(RECEIPT, chosen), KRONER);
    const other = refunded(RECEIPT, chooseUnit(NONE, RECEIPT.left.lines, 0));
    const booked = previewOf(other, orderOf(RECEIPT, chosen), KRONER);
    if (seen === null || booked === null) throw new Error('nothing is left');
    const page = {
      ...other,
      refunds: [...other.refunds, { ...booked, id: entryOfCommand('mine') }],
    };
    expect(bookedSum(page, 'mine')).toBe(handedOver(booked));
    expect(bookedSum(page, 'of no screen')).toBe(null);
  });

  it('of one line is rounded to coins', () => {
    const chosen = chooseUnit(NONE, RECEIPT.left.lines, 2);
    const fact = previewOf(RECEIPT, orderOf(RECEIPT, chosen), KRONER);
    expect(fact === null ? 0 : handedOver(fact)).toBe(2_900);
  });

  it('chooses one unit more with each touch, and none after the last one', () => {
    const once = chooseUnit(NONE, RECEIPT.left.lines, 0);
    const twice = chooseUnit(once, RECEIPT.left.lines, 0);
    expect([once.get(0), twice.get(0), chooseUnit(twice, RECEIPT.left.lines, 0).size]).toEqual([
      1_000, 2_000, 0,
    ]);
  });

  it('says that lines cost more than what a refund of an amount has left', () => {
    const who = { id: entryOfCommand('r'), at: 0, by: '', approvedBy: '', reason: null };
    const amount = money(RECEIPT.receipt.total - 100);
    const order = { ...who, lines: null, amount, tip: ZERO };
    const decided = decideRefund(RECEIPT.receipt, [], order, KRONER);
    if (!decided.ok) throw new Error(decided.reason);
    const refunds = [decided.fact];
    const page = { ...RECEIPT, refunds, left: leftOf(RECEIPT.receipt, refunds) };
    expect(faultOf(page, orderOf(page, chooseUnit(NONE, page.left.lines, 0)))).toBe('too_much');
    expect(faultOf(page, orderOf(page, NONE))).toBe(null);
    expect(faultOf(refunded(page, NONE), orderOf(refunded(page, NONE), NONE))).toBe('nothing');
  });

  it('never refunds more than the receipt, in steps of any lines', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 }), { maxLength: 6 }), (lines) => {
        let page = RECEIPT;
        for (const line of lines) {
          if ((page.left.lines[line] ?? 0) === 0) continue;
          page = refunded(page, chooseUnit(NONE, page.left.lines, line));
        }
        if (page.left.total > 0) page = refunded(page, NONE);
        expect(page.left.total).toBe(0);
        expect(previewOf(page, orderOf(page, NONE), KRONER)).toBe(null);
      }),
    );
  });
});
