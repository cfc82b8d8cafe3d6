import type { OtherTillReceipt } from '../../../shared/device/commands/book-answers.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import { type ReceiptDocument, receiptDocument } from '../../../shared/protocol/receipt.ts';
import { readReceiptCode } from '../../../shared/protocol/receipt-code.ts';
import { bookedNumber } from '../../../shared/protocol/receipt-number.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { parseDateTime } from '../../../shared/time/date-time.ts';
import { senderOf, type TillAccess, type Wire } from '../service/access.ts';

/*
 * Receipts that other tills of the shop sold (D-423). The service says which payment a code is of, and what of the payment
 * can still be refunded. No till asks another one.
 */

/** Reads a receipt of any till of the shop by its code; null: the shop has handed over none. No call rejects. */
export type ReadReceipt = (code: string) => Promise<ReceiptDocument | 'no_answer' | null>;

export type OtherTillsDeps = {
  readonly read: ReadReceipt;
  readonly refundable: Terminal['refundable'];
};

/** Why a receipt cannot be opened here. */
export type RefusedReceipt = Extract<AnyAnswer, { readonly ok: false }>;

/** A receipt of another till, or why it cannot be refunded here. */
export type OtherTillAnswer =
  | { readonly ok: true; readonly value: OtherTillReceipt }
  | RefusedReceipt;

/** Opens a receipt of another till by its code. */
export type OpenOtherTill = (code: string) => Promise<OtherTillAnswer>;

export function createOtherTills({ read, refundable }: OtherTillsDeps): OpenOtherTill {
  return async (code) => {
    const coded = readReceiptCode(code);
    if (coded === null) return refuseTill('receipt_unknown');
    const receipt = bookedNumber(coded.posId, coded.number);
    const document = await read(code);
    if (document === 'no_answer') return refuseTill('service_away');
    if (document === null) return refuseTill('receipt_not_found', undefined, { receipt });
    if (document.kind === 'refund') return refuseTill('receipt_no_sale');
    const { method, total } = document;
    // Only the drawer and the books of that till know what of its cash went back (D-425).
    if (method.kind !== 'phone' || method.tid === null) {
      return refuseTill('receipt_foreign', undefined, { receipt });
    }
    const { tid } = method;
    const left = await refundable(tid);
    // Which receipt it is, for the sentence on the screen.
    if (!left.ok) return refuseTill(left.because, undefined, { receipt });
    const at = parseDateTime(document.date) ?? 0;
    return { ok: true, value: { receipt, at, tid, total, refundable: left.value } };
  };
}

/** Reads receipts by the till's own credentials. */
export function receiptReaderOf(access: TillAccess, wire: Wire): ReadReceipt {
  const send = senderOf(access, wire);
  return async (code) => {
    const posId = readReceiptCode(code)?.posId;
    if (posId === undefined) return null;
    const params = { pos_id: posId, code };
    const read = await send(ROUTES.receiptRead, receiptDocument, { params });
    if (read.ok) return read.value;
    return read.error.kind === 'refused' && read.error.status === 404 ? null : 'no_answer';
  };
}
