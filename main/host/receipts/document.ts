import type { BookEntry } from '../../../shared/books/entry.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { type ReceiptDocument, receiptDocument } from '../../../shared/protocol/receipt.ts';
import { type DraftMore, draftOf } from './draft.ts';

/**
 * A receipt or a refund of the books as the data that the service keeps (D-360); null for another entry, and for one
 * that does not fit its bounds.
 */
export function documentOf(
  entry: BookEntry,
  settings: TillSettings,
  more: DraftMore,
): ReceiptDocument | null {
  return receiptDocument.safeParse(draftOf(entry, settings, more)).data ?? null;
}
