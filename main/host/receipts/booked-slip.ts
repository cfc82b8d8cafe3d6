import type { BookEntry } from '../../../shared/books/entry.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { receiptContent } from '../../../shared/receipts/content.ts';
import type { ReceiptContent } from '../../../shared/terminal/receipts/layout.ts';
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
  }: {
    readonly kind: 'original' | 'copy';
    readonly named?: NamedProducts;
    readonly mark?: FiscalMark | null;
    readonly refunds?: number | null;
  },
): ReceiptContent | null {
  const document = draftOf(entry, settings, { mark, refunds });
  return document === null ? null : receiptContent(document, paperLetters(settings, named), kind);
}
