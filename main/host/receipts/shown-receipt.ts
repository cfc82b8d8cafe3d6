import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { ReadShownReceipt } from '../books/books.ts';
import type { TillBooks } from '../books/till-books.ts';
import { refundedOf } from './booked-slip.ts';
import { draftOf } from './draft.ts';
import type { ReceiptHandOver } from './hand-over.ts';
import { type IssuedDeps, issuedOf } from './issued.ts';

export type ShownReceiptDeps = Pick<IssuedDeps, 'fiscal'> & {
  readonly books: Pick<TillBooks, 'numbered' | 'receiptNumber' | 'receipt'>;
  readonly settings: () => TillSettings;
  /** Null for a till that hands no receipts over. */
  readonly links: Pick<ReceiptHandOver, 'linkOf'> | null;
};

/** The receipt that a screen shows and a browser prints: the same document as paper, page and e-mail have (D-582). */
export const readShownReceipt =
  ({ books, fiscal, settings, links }: ShownReceiptDeps): ReadShownReceipt =>
  async (receipt) => {
    const entry = await books.numbered(receipt);
    if (entry === null) return null;
    const { fact } = entry;
    const { mark } = await issuedOf({ fiscal }, entry);
    const of = fact.kind === 'refund' ? fact.of : null;
    const refunds = of === null ? null : await books.receiptNumber(of);
    const document = draftOf(entry, settings(), { mark, refunds });
    if (document === null) return null;
    const since = fact.kind === 'receipt' ? ((await books.receipt(receipt))?.refunds ?? []) : [];
    return { document, refunded: since.map(refundedOf), link: links?.linkOf(entry) ?? null };
  };
