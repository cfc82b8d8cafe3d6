import { billOfItems } from '../../../shared/basket/line-items.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { type HistorySale, historyStatement } from '../../../shared/device/history/history.ts';
import { ZERO } from '../../../shared/money/money.ts';
import { rateText } from '../../../shared/money/vat.ts';
import { statedVat } from '../../../shared/payment/vat.ts';
import type { ReceiptDocument } from '../../../shared/protocol/receipt.ts';
import { receiptNumber } from '../../../shared/terminal/engine/sale-ids.ts';
import type { SaleStateKind, SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import { additionalOf, lineOf, shopOf } from './draft.ts';

/** What a receipt needs of its sale. */
export type ReceiptSale = Pick<
  SaleView,
  | 'number'
  | 'tid'
  | 'currency'
  | 'amount'
  | 'additionalAmount'
  | 'text'
  | 'lines'
  | 'money'
  | 'started'
> & {
  readonly state: { readonly kind: SaleStateKind; readonly at?: Instant };
  readonly log: readonly Pick<SaleView['log'][number], 'key' | 'at'>[];
};

/** A sale of the till's history for its receipt. The history does not keep the lines of a bill. */
export function endedReceiptSale(sale: HistorySale): ReceiptSale {
  const { number, tid, currency, amount, additional, text, started } = sale;
  const ended = sale.ended ?? started;
  return {
    number,
    tid,
    currency,
    amount,
    text,
    started,
    additionalAmount: additional,
    money: historyStatement(sale),
    state: { kind: sale.state, at: ended },
    log: sale.state === 'refunded' ? [{ key: 'refunded', at: ended }] : [],
  };
}

/**
 * The receipt of a payment by phone that the books do not have, as data, with the number of the sale; null for one that
 * was never paid.
 */
export function draftOfSale(sale: ReceiptSale, settings: TillSettings): ReceiptDocument | null {
  const paidAt = whenPaid(sale);
  if (paidAt === null) return null;
  const { posId } = settings;
  const bill = billOfItems(sale.lines ?? []);
  const typed = { product: null, name: sale.text ?? '', quantity: '1' };
  const lines =
    sale.lines === undefined ? [{ ...typed, gross: sale.amount, discount: ZERO }] : bill.lines;
  return {
    ...shopOf(settings),
    kind: 'sale',
    number: receiptNumber(posId, sale.number),
    refund_of: null,
    date: formatDateTime(paidAt),
    currency: sale.currency,
    lines: lines.map((line) => lineOf(line, settings)),
    discount: bill.discount,
    additional: additionalOf(sale.additionalAmount, settings),
    rounding: ZERO,
    released: sale.money.released,
    total: sale.money.captured,
    taxes: statedVat(sale.lines ?? [], sale.money).map(({ rate, vat }) => ({
      rate: rateText(rate),
      amount: vat,
    })),
    method: { kind: 'phone', tid: sale.tid },
    served_by: null,
    member: null,
    fiscal: null,
  };
}

/** The time of payment; null for a sale that was never paid. */
function whenPaid({ state, log, started }: ReceiptSale): Instant | null {
  if (state.kind === 'paid') return state.at ?? started;
  if (state.kind !== 'refunded') return null;
  return log.find(({ key }) => key === 'paid')?.at ?? started;
}
