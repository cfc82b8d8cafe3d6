import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { WrittenContent } from '../../../shared/documents/content.ts';
import { receiptContent } from '../../../shared/documents/receipt.ts';
import { type Refunded, refundedRows } from '../../../shared/documents/refunded.ts';
import { add, money as moneyOf, ZERO } from '../../../shared/money/money.ts';
import type { RefundView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { draftOf } from './draft.ts';
import type { Issued } from './issued.ts';
import { type NamedProducts, NO_NAMES, paperLetters } from './paper-text.ts';
import { draftOfSale, type ReceiptSale } from './sale-draft.ts';

/** What the receipt of a sale on paper has beside the sale. */
export type SaleSlipMore = {
  /** Refunds of this till; those of other payments are ignored. */
  readonly refunds?: readonly RefundView[];
  readonly kind?: 'original' | 'copy';
  /** Its entry in the books, which the receipt says; without it the receipt is made of the sale, with its number. */
  readonly issued?: Issued | null;
  /** Names of the products, for an item whose name paper cannot show. */
  readonly named?: NamedProducts;
};

/** The receipt of a payment by phone on paper, with what was refunded since; null for an unpaid sale. */
export function saleSlip(
  sale: ReceiptSale,
  settings: TillSettings,
  { refunds = [], kind = 'original', issued = null, named = NO_NAMES }: SaleSlipMore = {},
): WrittenContent | null {
  const document =
    issued === null
      ? draftOfSale(sale, settings)
      : draftOf(issued.entry, settings, { mark: issued.mark, refunds: null });
  if (document === null) return null;
  const letters = paperLetters(settings, named);
  const changes = refundsOf(sale, refunds).map((one) => refundedOf(one));
  return {
    ...receiptContent(document, letters, kind),
    changes: refundedRows(changes, sale.currency, letters),
  };
}

type Change = Pick<RefundView, 'amount' | 'lines'> & {
  /** Null if only the sum is known. */
  readonly at: Instant | null;
};

/** A refund of this till with its lines, and the VAT in them for each rate. */
function refundedOf({ amount, at, lines = [] }: Change): Refunded {
  const rates = [...new Set(lines.map(({ rate }) => rate))].filter((rate) => rate > 0);
  return {
    amount,
    at,
    lines,
    vat: rates
      .toSorted((a, b) => b - a)
      .map((rate) => ({
        rate,
        vat: add(ZERO, ...lines.filter((line) => line.rate === rate).map(({ vat }) => vat)),
      })),
  };
}

/** The refunds of a sale: those of this till, and the rest of what the service reports. */
function refundsOf(sale: ReceiptSale, refunds: readonly RefundView[]): readonly Change[] {
  const own = refunds.filter(({ tid, state }) => tid === sale.tid && state === 'done');
  const rest = sale.money.refunded - own.reduce((sum, { amount }) => sum + amount, 0);
  if (rest <= 0) return own;
  const at = sale.log.findLast(({ key }) => key === 'refunded')?.at ?? null;
  return [...own, { amount: moneyOf(rest), at }];
}
