import { amountsOf } from '../../../shared/bill/amounts.ts';
import type { Bill } from '../../../shared/bill/bill.ts';
import { type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { amountToAsk, discountedBill } from '../../state/goods-state.ts';
import { windowOf } from '../../state/mode/mode.ts';
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

/** The bill on the slip as it will be with the discount that is typed; null while none is. */
export function useDiscounted(): Bill | null {
  const window = useTillState(({ mode }) => windowOf(mode));
  const selected = useGoods((state) => state.selected);
  return discountedBill(useBill(), window, selected);
}

/** What is left to pay of the bill of a sale; zero of a sale without one. A bill of which something is left is never green. */
export function useLeft(sale: Pick<SaleView, 'bill'>): MoneyInteger {
  return useBills(({ shown }) => {
    const bill = shown.get(sale.bill?.bill ?? '');
    return bill === undefined ? ZERO : amountsOf(bill).due;
  });
}
