import type { Outcome } from '../protocol/outcome.ts';
import type { PermissionOutcome } from '../protocol/permission.ts';
import { statusOf } from '../protocol/status-codes.ts';
import { formatDateTime } from '../time/date-time.ts';
import { authorised, deductedFees } from './amounts.ts';
import { linesOfRefunds } from './lines-of-refunds.ts';
import type { Capture, Payment } from './payment.ts';

/** Members that only the running service can compute, because they contain secrets. */
export type OutcomeMore = {
  /** Where attachments are uploaded; another one at every reading (D-163). */
  readonly attachmentUri: string | null;
  readonly permissions: PermissionOutcome | null;
  /** What names the customer in place of what the POS sent (D-82). */
  readonly customer?: string;
};

const NO_MORE: OutcomeMore = { attachmentUri: null, permissions: null };

/** What the outcome endpoint and every payment event say about a payment. */
export function outcomeOf(payment: Payment, more: OutcomeMore = NO_MORE): Outcome {
  const held = authorised(payment);
  const fees = deductedFees(payment);
  return {
    tid: payment.tid,
    pos_id: payment.request.pos_id,
    pos_tid: payment.request.pos_tid,
    currency: payment.request.currency,
    amount: payment.request.amount,
    additional_amount: payment.additionalAmount,
    auth_amount: held.amount,
    auth_additional_amount: held.additionalAmount,
    captures: payment.captures.map(partOf),
    refunds: refundsOf(payment),
    status: statusOf(payment.code),
    status_code: payment.code,
    customer: more.customer ?? payment.request.customer,
    date_modified: formatDateTime(payment.modified),
    date_expires: formatDateTime(payment.expires),
    credit: payment.credit,
    interchange_fee: fees.interchangeFee,
    transaction_fee: fees.transactionFee,
    attachment_uri: more.attachmentUri,
    permissions: more.permissions,
  };
}

function partOf(part: Capture) {
  return { id: part.id, amount: part.amount, additional_amount: part.additionalAmount };
}

/** The refunds, each with the sold lines that it returned (D-250). */
function refundsOf(payment: Payment): Outcome['refunds'] {
  const lines = linesOfRefunds(payment);
  return payment.refunds.map((refund, at) => {
    const said = { ...partOf(refund), chat_message_data_text: refund.text };
    const { rates } = refund;
    const named = rates?.map(({ vatRate, total }) => ({ vat_rate: vatRate, total }));
    const made = named === undefined ? said : { ...said, rates: named };
    if (refund.lines === undefined) return made;
    const line_items = (lines[at] ?? []).map(({ item, index, quantity, total, vat }) => {
      return { ...item, index, quantity, total, vat };
    });
    return { ...made, line_items };
  });
}
