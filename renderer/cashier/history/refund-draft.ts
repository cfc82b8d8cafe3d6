import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { AMOUNT_MAX, amountAfter, type KeypadKey } from '../../state/keypad.ts';

export type RefundReason = keyof CashierWords['refundReasons'];

/** A refund that the cashier is preparing. */
export type RefundDraft = {
  readonly saleId: string;
  /** The largest amount that can be refunded, in minor units. */
  readonly left: MoneyInteger;
  readonly amount: MoneyInteger;
  /** True after the cashier has typed an amount. Before that it is the whole remaining amount. */
  readonly edited: boolean;
  readonly reason: RefundReason;
  readonly stage: 'amount' | 'approve';
  readonly personId: string | null;
  readonly pin: string;
  /** An approval that is not used up. A retry with it cannot refund twice. */
  readonly approvalId: string | null;
  readonly problem: string | null;
};

/**
 * A draft of a full refund, the most frequent case: only the approval is missing. The cashier can go
 * back to the amount and the reason.
 */
export function newRefund(saleId: string, left: MoneyInteger): RefundDraft {
  return {
    saleId,
    left,
    amount: left,
    edited: false,
    reason: 'returned',
    stage: 'approve',
    personId: null,
    pin: '',
    approvalId: null,
    problem: null,
  };
}

/** True if the amount can be refunded. */
export function isRefundable({ amount, left }: RefundDraft): boolean {
  return amount > 0 && amount <= left;
}

/** The draft after one key. The first digit replaces the full amount. */
export function pressAmount(draft: RefundDraft, key: KeypadKey): RefundDraft {
  // Backspace shortens the amount that is shown; every other key replaces it.
  const before = draft.edited || key.kind === 'backspace' ? draft.amount : 0;
  const next = amountAfter(before, key);
  // An approval for another amount is not valid for this one.
  const fresh = { ...draft, edited: true, approvalId: null, problem: null };
  return next > AMOUNT_MAX ? draft : { ...fresh, amount: money(next) };
}
