import { partsOfSale } from '../../../shared/books/receipts.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { type HistorySale, historyStatement } from '../../../shared/device/history/history.ts';
import { DOCUMENT_WORDS } from '../../../shared/documents/words.ts';
import { receiptOfSale } from '../../../shared/ids/host-ids.ts';
import { subtract } from '../../../shared/money/money.ts';
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
  const tip = additional.captured;
  const discount = DOCUMENT_WORDS[settings.language].discount;
  const parts = partsOfSale(sale.lines ?? [], subtract(captured, tip), {
    name: sale.text ?? '',
    by: '',
    discount,
  });
  const method = { kind: 'phone', tid: sale.tid ?? '' } as const;
  const fact = { kind: 'receipt', id: receiptOfSale(sale.id), at, by: '', bill: null } as const;
  const number = receiptNumber(settings.posId, sale.number);
  const more = { mark: null, refunds: null };
  const document = documentOf({ ...fact, ...parts, tip, method }, number, settings, more);
  return { ...document, currency: sale.currency };
}

/** The time of payment; null for a sale that was never paid. */
function whenPaid({ state, log, started }: ReceiptSale): Instant | null {
  if (state.kind === 'paid') return state.at ?? started;
  if (state.kind !== 'refunded') return null;
  return log.find(({ key }) => key === 'paid')?.at ?? started;
}
