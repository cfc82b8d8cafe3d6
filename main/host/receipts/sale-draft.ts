import { receiptOfPhoneSale } from '../../../shared/books/follow.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { type HistorySale, historyStatement } from '../../../shared/device/history/history.ts';
import { DOCUMENT_WORDS } from '../../../shared/documents/words.ts';
import type { ReceiptDocument } from '../../../shared/protocol/receipt.ts';
import { receiptNumber } from '../../../shared/terminal/engine/sale-ids.ts';
import type { SaleStateKind, SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { documentOf } from './draft.ts';

/** What a receipt needs of its sale. */
export type ReceiptSale = Pick<
  SaleView,
  'id' | 'number' | 'tid' | 'currency' | 'text' | 'lines' | 'money' | 'started'
> & {
  readonly state: { readonly kind: SaleStateKind; readonly at?: Instant };
  readonly log: readonly Pick<SaleView['log'][number], 'key' | 'at'>[];
};

/** A sale of the till's history for its receipt. The history does not keep the lines of a bill. */
export function endedReceiptSale(sale: HistorySale): ReceiptSale {
  const { id, number, tid, currency, text, started } = sale;
  const ended = sale.ended ?? started;
  return {
    id,
    number,
    tid,
    currency,
    text,
    started,
    money: historyStatement(sale),
    state: { kind: sale.state, at: ended },
    log: sale.state === 'refunded' ? [{ key: 'refunded', at: ended }] : [],
  };
}

/**
 * The receipt of a payment by phone that the books do not have, as data, with the number of the sale; null for one that
 * was never paid. It says what the books would say.
 */
export function draftOfSale(sale: ReceiptSale, settings: TillSettings): ReceiptDocument | null {
  const at = whenPaid(sale);
  if (at === null) return null;
  const { captured, additional } = sale.money;
  const { id, tid, text, lines = [] } = sale;
  const sold = { id, at, by: '', tip: additional.captured, captured, tid, text: text ?? '', lines };
  const receipt = receiptOfPhoneSale(sold, DOCUMENT_WORDS[settings.language].discount);
  const number = receiptNumber(settings.posId, sale.number);
  const document = documentOf(receipt, number, settings, { mark: null, refunds: null });
  return { ...document, currency: sale.currency };
}

/** The time of payment; null for a sale that was never paid. */
function whenPaid({ state, log, started }: ReceiptSale): Instant | null {
  if (state.kind === 'paid') return state.at ?? started;
  if (state.kind !== 'refunded') return null;
  return log.find(({ key }) => key === 'paid')?.at ?? started;
}
