import { add, type MoneyInteger } from '../../shared/money/money.ts';
import { isFinal, type SaleView, type TerminalView } from '../../shared/terminal/sale/state.ts';

/**
 * The sale on the main screen: the oldest that is not aside, so that after a restart every found
 * sale is dealt with in its turn and a result stays until someone has seen it.
 */
export function currentSale(view: TerminalView): SaleView | null {
  const onScreen = view.sales.filter((sale) => !sale.aside);
  return onScreen.reduce<SaleView | null>(
    (oldest, sale) => (oldest === null || sale.number < oldest.number ? sale : oldest),
    null,
  );
}

/** True while the money of the sale on the screen is undecided; nothing may cover it then. */
export function isLive(sale: SaleView | null): sale is SaleView {
  return sale !== null && !isFinal(sale.state);
}

/** Open sales that were set aside. */
export function openAside(view: TerminalView): readonly SaleView[] {
  return view.sales.filter((sale) => sale.aside && !isFinal(sale.state));
}

/** Every sale that is not decided yet. */
export function openSales(view: TerminalView): readonly SaleView[] {
  return view.sales.filter((sale) => !isFinal(sale.state));
}

/** Why no payment can be asked for now, most telling first; null when one can. */
export type Blocked = 'link' | 'journal_full' | 'starting' | 'offline' | null;

export function blocked(view: TerminalView, link: boolean): Blocked {
  if (!link) return 'link';
  if (view.notReady !== null) return view.notReady;
  return view.connection.kind === 'offline' ? 'offline' : null;
}

/** All that was asked for. */
export function requestedAmount(sale: Pick<SaleView, 'amount' | 'additionalAmount'>): MoneyInteger {
  return add(sale.amount, sale.additionalAmount);
}

/** What a sale is about now: what was taken once it is paid, else all that was asked for. */
export function saleTotal(
  sale: Pick<SaleView, 'amount' | 'additionalAmount' | 'money' | 'state'>,
): MoneyInteger {
  const { taken } = sale.money;
  return sale.state.kind === 'paid' && taken > 0 ? taken : requestedAmount(sale);
}

/** What is still to be taken of a reservation. */
export function reservedSum(
  sale: Pick<SaleView, 'amount' | 'additionalAmount' | 'money'>,
): MoneyInteger {
  return sale.money.reserved > 0 ? sale.money.reserved : requestedAmount(sale);
}
