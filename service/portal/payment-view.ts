import { overdue } from '../../shared/payment/decide.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { isRefunded, listedOf, statementOfPayment } from '../../shared/payment/statement.ts';
import type { PaymentGroup, PortalPayment } from '../../shared/portal/contract.ts';
import { type Status, statusOf } from '../../shared/protocol/status-codes.ts';
import { receiptNumberOf } from '../../shared/terminal/engine/sale-ids.ts';
import type { PortalDeps } from './deps.ts';

/** Names of points of sale; each is read once. */
export type PosNames = (posId: string) => Promise<string>;

export function posNames(deps: Pick<PortalDeps, 'store'>, merchantId: string): PosNames {
  const known = new Map<string, Promise<string>>();
  return (posId) => {
    const name =
      known.get(posId) ?? deps.store.pos.read(merchantId, posId).then((pos) => pos?.name ?? posId);
    known.set(posId, name);
    return name;
  };
}

/** The payment with a due expiry applied, as everywhere else in the service. */
export async function current(
  deps: Pick<PortalDeps, 'payments' | 'clock'>,
  payment: Payment,
): Promise<Payment> {
  if (!overdue(payment, deps.clock.now())) return payment;
  return (await deps.payments.read(payment.merchantId, payment.tid)) ?? payment;
}

export async function paymentView(payment: Payment, names: PosNames): Promise<PortalPayment> {
  const { request } = payment;
  const amounts = statementOfPayment(payment);
  return {
    tid: payment.tid,
    reference: request.pos_tid,
    receipt: receiptNumberOf(request.pos_id, request.pos_tid),
    pos: await names(request.pos_id),
    what: whatOf(payment),
    currency: request.currency,
    amount: amounts.asked,
    authorised: amounts.authorised,
    captured: amounts.captured,
    released_amount: amounts.released,
    refunded: amounts.refunded,
    listed: listedOf(amounts),
    status: statusOf(payment.code),
    status_code: payment.code,
    released: payment.closedBy === 'release',
    created: payment.created,
    modified: payment.modified,
  };
}

/**
 * The id of the next refund from the portal. It follows from the existing refunds, so a double
 * click, or two users at once, use the same id (D-96).
 */
export function nextRefundId({ refunds }: Payment): string {
  const taken = new Set(refunds.map(({ id }) => id));
  let number = refunds.length + 1;
  while (taken.has(`portal-${number}`)) number += 1;
  return `portal-${number}`;
}

/** The subject of the payment: the till's text, otherwise the names of the line items. */
function whatOf({ request, lineItems }: Payment): string | null {
  if (request.text !== null && request.text !== '') return request.text;
  const names = (lineItems ?? request.line_items ?? []).map(
    (item) => item.description ?? item.product_id,
  );
  return names.length === 0 ? null : names.join(', ');
}

/**
 * The one group of a payment, as the portal's rows name its state. A payment that is refunded in part is
 * still a paid one.
 */
export function groupOf(payment: Payment): PaymentGroup {
  switch (statusOf(payment.code)) {
    case 'pending':
      return 'waiting';
    case 'auth':
      return 'reserved';
    case 'fail':
      return 'failed';
    case 'ok':
      return isRefunded(statementOfPayment(payment)) ? 'refunded' : 'paid';
  }
}

/** The statuses that a group's payments can have. */
export function statusesOf(group: PaymentGroup | null): readonly Status[] {
  switch (group) {
    case null:
      return [];
    case 'paid':
    case 'refunded':
      return ['ok'];
    case 'reserved':
      return ['auth'];
    case 'waiting':
      return ['pending'];
    case 'failed':
      return ['fail'];
  }
}
