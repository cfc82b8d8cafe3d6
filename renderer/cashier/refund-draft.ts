import { type MoneyInteger, money } from '../../shared/money/money.ts';
import type { CashierWords } from '../i18n/cashier.ts';
import { AMOUNT_MAX, amountAfter, type KeypadKey } from '../state/keypad.ts';

export type RefundReason = keyof CashierWords['refundReasons'];

/** What is being asked to go back, until the till has it. */
export type RefundDraft = {
  readonly saleId: string;
  /** The most that can go back, minor units. */
  readonly left: MoneyInteger;
  readonly amount: MoneyInteger;
  /** Whether the sum was typed; until then it is all that is left. */
  readonly edited: boolean;
  readonly reason: RefundReason;
  readonly stage: 'amount' | 'approve';
  readonly personId: string | null;
  readonly pin: string;
  /** A word that was given and not used up: asking again with it gives nothing back twice. */
  readonly approvalId: string | null;
  readonly problem: string | null;
};

/** All that is left, as most refunds are; a sum is typed over it. */
export function newRefund(saleId: string, left: MoneyInteger): RefundDraft {
  return {
    saleId,
    left,
    amount: left,
    edited: false,
    reason: 'returned',
    stage: 'amount',
    personId: null,
    pin: '',
    approvalId: null,
    problem: null,
  };
}

/** Whether this much can go back. */
export function isRefundable({ amount, left }: RefundDraft): boolean {
  return amount > 0 && amount <= left;
}

/** The draft after one key; the first digit begins a sum of its own. */
export function pressAmount(draft: RefundDraft, key: KeypadKey): RefundDraft {
  // Backspace shortens the amount that is shown; every other key replaces it.
  const before = draft.edited || key.kind === 'backspace' ? draft.amount : 0;
  const next = amountAfter(before, key);
  // A word that was given for another sum is not good for this one.
  const fresh = { ...draft, edited: true, approvalId: null, problem: null };
  return next > AMOUNT_MAX ? draft : { ...fresh, amount: money(next) };
}
