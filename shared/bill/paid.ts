import { amountsOf } from './amounts.ts';
import type { Bill } from './bill.ts';
import { unstatedOf } from './parts.ts';

/**
 * True when every minor unit is paid and the payments state everything that the bill has. A bill of free lines, and one
 * whose goods were exchanged at the same price after a payment, is paid by a tender of nothing (D-418).
 */
export function isPaid(bill: Bill): boolean {
  const { due, open } = amountsOf(bill);
  const isTendered = bill.tenders.some(({ state }) => state === 'paid');
  if (bill.lines.length === 0 || !isTendered || due > 0 || open !== 0) return false;
  const { rates, discounts, returned } = unstatedOf(bill);
  return due < 0 || (rates.length === 0 && discounts.length === 0 && returned.length === 0);
}

/** True while somebody may still order on it or pay it. */
export function isOpenBill(bill: Bill): boolean {
  const isUsed = bill.lines.length > 0 || bill.name !== null || bill.tenders.length > 0;
  return isUsed && !bill.closed && !isPaid(bill);
}
