import type { Payment } from '../../../shared/payment/payment.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { PaymentRequestOutput } from '../../../shared/protocol/payment-request.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { ApiDeps } from '../deps.ts';
import type { Handler } from '../endpoint.ts';

/** Used for an unknown tid and for a tid of another merchant (D-26). */
export const NO_PAYMENT = 'There is no payment request of this id.';

/** `GET /payment_request/<tid>/` (D-109). */
export const paymentRead: Handler<'paymentRead'> = async (call) => {
  const { deps, caller, params, ahead } = call;
  const payment = await deps.payments.read(caller.merchantId, params.tid, ahead);
  if (payment === null) return refuse('Not Found', NO_PAYMENT);
  return answer({ status: 200, body: detailOf(payment, deps) });
};

/**
 * The address where a customer claims the request (D-80); null for a request with a named customer.
 */
export function claimUri(payment: Payment, deps: Pick<ApiDeps, 'addresses'>): string | null {
  if (payment.request.customer !== null) return null;
  return `${deps.addresses().wallet}/p/${payment.tid}/`;
}

function detailOf(payment: Payment, deps: Pick<ApiDeps, 'addresses'>): PaymentRequestOutput {
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

/**
 * `POST /payment_request/`: 201 for a new request, 200 for an identical one. Both replies have its
 * address (D-77, D-78).
 */
export const paymentCreate: Handler<'paymentCreate'> = async ({ deps, caller, body }) => {
  const { merchantId } = caller;
  const { pos_id: posId, pos_tid: posTid } = body;
  const full = deps.budgets.refusal('payments', merchantId);
  // A repeat writes nothing, and its caller must learn what became of the first request.
  if (full !== null && (await deps.store.payments.byPosTid(merchantId, posId, posTid)) === null) {
    return full;
  }
  const made = await deps.payments.create(merchantId, body);
  if (!made.ok) return made;
  const { created, payment } = made.value;
  if (created) deps.budgets.spend('payments', merchantId, JSON.stringify(body).length);
  return answer({
    status: created ? 201 : 200,
    body: { id: payment.tid, uri: claimUri(payment, deps) },
    location: deps.addresses().base + pathOf('paymentRead', { tid: payment.tid }),
  });
};

/** `GET /payment_request/`: newest first (D-108). A paired till lists its own (D-455). */
export const paymentList: Handler<'paymentList'> = async ({ deps, caller, query }) => {
  const page = await deps.payments.list(caller.merchantId, query, caller.till?.posId);
  return page.ok ? answer({ status: 200, body: page.value }) : page;
};

/** `PUT /payment_request/<tid>/`. A refund needs a signature (specification, Authentication 4). */
export const paymentUpdate: Handler<'paymentUpdate'> = async ({
  deps,
  caller,
  params,
  body,
  ahead,
}) => {
  if (body.action === 'refund' && caller.till?.rights === 'sales') {
    return refuse('Unauthorized', 'This till was paired without the right to refund.');
  }
  if (body.action === 'refund' && caller.level !== 'KEY') {
    return refuse('Unauthorized', 'A refund must be signed with the user’s RSA key.');
  }
  const updated = await deps.payments.update(caller.merchantId, params.tid, body, ahead);
  return updated.ok ? answer({ status: 204, body: undefined }) : updated;
};

/**
 * `GET /payment_request/<tid>/outcome/`. With `wait` the service replies as soon as the status code
 * differs from `since` (or from its value at the time of the request), at the latest after `wait`
 * seconds.
 */
export const paymentOutcome: Handler<'paymentOutcome'> = async ({
  deps,
  caller,
  params,
  query,
  gone,
  ahead,
}) => {
  let payment = await deps.payments.read(caller.merchantId, params.tid, ahead);
  if (payment !== null && query.wait > 0 && payment.code === (query.since ?? payment.code)) {
    const { merchantId, tid, code } = payment;
    const wait = query.wait * SECOND;
    payment = await deps.payments.readAfter(merchantId, tid, code, wait, gone());
  }
  if (payment === null) return refuse('Not Found', NO_PAYMENT);
  return answer({ status: 200, body: deps.payments.outcome(payment) });
};
