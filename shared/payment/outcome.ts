import type { Outcome } from '../protocol/outcome.ts';
import { statusOf } from '../protocol/status-codes.ts';
import { formatDateTime } from '../time/date-time.ts';
import { authorised } from './amounts.ts';
import type { Capture, Payment } from './payment.ts';

/** What the outcome endpoint and every payment event say about a payment. */
export function outcomeOf(payment: Payment): Outcome {
  const held = authorised(payment);
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
    refunds: payment.refunds.map((refund) => ({
      ...partOf(refund),
      chat_message_data_text: refund.text,
    })),
    status: statusOf(payment.code),
    status_code: payment.code,
    customer: payment.request.customer,
    date_modified: formatDateTime(payment.modified),
    date_expires: formatDateTime(payment.expires),
    credit: payment.credit,
    interchange_fee: payment.interchangeFee,
    transaction_fee: payment.transactionFee,
    // Attachments and permissions have no endpoints yet; both members are null until they do.
    attachment_uri: null,
    permissions: null,
  };
}

function partOf(part: Capture) {
  return { id: part.id, amount: part.amount, additional_amount: part.additionalAmount };
}
