import { leftOf } from '../../../shared/books/refunds.ts';
import type { ReceiptPage } from '../../../shared/device/commands/book-answers.ts';
import { receiptOfTender, type TenderId } from '../../../shared/ids/host-ids.ts';
import type { FoundReceipt, TillBooks } from './till-books.ts';

/** A receipt of the books with what is left of it. */
export async function pageOf(
  books: Pick<TillBooks, 'ofBill'>,
  found: FoundReceipt,
): Promise<ReceiptPage> {
  const { bill } = found.receipt;
  return pageAmong(found, bill === null ? [] : await books.ofBill(bill.id));
}

/** The receipt of a bill's tender with what is left of it; null if the books have none. */
export async function pageOfTender(
  books: Pick<TillBooks, 'book' | 'receiptNumber' | 'receipt' | 'ofBill'>,
  tender: TenderId,
): Promise<ReceiptPage | null> {
  // The payment is booked after its record, so its receipt may still be on the way.
  const id = receiptOfTender(tender);
  await books.book(id, () => ({ facts: [], value: null }));
  const number = await books.receiptNumber(id);
  const found = number === null ? null : await books.receipt(number);
  return found === null ? null : pageOf(books, found);
}

/**
 * The receipts of a bill in the order of its payments, each with what is left of it. The books have them also after the till
 * has forgotten the bill.
 */
export async function pagesOfBill(
  books: Pick<TillBooks, 'book' | 'ofBill'>,
  bill: string,
): Promise<readonly ReceiptPage[]> {
  await books.book(null, () => ({ facts: [], value: null }));
  const found = await books.ofBill(bill);
  return found.map((one) => pageAmong(one, found));
}

/** `ofBill` are all receipts of its bill. */
function pageAmong(
  { entry, receipt, refunds }: FoundReceipt,
  ofBill: readonly FoundReceipt[],
): ReceiptPage {
  const { receipt: number, day } = entry;
  const sharedBill = ofBill.some(completesShared) ? (receipt.bill?.id ?? null) : null;
  return { number, day, receipt, refunds, left: leftOf(receipt, refunds), sharedBill };
}

/** True for the receipt that completes a bill which was paid in shares. It has the lines of the bill (D-574). */
export const completesShared = ({ receipt }: Pick<FoundReceipt, 'receipt'>) =>
  receipt.billLines !== undefined;
