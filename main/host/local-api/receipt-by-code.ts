import { type TillAnswer, tillRefuse } from '../../../shared/device/till-api/errors.ts';
import type { OpenReceiptAnswer } from '../books/open-receipt.ts';
import type { HandlerDeps } from './handler.ts';
import { refusalOf } from './refusals.ts';

type Opened = Extract<OpenReceiptAnswer, { readonly ok: true }>['value'];
type Opens = Pick<HandlerDeps, 'openReceipt'>;

/** The receipt that the code on it opens, of this till or of another one of the shop. */
export async function receiptByCode(
  { openReceipt }: Opens,
  code: string,
): Promise<TillAnswer<Opened>> {
  const opened = await openReceipt(code);
  return opened.ok ? opened : refusalOf(opened);
}

/** The phone payment that the receipt of a code is of. `otherReceipt` is the number of a receipt of another till. */
export async function paymentByCode(
  deps: Opens,
  code: string,
): Promise<TillAnswer<{ readonly tid: string; readonly otherReceipt?: string }>> {
  const opened = await receiptByCode(deps, code);
  if (!opened.ok) return opened;
  if (opened.value.kind === 'other_till') {
    const { tid, receipt: otherReceipt } = opened.value.receipt;
    return { ok: true, value: { tid, otherReceipt } };
  }
  const { number, receipt } = opened.value.page;
  if (receipt.method.kind === 'phone') return { ok: true, value: { tid: receipt.method.tid } };
  const details = { reason: 'receipt_not_by_phone', receipt: number };
  return tillRefuse('refund_refused', notByPhone(number), details);
}

const notByPhone = (number: number) =>
  `Receipt ${number} of this till was not paid by phone. Refund it by its number, in the way in which it was paid.`;
