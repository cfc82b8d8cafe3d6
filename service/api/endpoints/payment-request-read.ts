import type { Payment } from '../../../shared/payment/payment.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { PaymentRequestOutput } from '../../../shared/protocol/payment-request.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { ApiDeps } from '../deps.ts';
import type { Handler } from '../endpoint.ts';

/** The same for a tid that is unknown and for one that is another merchant's (D-26). */
export const NO_PAYMENT = 'There is no payment request of this id.';

/** `GET /payment_request/<tid>/` (D-109). */
export const paymentRead: Handler<'paymentRead'> = async ({ context, caller, params }) => {
  const payment = await context.payments.read(caller.merchantId, params.tid);
  if (payment === null) return refuse('Not Found', NO_PAYMENT);
  return answer({ status: 200, body: detailOf(payment, context) });
};

/** Where someone without a preset customer claims the request (D-80); null for a named one. */
export function claimUri(payment: Payment, deps: ApiDeps): string | null {
  if (payment.request.customer !== null) return null;
  return `${deps.addresses().wallet}/p/${payment.tid}/`;
}

function detailOf(payment: Payment, deps: ApiDeps): PaymentRequestOutput {
  const { request } = payment;
  return {
    id: payment.tid,
    uri: claimUri(payment, deps),
    display_message_uri: payment.displayMessageUri,
    callback_uri: payment.callbackUri,
    line_items: [...(payment.lineItems ?? [])],
    customer: request.customer,
    max_scan_age: request.max_scan_age,
    currency: request.currency,
    amount: request.amount,
    additional_amount: request.additional_amount,
    additional_edit: request.additional_edit,
    pos_id: request.pos_id,
    pos_tid: request.pos_tid,
    text: request.text,
    success_return_uri: request.success_return_uri,
    failure_return_uri: request.failure_return_uri,
    cid: request.cid,
    links: request.links ?? [],
    date_expires: formatDateTime(payment.requestExpires),
    required_scope: request.required_scope,
    allow_credit: request.allow_credit,
  };
}
