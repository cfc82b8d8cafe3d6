import { byRate } from '../../../shared/lines/divide.ts';
import { add, type MoneyInteger, money } from '../../../shared/money/money.ts';
import { roundedRateOf } from '../../../shared/money/vat.ts';
import {
  isWithin,
  type RefundLine,
  refundAmounts,
  restOf,
  stepQuantity,
  totalRefunded,
} from '../../../shared/payment/refund-lines.ts';
import type { VatLine } from '../../../shared/payment/vat.ts';
import type { Refundable } from '../../../shared/terminal/refunds/refundable.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { AMOUNT_MAX, amountAfter, type KeypadKey } from '../../state/keypad.ts';

export type RefundReason = keyof CashierWords['refundReasons'];

export const REFUND_REASONS: readonly RefundReason[] = [
  'returned',
  'sold_out',
  'wrong_amount',
  'other',
];

/** A sold line with the quantity that the cashier wants to return. */
export type ChosenLine = Pick<RefundLine, 'index' | 'quantity'>;

/** A refund that the cashier is preparing. */
export type RefundDraft = {
  readonly saleId: string;
  /** The number of the receipt at the till that sold it; null for a sale of this till (D-424). */
  readonly otherReceipt: string | null;
  /** The largest amount that can be refunded, in minor units. */
  readonly left: MoneyInteger;
  readonly amount: MoneyInteger;
  /** True after the cashier has typed an amount. Before that it is the whole remaining amount. */
  readonly edited: boolean;
  /** What the service says can be refunded; null until it has answered. */
  readonly sold: Refundable | null;
  /** How often that was asked for. */
  readonly reading: number;
  /** The lines that the cashier has chosen; null for an amount or for everything. */
  readonly chosen: readonly ChosenLine[] | null;
  readonly reason: RefundReason;
  readonly stage: 'amount' | 'approve';
  /** An approval that is not used up. A retry with it cannot refund twice. */
  readonly approvalId: string | null;
  readonly problem: string | null;
};

/**
 * A draft of a full refund, the most frequent case: only the approval is missing. The cashier can choose
 * lines, or go back to the amount and the reason.
 */
export function newRefund(saleId: string, left: MoneyInteger): RefundDraft {
  return {
    saleId,
    otherReceipt: null,
    left,
    amount: left,
    edited: false,
    sold: null,
    reading: 0,
    chosen: null,
    reason: 'returned',
    stage: 'approve',
    approvalId: null,
    problem: null,
  };
}

/** The most that this refund can be. Lines are not paid from what is left of a tip. */
export function limitOf({ left, sold, chosen }: RefundDraft): MoneyInteger {
  return chosen === null || sold === null ? left : sold.left.amount;
}

/** True if the amount can be refunded. */
export function isRefundable(draft: RefundDraft): boolean {
  return draft.amount > 0 && draft.amount <= limitOf(draft);
}

/** The draft after one key. The first digit replaces the full amount. */
export function pressAmount(draft: RefundDraft, key: KeypadKey): RefundDraft {
  // Backspace shortens the amount that is shown; every other key replaces it.
  const before = draft.edited || key.kind === 'backspace' ? draft.amount : 0;
  const next = amountAfter(before, key);
  // An approval for another amount is not valid for this one.
  const fresh = { ...draft, edited: true, chosen: null, approvalId: null, problem: null };
  return next > AMOUNT_MAX ? draft : { ...fresh, amount: money(next) };
}

/** The draft of everything that is left. */
export function chooseAll(draft: RefundDraft): RefundDraft {
  return { ...draft, ...FRESH, chosen: null, amount: draft.left };
}

/** Chooses all that is left of a line, or nothing of it. */
export function toggleLine(draft: RefundDraft, index: number): RefundDraft {
  const chosen = (draft.chosen ?? []).filter((one) => one.index !== index);
  const rest = restsOf(draft)[index];
  const isChosen = chosen.length < (draft.chosen?.length ?? 0);
  if (rest === undefined) return draft;
  return withLines(draft, isChosen ? chosen : [...chosen, { index, quantity: rest.quantity }]);
}

/** One piece more or less of a chosen line. Nothing of it takes it out of the choice. */
export function stepLine(draft: RefundDraft, index: number, pieces: number): RefundDraft {
  const rest = restsOf(draft)[index];
  if (rest === undefined) return draft;
  const chosen = (draft.chosen ?? []).map((one) =>
    one.index === index
      ? { index, quantity: stepQuantity(one.quantity, pieces, rest.quantity) }
      : one,
  );
  return withLines(draft, chosen);
}

/**
 * The draft after the service has said what is left. What another till has refunded meanwhile leaves the
 * choice.
 */
export function withSold(draft: RefundDraft, sold: Refundable): RefundDraft {
  const left = add(sold.left.amount, sold.left.additional);
  const read = { ...draft, sold, left };
  const { problem } = draft;
  if (draft.chosen !== null) return { ...withLines(read, draft.chosen), problem };
  return draft.edited || draft.approvalId !== null ? read : { ...read, amount: left };
}

/** An approval for other lines is not valid. */
const FRESH = { edited: false, approvalId: null, problem: null } as const;

function withLines(draft: RefundDraft, wanted: readonly ChosenLine[]): RefundDraft {
  const rests = restsOf(draft);
  const chosen = wanted.filter(({ index, quantity }) =>
    isWithin(quantity, rests[index]?.quantity ?? '0'),
  );
  const amount = totalRefunded(linesOf(draft.sold, chosen));
  return { ...draft, ...FRESH, chosen, amount };
}

export function restsOf({ sold }: Pick<RefundDraft, 'sold'>): ReturnType<typeof restOf> {
  return sold === null ? [] : restOf(sold.items, sold.refunded);
}

function linesOf(sold: Refundable | null, chosen: readonly ChosenLine[]): readonly RefundLine[] {
  return chosen.flatMap(({ index, quantity }) => {
    const item = sold?.items[index];
    if (sold === null || item === undefined) return [];
    return [{ index, quantity, total: refundAmounts(item, index, quantity, sold.refunded).total }];
  });
}

/**
 * The lines that the refund returns; undefined for a refund of an amount. A refund of everything returns
 * every line that is left, unless a part of the money was refunded without its lines.
 */
export function linesOfDraft(draft: RefundDraft): readonly RefundLine[] | undefined {
  const { sold, chosen, edited } = draft;
  if (sold === null || edited) return undefined;
  if (chosen !== null) return linesOf(sold, chosen);
  const all = restsOf(draft)
    .filter(({ quantity }) => isWithin(quantity, quantity))
    .map(({ index, quantity, total }) => ({ index, quantity, total }));
  const isWhole = all.length > 0 && totalRefunded(all) === sold.left.amount;
  return isWhole && draft.amount === draft.left ? all : undefined;
}

/** The VAT in the lines of the refund, for each rate, the highest first. */
export function vatOfDraft(draft: RefundDraft): readonly VatLine[] {
  const { sold } = draft;
  const parts = (linesOfDraft(draft) ?? []).flatMap(({ index, quantity }) => {
    const item = sold?.items[index];
    if (sold === null || item === undefined) return [];
    return { ...refundAmounts(item, index, quantity, sold.refunded), vatRate: item.vat_rate };
  });
  return byRate(parts)
    .map(({ vatRate, vat }) => ({ rate: roundedRateOf(vatRate), vat }))
    .filter(({ rate }) => rate > 0);
}
