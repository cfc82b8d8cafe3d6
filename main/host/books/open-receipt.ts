import type {
  OtherTillReceipt,
  ReceiptPage,
} from '../../../shared/device/commands/book-answers.ts';
import { readReceiptCode } from '../../../shared/protocol/receipt-code.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { OpenOtherTill, RefusedReceipt } from './other-tills.ts';
import type { ReceiptCodes } from './receipt-codes.ts';
import { pageOf } from './receipt-page.ts';
import type { TillBooks } from './till-books.ts';

/** The receipt that a code is of: one of the till's own books, or a phone payment that another till of the shop sold. */
type OpenedReceipt =
  | { readonly kind: 'own'; readonly page: ReceiptPage }
  | { readonly kind: 'other_till'; readonly receipt: OtherTillReceipt };

export type OpenReceiptAnswer =
  | { readonly ok: true; readonly value: OpenedReceipt }
  | RefusedReceipt;

/** Opens the receipt of a code, to refund it. */
export type OpenReceipt = (code: string) => Promise<OpenReceiptAnswer>;

export type OpenReceiptDeps = {
  readonly posId: string;
  readonly books: Pick<TillBooks, 'numbered' | 'receipt' | 'ofBill'>;
  readonly codes: Pick<ReceiptCodes, 'isOf'>;
  readonly openOtherTill: OpenOtherTill;
};

/** The one way from a code to its receipt, for the screens and for cash registers (D-333, D-409, D-423). */
export function createOpenReceipt({ posId, books, codes, openOtherTill }: OpenReceiptDeps) {
  return async (code: string): Promise<OpenReceiptAnswer> => {
    const coded = readReceiptCode(code);
    if (coded === null) return refuseTill('receipt_unknown');
    if (coded.posId !== posId) {
      const other = await openOtherTill(code);
      return other.ok ? { ok: true, value: { kind: 'other_till', receipt: other.value } } : other;
    }
    const entry = await books.numbered(coded.number);
    // Books that were restored, or a key that was lost: a receipt of the number may be another customer's.
    if (entry === null || !codes.isOf(entry, code)) return refuseTill('receipt_unknown');
    const found = await books.receipt(coded.number);
    if (found === null) return refuseTill('receipt_no_sale');
    return { ok: true, value: { kind: 'own', page: await pageOf(books, found) } };
  };
}
