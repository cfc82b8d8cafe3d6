import { add, type MoneyInteger } from '../../shared/money/money.ts';
import type { SaleView } from '../../shared/terminal/sale/state.ts';

/** All that was asked for. */
export function askedFor(sale: Pick<SaleView, 'amount' | 'additionalAmount'>): MoneyInteger {
  return add(sale.amount, sale.additionalAmount);
}

/** What a sale is about now: what was taken once it is paid, else all that was asked for. */
export function saleTotal(
  sale: Pick<SaleView, 'amount' | 'additionalAmount' | 'money' | 'state'>,
): MoneyInteger {
  const { taken } = sale.money;
  return sale.state.kind === 'paid' && taken > 0 ? taken : askedFor(sale);
}

/** What is still to be taken of a reservation. */
export function reservedSum(
  sale: Pick<SaleView, 'amount' | 'additionalAmount' | 'money'>,
): MoneyInteger {
  return sale.money.reserved > 0 ? sale.money.reserved : askedFor(sale);
}
