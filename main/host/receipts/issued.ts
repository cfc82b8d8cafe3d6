import type { NumberedEntry } from '../../../shared/books/entry.ts';
import { receiptIds, type SaleOfReceipt } from '../../../shared/books/follow.ts';
import { SECOND, type Stopwatch } from '../../../shared/time/clock.ts';
import { receiptOfPayment } from '../books/receipt-of-payment.ts';
import type { TillBooks } from '../books/till-books.ts';
import { untilBooks } from '../books/until-books.ts';
import type { Fiscal, FiscalMark } from '../fiscal/fiscal.ts';

/** What a receipt has beside its content, on paper and as a picture. */
export type Issued = {
  /** Its entry in the till's books. */
  readonly entry: NumberedEntry;
  /** What the fiscal device says of it; null for a till without one. */
  readonly mark: FiscalMark | null;
};

export type IssuedDeps = {
  readonly books: Pick<TillBooks, 'receiptKnown' | 'entryById' | 'numbered'>;
  readonly fiscal: Pick<Fiscal, 'mark'> | null;
};

/** The receipt of a sale; null if the books do not have it. */
export async function issuedOfSale(deps: IssuedDeps, sale: SaleOfReceipt): Promise<Issued | null> {
  const receipt = await receiptOfPayment(deps.books, receiptIds(sale));
  const entry = receipt === null ? null : await deps.books.numbered(receipt.receipt);
  return entry === null ? null : issuedOf(deps, entry);
}

/** A receipt or a refund of the books. */
export async function issuedOf(
  { fiscal }: Pick<IssuedDeps, 'fiscal'>,
  entry: NumberedEntry,
): Promise<Issued> {
  return { entry, mark: (await fiscal?.mark(entry.fact.id)) ?? null };
}

/** Longest wait for the entry of a payment: then its receipt has the number of the sale. */
const BOOKED_WITHIN = 5 * SECOND;

/** Resolves when a payment is booked: its bill learns of it after the sale has ended, and the books after the bill. */
export function untilBooked(
  books: Pick<TillBooks, 'isBooked' | 'subscribe'>,
  sale: SaleOfReceipt,
  clock: Pick<Stopwatch, 'after'>,
): Promise<void> {
  return untilBooks(books, clock, BOOKED_WITHIN, () => receiptIds(sale).some(books.isBooked));
}
