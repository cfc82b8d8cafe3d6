import { leftOf } from '../../../shared/books/refunds.ts';
import type { ReceiptPage } from '../../../shared/device/commands/books.ts';
import { receiptOfTender, type TenderId } from '../../../shared/ids/host-ids.ts';
import type { FoundReceipt, TillBooks } from './till-books.ts';

/** A receipt of the books with what is left of it. */
export function pageOf({ entry, receipt, refunds }: FoundReceipt): ReceiptPage {
  const { receipt: number, day } = entry;
  return { number, day, receipt, refunds, left: leftOf(receipt, refunds) };
}

/** The receipt of a bill's tender with what is left of it; null if the books have none. */
export async function pageOfTender(
  books: Pick<TillBooks, 'book' | 'receiptNumber' | 'receipt'>,
  tender: TenderId,
): Promise<ReceiptPage | null> {
  // The payment is booked after its record, so its receipt may still be on the way.
  const id = receiptOfTender(tender);
  await books.book(id, () => ({ facts: [], value: null }));
  const number = await books.receiptNumber(id);
  const found = number === null ? null : await books.receipt(number);
  return found === null ? null : pageOf(found);
}
