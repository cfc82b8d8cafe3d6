import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import { present } from '../../../shared/objects/present.ts';
import { refundable, type Sums, sumOf, total } from '../../../shared/payment/amounts.ts';
import { isSameLines } from '../../../shared/payment/check-refund-lines.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import type { RefundLine } from '../../../shared/payment/refund-lines.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { paymentUpdateInput } from '../../../shared/protocol/payment-request.ts';
import { describeAct } from '../../store/acts.ts';
import type { PortalEndpoint } from '../endpoint.ts';
import { NO_PAYMENT, paymentDetail } from './payments.ts';

const TOO_MUCH = 'That is more than can still be refunded.';
const OTHER_REFUND =
  'Another refund of this payment was made meanwhile. Look at the payment and begin again.';

/**
 * `POST /portal/v1/payments/<tid>/refund`: refunds a part or all of the captured amount, once for
 * its id, and returns the payment after that. The caller has checked the user's right (D-03).
 */
export const refund: PortalEndpoint<'refund'> = async (call) => {
  const { deps } = call.services;
  const { merchantId, userId } = call.session;
  const tid = call.params.tid;
  const { refund_id, amount, text, lines } = call.body;
  const payment = await deps.payments.read(merchantId, tid);
  if (payment === null) return NO_PAYMENT;
  const sums = sumsOf(payment, { id: refund_id, amount, lines });
  if (!sums.ok) return sums;
  const input = paymentUpdateInput.parse({
    action: 'refund',
    refund_id,
    amount: sums.value.amount,
    additional_amount: sums.value.additionalAmount,
    currency: payment.request.currency,
    text,
    ...present({ line_items: lines?.map((line) => namedLine(payment, line)) }),
  });
  describeAct({ amount, currency: payment.request.currency });
  const updated = await deps.payments.update(merchantId, tid, input);
  if (!updated.ok) return updated;
  const who = { merchant: merchantId, user: userId, payment: tid, refund: refund_id, amount };
  deps.log.info(who, 'a refund was asked for in the merchant pages');
  return answer(await paymentDetail(deps, updated.value));
};

/** The line as the API names it: by product and place. A place without a line is refused with the others' faults. */
function namedLine({ lineItems }: Payment, line: RefundLine) {
  return { ...line, product_id: lineItems?.[line.index]?.product_id ?? '-' };
}

/**
 * Divides a refund between the two amounts of a payment: first the requested amount, then the
 * customer's additional amount. Sold lines are no part of the latter. A repeated refund keeps its earlier division.
 */
function sumsOf(
  payment: Payment,
  wanted: {
    readonly id: string;
    readonly amount: MoneyInteger;
    /** Undefined for a refund of an amount. */
    readonly lines: readonly RefundLine[] | undefined;
  },
): Answer<Sums> {
  const { id, amount, lines } = wanted;
  const made = payment.refunds.find((one) => one.id === id);
  if (made !== undefined) {
    const sums = sumOf([made]);
    const isSame = total(sums) === amount && isSameLines(made.lines ?? [], lines ?? []);
    return isSame ? answer(sums) : refuse('Conflict', OTHER_REFUND);
  }
  const rest = refundable(payment);
  if (amount > (lines === undefined ? total(rest) : rest.amount))
    return refuse('Bad Request', TOO_MUCH);
  const first = money(Math.min(amount, rest.amount));
  return answer({ amount: first, additionalAmount: money(amount - first) });
}
