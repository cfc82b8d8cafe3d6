import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import {
  add,
  type MoneyInteger,
  money as moneyOf,
  subtract,
  ZERO,
} from '../../../shared/money/money.ts';
import { type ReceiptLetters, receiptContent } from '../../../shared/receipts/content.ts';
import { RECEIPT_WORDS, type ReceiptWords } from '../../../shared/receipts/words.ts';
import type { ReceiptContent } from '../../../shared/terminal/receipts/layout.ts';
import type { RefundedLineView, RefundView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import type { Issued } from './issued.ts';
import { type NamedProducts, NO_NAMES, paperLetters } from './paper-text.ts';
import { draftOfSale, type ReceiptSale } from './sale-draft.ts';

/** What the receipt of a sale on paper has beside the sale. */
export type SaleSlipMore = {
  /** Refunds of this till; those of other payments are ignored. */
  readonly refunds?: readonly RefundView[];
  readonly kind?: 'original' | 'copy';
  /** Its entry in the books; the receipt has the number of its sale when left out. */
  readonly issued?: Issued | null;
  /** Names of the products, for an item whose name paper cannot show. */
  readonly named?: NamedProducts;
};

/** The receipt of a payment by phone on paper, with what was refunded since; null for an unpaid sale. */
export function saleSlip(
  sale: ReceiptSale,
  settings: TillSettings,
  { refunds = [], kind = 'original', issued = null, named = NO_NAMES }: SaleSlipMore = {},
): ReceiptContent | null {
  const document = draftOfSale(sale, settings, issued);
  if (document === null) return null;
  const letters = paperLetters(settings, named);
  const words = RECEIPT_WORDS[letters.language];
  const { format } = letters;
  const nameOf = ({ name, product }: RefundedLineView) =>
    letters.name({ name, product_id: product });
  return {
    ...receiptContent(document, letters, kind),
    changes: refundsOf(sale, refunds).flatMap(({ amount, at, lines = [] }) => [
      {
        text: at === null ? words.refunded : `${words.refunded} ${format.dateTime(at)}`,
        amount: format.amount(subtract(ZERO, amount), sale.currency),
      },
      ...refundedRows(lines, words, format, sale.currency, nameOf),
    ]),
  };
}

type Change = {
  readonly amount: MoneyInteger;
  /** Null if only the sum is known. */
  readonly at: Instant | null;
  readonly lines?: readonly RefundedLineView[] | undefined;
};

/** Below a refund: the lines that it returned, and the VAT in them for each rate. */
function refundedRows(
  lines: readonly RefundedLineView[],
  words: ReceiptWords,
  format: ReceiptLetters['format'],
  currency: string,
  nameOf: (line: RefundedLineView) => string,
): ReceiptContent['items'][number][] {
  const row = (text: string, amount: MoneyInteger) => {
    return { text: `  ${text}`, amount: format.amount(subtract(ZERO, amount), currency) };
  };
  const rates = [...new Set(lines.map(({ rate }) => rate))].filter((rate) => rate > 0);
  return [
    ...lines.map((line) => {
      const { quantity, total } = line;
      const shown = nameOf(line);
      return row(quantity === '1' ? shown : `${quantity} x ${shown}`, total);
    }),
    ...rates
      .toSorted((a, b) => b - a)
      .map((rate) => {
        const vat = add(
          ZERO,
          ...lines.filter((line) => line.rate === rate).map((line) => line.vat),
        );
        return row(`${words.vat} ${format.percent(rate)}`, vat);
      }),
  ];
}

/** The refunds of a sale: those of this till, and the rest of what the service reports. */
function refundsOf(sale: ReceiptSale, refunds: readonly RefundView[]): readonly Change[] {
  const own = refunds.filter(({ tid, state }) => tid === sale.tid && state === 'done');
  const rest = sale.money.refunded - own.reduce((sum, { amount }) => sum + amount, 0);
  if (rest <= 0) return own;
  const at = sale.log.findLast(({ key }) => key === 'refunded')?.at ?? null;
  return [...own, { amount: moneyOf(rest), at }];
}
