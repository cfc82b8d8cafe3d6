import { amountsOf, type BillAmounts, type LineAmounts, linesOf } from './amounts.ts';
import type { Bill } from './bill.ts';
import { isPaid } from './paid.ts';

/** `cleared`: nobody pays it, or its lines have moved to another bill. */
export type BillState = 'open' | 'paid' | 'cleared';

/** A bill as a screen or a cash register needs it: with what follows from it, so that neither derives it by a rule of its own. */
export type BillNow = {
  readonly bill: Bill;
  readonly state: BillState;
  readonly amounts: BillAmounts;
  /** Of each line, in their order. */
  readonly lineAmounts: readonly LineAmounts[];
};

/** The bill with its state and all its amounts. */
export const billNow = (bill: Bill): BillNow => ({
  bill,
  state: stateOf(bill),
  amounts: amountsOf(bill),
  lineAmounts: linesOf(bill),
});

/** Whether somebody may still order on the bill or pay it, and how it ended. */
export function stateOf(bill: Bill): BillState {
  if (isPaid(bill)) return 'paid';
  return bill.closed ? 'cleared' : 'open';
}
