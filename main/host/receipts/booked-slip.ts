import type { BookEntry } from '../../../shared/books/entry.ts';
import { movedBy } from '../../../shared/books/receipts.ts';
import type { RefundFact } from '../../../shared/books/refunds.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { WrittenContent } from '../../../shared/documents/content.ts';
import { receiptContent } from '../../../shared/documents/receipt.ts';
import { type Refunded, refundedRows } from '../../../shared/documents/refunded.ts';
import { statedRate } from '../../../shared/money/vat.ts';
import type { FiscalMark } from '../fiscal/fiscal.ts';
import { draftOf } from './draft.ts';
import { type NamedProducts, NO_NAMES, paperLetters } from './paper-text.ts';

/**
 * A receipt or a refund of the books on paper, with its number; null for another entry. `refunds` is the number of the
 * receipt that a refund refunds.
 */
export function bookedSlip(
  entry: BookEntry,
  settings: TillSettings,
  {
    kind,
    named = NO_NAMES,
    mark = null,
    refunds = null,
    refunded = [],
  }: {
    readonly kind: 'original' | 'copy';
    readonly named?: NamedProducts;
    readonly mark?: FiscalMark | null;
    readonly refunds?: number | null;
    /** Refunds of the receipt, which a copy of it names. */
    readonly refunded?: readonly RefundFact[];
  },
): WrittenContent | null {
  const document = draftOf(entry, settings, { mark, refunds });
  if (document === null) return null;
  const letters = paperLetters(settings, named);
  const content = receiptContent(document, letters, kind);
  if (refunded.length === 0) return content;
  return {
    ...content,
    changes: refundedRows(refunded.map(refundedOf), document.currency, letters),
  };
}

/** A refund as a copy of its receipt names it. */
export const refundedOf = (fact: RefundFact): Refunded => ({
  amount: movedBy(fact),
  at: fact.at,
  lines: fact.lines,
  vat: fact.vat.flatMap(({ vatRate, vat }) => {
    const rate = statedRate(vatRate);
    return rate === null || rate === 0 ? [] : [{ rate, vat }];
  }),
});
