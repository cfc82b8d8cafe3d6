import { ratedItem } from '../../../shared/lines/line-item.ts';
import { deductedFees, refundable, total } from '../../../shared/payment/amounts.ts';
import { returnableLines } from '../../../shared/payment/check-refund-lines.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import type { PortalPaymentDetail } from '../../../shared/portal/contract.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { billLinesOf } from '../../payments/bill-lines.ts';
import { agreementOf, boundsOf, calendarDay, dayNumbers } from '../days.ts';
import type { PortalDeps } from '../deps.ts';
import type { PortalEndpoint } from '../endpoint.ts';
import { nextRefundId, paymentView, posNames } from '../payment-view.ts';
import { paymentsCsv } from '../payments-csv.ts';
import { matcherOf, readPosition, searchPayments } from '../search.ts';
import { timelineOf } from '../timeline.ts';

export const NO_PAYMENT = refuse('Not Found', 'There is no payment of this id.');
const NO_DAY = refuse('Bad Request', 'There is no such day.');
const ALL = { from: null, to: null };

/** `GET /portal/v1/payments`: a page of a list or of a search. */
export const payments: PortalEndpoint<'payments'> = async (call) => {
  const { deps } = call.services;
  const { merchantId } = call.session;
  const { day, group, q, after } = call.query;
  const { timeZone } = await agreementOf(deps.store, merchantId);
  const span = day === null ? ALL : boundsOf(day, timeZone);
  if (span === null) return NO_DAY;
  const matches = matcherOf(q);
  const position = readPosition(after);
  return answer(
    await searchPayments(deps, { merchantId, ...span, group, matches, after: position }),
  );
};

/** `GET /portal/v1/payments.csv`: the whole list as a file. */
export const paymentsFile: PortalEndpoint<'paymentsFile'> = async (call) => {
  const { deps, downloads } = call.services;
  const { merchantId } = call.session;
  const { day, group, q } = call.query;
  const { timeZone } = await agreementOf(deps.store, merchantId);
  const span = day === null ? ALL : boundsOf(day, timeZone);
  if (span === null) return NO_DAY;
  const search = { merchantId, ...span, group, matches: matcherOf(q) };
  const csv = paymentsCsv(deps, search, timeZone);
  return downloads.open(merchantId, { name: fileName(day), chunks: csv });
};

function fileName(day: string | null): string {
  return day === null ? 'payments.csv' : `payments-${day}.csv`;
}

/** `GET /portal/v1/payments-day`: number of payments, their results, and the revenue. */
export const paymentsDay: PortalEndpoint<'paymentsDay'> = async (call) => {
  const { deps } = call.services;
  const { merchantId } = call.session;
  const { timeZone } = await agreementOf(deps.store, merchantId);
  const day = call.query.day ?? calendarDay(deps.clock.now(), timeZone);
  const span = boundsOf(day, timeZone);
  if (span === null) return NO_DAY;
  return answer({ day, ...(await dayNumbers(deps, merchantId, span)) });
};

/** `GET /portal/v1/payments/<tid>`: one payment with its history. */
export const payment: PortalEndpoint<'payment'> = async (call) => {
  const { deps } = call.services;
  const { merchantId } = call.session;
  const result = await deps.payments.read(merchantId, call.params.tid);
  if (result === null) return NO_PAYMENT;
  return answer(await paymentDetail(deps, result));
};

/** One payment with all details of its page. */
export async function paymentDetail(
  deps: Pick<PortalDeps, 'store' | 'callbacks' | 'receipts'>,
  stored: Payment,
): Promise<PortalPaymentDetail> {
  const { request, merchantId, tid } = stored;
  const receipts = await deps.receipts.ofPayment(merchantId, tid);
  const fees = deductedFees(stored);
  const left = refundable(stored);
  return {
    ...(await paymentView(stored, posNames(deps, stored.merchantId))),
    additional_amount: stored.additionalAmount,
    text: request.text,
    customer: request.customer,
    fee: fees.transactionFee,
    interchange: fees.interchangeFee,
    expires: stored.expires,
    bill: billLinesOf(stored),
    refundable: total(left),
    refundable_by_line: left.amount,
    refund_id: nextRefundId(stored),
    returnable: returnableLines(stored).map(({ index, item, refunded }) => ({
      index,
      description: item.description ?? item.product_id,
      sold: item.quantity,
      refunded,
      total: item.total,
      vat: ratedItem(item).vat,
    })),
    timeline: [...(await timelineOf(deps, stored))],
    receipts: receipts.map(({ kind, number, address }) => ({ kind, number, address })),
  };
}
