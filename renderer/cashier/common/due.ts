import { amountsOf } from '../../../shared/bill/amounts.ts';
import { type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { amountToAsk } from '../../state/goods-state.ts';
import { partNow, type Turn } from '../../state/parts.ts';
import { useBill, useBills, useGoods, useTillState } from './context.tsx';

/** The part of the bill that is paid now; null if it is everything. */
export function usePart(): Turn | null {
  const parts = useGoods((state) => state.parts);
  return partNow(parts, useBill());
}

/** The amount to ask for: what is due, with the amount that the cashier is typing, or the part whose turn it is. */
export function useTotal(): MoneyInteger {
  const typed = useTillState((state) => state.entry.amount);
  const bill = useBill();
  return amountToAsk(
    useGoods((state) => state),
    bill,
    typed,
  );
}

/** What is left to pay of the bill of a sale; zero of a sale without one. A bill of which something is left is never green. */
export function useLeft(sale: Pick<SaleView, 'bill'>): MoneyInteger {
  return useBills(({ shown }) => {
    const bill = shown.get(sale.bill?.bill ?? '');
    return bill === undefined ? ZERO : amountsOf(bill).due;
  });
}
