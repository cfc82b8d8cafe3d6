import {
  decideRefund,
  type RefundFact,
  type RefundFault,
  type ReturnedLine,
} from '../../../shared/books/refunds.ts';
import type { CashRounding } from '../../../shared/cash/rounding.ts';
import type { ReceiptPage } from '../../../shared/device/commands/book-answers.ts';
import { entryOfCommand } from '../../../shared/ids/host-ids.ts';
import { add, type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import type { ChosenUnits } from '../history/chosen-units.ts';

export type RefundOrderDraft = {
  readonly lines: readonly ReturnedLine[] | null;
  readonly amount: MoneyInteger;
  readonly tip: MoneyInteger;
};

/** What the host is asked to give back: the chosen lines, or all lines, or the amount that is left. */
export function orderOf(page: ReceiptPage, chosen: ChosenUnits): RefundOrderDraft {
  const { left } = page;
  const picked = chosen.size > 0 ? chosen : new Map(left.lines.entries());
  const lines = [...picked]
    .filter(([, units]) => units > 0)
    .map(([line, units]) => ({ line, quantity: units }));
  const tip = chosen.size > 0 ? ZERO : left.tip;
  const byLine = { lines, amount: ZERO, tip };
  if (chosen.size > 0 || previewOf(page, byLine, null)?.total === left.total) return byLine;
  // A part of it was refunded as an amount: the lines do not say what is left.
  return { lines: null, amount: left.total, tip };
}

/** The refund as the host will book it; null if it would refuse it. */
export function previewOf(
  page: ReceiptPage,
  order: RefundOrderDraft,
  rule: CashRounding | null,
): RefundFact | null {
  const decided = decide(page, order, rule);
  return decided.ok ? decided.fact : null;
}

/**
 * Why the host would refuse the refund; null if it would book it. After a refund of an amount, lines can cost more than
 * what is left.
 */
export function faultOf(page: ReceiptPage, order: RefundOrderDraft): RefundFault | null {
  const decided = decide(page, order, null);
  return decided.ok ? null : decided.reason;
}

function decide(page: ReceiptPage, order: RefundOrderDraft, rule: CashRounding | null) {
  const who = { id: entryOfCommand(''), at: 0, by: '', approvedBy: '', reason: null };
  return decideRefund(page.receipt, page.refunds, { ...who, ...order }, rule);
}

/** The money that changes hands. */
export const handedOver = ({ total, tip, method }: RefundFact): MoneyInteger =>
  add(total, tip, method.kind === 'cash' ? method.rounding : ZERO);

/** The money of a refund that the host has booked for this command; null if the page does not have it. */
export function bookedSum({ refunds }: ReceiptPage, command: string): MoneyInteger | null {
  const id = entryOfCommand(command);
  const fact = refunds.find((one) => one.id === id);
  return fact === undefined ? null : handedOver(fact);
}
