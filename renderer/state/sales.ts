import type { StartSale } from '../../shared/device/commands/sales.ts';
import type { Refusal } from '../../shared/protocol/errors.ts';
import { isFinal, type SaleView, type TerminalView } from '../../shared/terminal/sale/state.ts';

/**
 * The sale on the main screen: the oldest that is not set aside. After a restart each open sale
 * gets its turn, and a result stays until the cashier has seen it.
 */
export function currentSale(view: TerminalView): SaleView | null {
  const onScreen = view.sales.filter((sale) => !sale.aside);
  return onScreen.reduce<SaleView | null>(
    (oldest, sale) => (oldest === null || sale.number < oldest.number ? sale : oldest),
    null,
  );
}

/** True while the current sale is not final. No other screen may cover it then. */
export function isLive(sale: SaleView | null): sale is SaleView {
  return sale !== null && !isFinal(sale.state);
}

/** Open sales that were set aside. */
export function openAside(view: TerminalView): readonly SaleView[] {
  return view.sales.filter((sale) => sale.aside && !isFinal(sale.state));
}

/** Sales that ended while they were on hold, the oldest end first. Each is shown until it is touched. */
export function heldEnds(view: TerminalView): readonly SaleView[] {
  const ended = ({ aside, state, actions }: SaleView) =>
    aside && isFinal(state) && actions.includes('dismiss');
  return view.sales.filter(ended).reverse();
}

/** All sales that are not final. */
export function openSales(view: TerminalView): readonly SaleView[] {
  return view.sales.filter((sale) => !isFinal(sale.state));
}

/** A request to start a sale. The host has not answered it, but may have started the sale. */
export type UnansweredStart = {
  /** The sales that the screen knew when it sent the request. */
  readonly known: ReadonlySet<string>;
  readonly request: Pick<StartSale, 'amount' | 'method'>;
};

/** True if the host may have carried out the command: its answer was lost, or it failed on the way. */
export function mayBeDone(refusal: Refusal | null): boolean {
  return refusal === null || refusal.type === 'Internal Server Error';
}

/**
 * True if this is the sale of the request. A sale with a reference is a cash register's, and the sale of a bill is never
 * that of a typed amount.
 */
export function isSaleOf({ known, request }: UnansweredStart, sale: SaleView): boolean {
  if (known.has(sale.id) || sale.reference !== undefined || sale.bill !== undefined) return false;
  return sale.amount === request.amount && sale.method.kind === request.method.kind;
}

/** Why the till cannot take a payment now, most important reason first; null if it can. */
export type Blocked = 'link' | 'journal_full' | 'starting' | 'offline' | null;

export function blocked(view: TerminalView, link: boolean): Blocked {
  if (!link) return 'link';
  if (view.notReady !== null) return view.notReady;
  return view.connection.kind === 'offline' ? 'offline' : null;
}
