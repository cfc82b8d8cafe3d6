import { add, subtract, ZERO } from '../money/money.ts';
import { linesOf } from './amounts.ts';
import type { Bill, ReturnedDeposits, Taker } from './bill.ts';

/* The deposits that a bill takes back, by the persons who took them (D-530). */

const NOBODY: Taker = { by: '', approvedBy: null };

/** The deposits that the lines of a bill take back, by the persons who took them. A part of a piece counts as one. */
export function returnedOn(bill: Pick<Bill, 'lines'>): readonly ReturnedDeposits[] {
  const amounts = linesOf({ lines: bill.lines, discounts: [] });
  return returnedBy(
    bill.lines.flatMap(({ kind, quantity, returned = NOBODY }, place) => {
      if (kind !== 'deposit_return') return [];
      const amount = subtract(ZERO, amounts[place]?.total ?? ZERO);
      return [{ ...returned, pieces: Math.ceil(quantity / 1_000), amount }];
    }),
  );
}

/** The sum of each person and approval; sums of nothing are left out. */
export function returnedBy(all: readonly ReturnedDeposits[]): readonly ReturnedDeposits[] {
  const sums = new Map<string, ReturnedDeposits>();
  for (const { by, approvedBy, pieces, amount } of all) {
    const key = JSON.stringify([by, approvedBy]);
    const before = sums.get(key) ?? { pieces: 0, amount: ZERO };
    sums.set(key, {
      by,
      approvedBy,
      pieces: before.pieces + pieces,
      amount: add(before.amount, amount),
    });
  }
  return [...sums.values()].filter(({ pieces, amount }) => pieces !== 0 || amount !== 0);
}
