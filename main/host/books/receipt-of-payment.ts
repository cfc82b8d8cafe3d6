import type { EntryId } from '../../../shared/ids/host-ids.ts';
import type { CodedEntry } from './receipt-codes.ts';
import type { TillBooks } from './till-books.ts';

/*
 * The receipt of a payment: by the ids that it can have, which are `receiptIds` of a sale and `receiptOfTender` of a
 * bill's tender.
 */

/** The receipt, without a read of the files: null also if it is long ago. */
export function receiptInMemory(
  books: Pick<TillBooks, 'receiptKnown'>,
  ids: readonly EntryId[],
): CodedEntry | null {
  for (const id of ids) {
    const receipt = books.receiptKnown(id);
    if (receipt !== null) return receipt;
  }
  return null;
}

/** The receipt, however old it is; null if the books do not have it. */
export async function receiptOfPayment(
  books: Pick<TillBooks, 'receiptKnown' | 'entryById'>,
  ids: readonly EntryId[],
): Promise<CodedEntry | null> {
  const inMemory = receiptInMemory(books, ids);
  if (inMemory !== null) return inMemory;
  for (const id of ids) {
    const { fact, receipt = null } = (await books.entryById(id)) ?? {};
    if (fact !== undefined && receipt !== null) return { receipt, fact };
  }
  return null;
}
