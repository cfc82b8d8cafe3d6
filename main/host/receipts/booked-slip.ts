import type { BookEntry } from '../../../shared/books/entry.ts';
import { paperLanguage } from '../../../shared/catalogue/language.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { ReceiptDocument } from '../../../shared/protocol/receipt.ts';
import { receiptContent } from '../../../shared/receipts/content.ts';
import { RECEIPT_WORDS } from '../../../shared/receipts/words.ts';
import type { ReceiptContent } from '../../../shared/terminal/receipts/layout.ts';
import type { FiscalMark } from '../fiscal/fiscal.ts';
import { draftOf } from './draft.ts';
import { type NamedProducts, paperFormat, paperName, paperShop, paperText } from './paper-text.ts';

/**
 * A receipt or a refund of the books on paper, with its number; null for another entry. `refunds` is the number of the
 * receipt that a refund refunds.
 */
export function bookedSlip(
  entry: BookEntry,
  settings: TillSettings,
  {
    kind,
    named = () => null,
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
  if (document === null) return null;
  const language = paperLanguage(settings.language);
  const words = RECEIPT_WORDS[language];
  const name = ({ name: sold, product_id: product }: ReceiptDocument['lines'][number]) =>
    paperName({ name: sold, product }, language, words.openPrice, named);
  return receiptContent(
    document,
    {
      language,
      format: paperFormat(settings),
      shop: paperShop(settings),
      text: paperText,
      name,
    },
    kind,
  );
}
