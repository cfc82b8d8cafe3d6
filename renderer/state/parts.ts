import { amountsOf, equalShares } from '../../shared/bill/amounts.ts';
import type { Bill } from '../../shared/bill/bill.ts';
import { type MoneyInteger, money } from '../../shared/money/money.ts';

/** How the guests pay a bill in parts. `due` and `total` are those of the bill when they chose it. */
export type Parts = {
  readonly bill: string;
  readonly due: MoneyInteger;
  readonly total: MoneyInteger;
  /** A share is paid when at most this much of it is left: coins cannot pay every amount. */
  readonly slack: number;
} & (
  | { readonly kind: 'shares'; readonly count: number }
  | { readonly kind: 'amount'; readonly amount: MoneyInteger }
);

/** The part that is paid now. `place` counts from 1; both are 0 for a typed amount. */
export type Turn = {
  readonly place: number;
  readonly count: number;
  readonly amount: MoneyInteger;
};

/** The parts of everything that is due now. Cash is paid in steps of `cashStep` minor units. */
export function partsOf(
  bill: Bill,
  how: { readonly count: number } | { readonly amount: MoneyInteger },
  cashStep: number,
): Parts {
  const { due, total } = amountsOf(bill);
  const of = { bill: bill.id, due, total, slack: cashStep / 2 };
  return 'count' in how ? { ...of, kind: 'shares', ...how } : { ...of, kind: 'amount', ...how };
}

/**
 * The part of a bill that is asked for now; null if it is everything that is due. Parts end when the bill has another
 * total, because the guests have agreed on the old one. A typed amount ends when it is paid.
 */
export function partNow(parts: Parts | null, bill: Bill | null): Turn | null {
  if (parts === null || bill === null || parts.bill !== bill.id) return null;
  const { due, total, open } = amountsOf(bill);
  if (total !== parts.total) return null;
  const paid = parts.due - due - open;
  if (parts.kind === 'amount') {
    return paid === 0 && parts.amount < due ? { place: 0, count: 0, amount: parts.amount } : null;
  }
  let until = 0;
  for (const [place, amount] of equalShares(parts.due, parts.count).entries()) {
    until += amount;
    const slack = place + 1 < parts.count ? Math.min(parts.slack, amount - 1) : 0;
    if (until - paid > slack)
      return { place: place + 1, count: parts.count, amount: money(until - paid) };
  }
  return null;
}
